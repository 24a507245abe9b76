// Makes a classifier of a user's filter: IXSIM_PART admits frames and gives their VMDq index, and the in-tree
// classifier does the rest.
//
// The key is that of the in-tree classifier at rank 1, which the filter takes two edges after the last beat. Writes
// come two edges late, so that a key sees those before the last beat. Source: docs/rtl_classifier.md, a filter, a
// parser or a hash alone.
`resetall
`default_nettype none

module filter_part #(
    parameter RX_QUEUES = 64,
    parameter POOLS     = 16,
    parameter ADDRESSES = 16
) (
    input  wire        clk,
    input  wire        rst,
    input  wire [63:0] s_axis_tdata,
    input  wire [ 7:0] s_axis_tkeep,
    input  wire        s_axis_tvalid,
    input  wire        s_axis_tlast,
    input  wire        s_axis_tuser,
    input  wire        wr_en,
    input  wire [15:0] wr_addr,
    input  wire [31:0] wr_data,
    output wire        m_valid,
    output wire [ 1:0] m_drop,
    output wire [(RX_QUEUES > 64 ? 7 : 6)-1:0] m_queue,
    output wire [(POOLS > 32 ? 6 : POOLS > 16 ? 5 : 4)-1:0] m_vmdq,
    output wire [ 2:0] m_tc,
    output wire        m_tagged,
    output wire [15:0] m_tci,
    output wire        m_pif,
    output wire [ 6:0] m_ptype,
    output wire [ 3:0] m_rss_type,
    output wire [31:0] m_rss_hash
);
  localparam POOL_W = POOLS > 32 ? 6 : POOLS > 16 ? 5 : 4;

  reg en0, en1;
  reg [15:0] addr0, addr1;
  reg [31:0] data0, data1;

  always @(posedge clk) begin
    {en0, en1}     <= {wr_en, en0} & {2{!rst}};
    {addr0, addr1} <= {wr_addr, addr0};
    {data0, data1} <= {wr_data, data0};
  end

  wire part_valid, part_pif, pif, has_result;
  wire [1:0] part_drop, rest_drop, drop;
  wire [POOL_W-1:0] part_vmdq, rest_vmdq, vmdq;
  wire rest_pif;

  `IXSIM_PART u_part (
      .clk     (clk),
      .rst     (rst),
      .s_valid (u_rest.u_classifier.last1),
      .s_mac   (u_rest.u_classifier.mac1),
      .s_tagged(u_rest.u_classifier.tag1),
      .s_tci   (u_rest.u_classifier.tci1),
      .wr_en   (en1),
      .wr_addr (addr1),
      .wr_data (data1),
      .m_valid (part_valid),
      .m_drop  (part_drop),
      .m_vmdq  (part_vmdq),
      .m_pif   (part_pif)
  );

  rest_of_classifier #(
      .RX_QUEUES(RX_QUEUES),
      .POOLS    (POOLS),
      .ADDRESSES(ADDRESSES),
      .RESULT_W (3 + POOL_W)
  ) u_rest (
      .clk          (clk),
      .rst          (rst),
      .s_axis_tdata (s_axis_tdata),
      .s_axis_tkeep (s_axis_tkeep),
      .s_axis_tvalid(s_axis_tvalid),
      .s_axis_tlast (s_axis_tlast),
      .s_axis_tuser (s_axis_tuser),
      .wr_en        (wr_en),
      .wr_addr      (wr_addr),
      .wr_data      (wr_data),
      .ask          (u_rest.u_classifier.last1),
      .answer       (part_valid),
      .result       ({part_drop, part_vmdq, part_pif}),
      .waits        (1'b1),
      .m_valid      (m_valid),
      .m_drop       (rest_drop),
      .m_queue      (m_queue),
      .m_vmdq       (rest_vmdq),
      .m_tc         (m_tc),
      .m_tagged     (m_tagged),
      .m_tci        (m_tci),
      .m_pif        (rest_pif),
      .m_ptype      (m_ptype),
      .m_rss_type   (m_rss_type),
      .m_rss_hash   (m_rss_hash),
      .has_result   (has_result),
      .its_result   ({drop, vmdq, pif})
  );

  assign m_drop = rest_drop == 2'd1 ? 2'd1 : drop;  // malformed frames are not the filter's
  assign m_vmdq = vmdq;
  assign m_pif  = pif;

  wire unused = &{1'b0, rest_vmdq, rest_pif, has_result};
endmodule

`resetall
