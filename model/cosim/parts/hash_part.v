// Makes a classifier of a user's hash: IXSIM_PART computes the Toeplitz hash, and the in-tree classifier does the
// rest.
//
// The input is what the in-tree hash engine reads from its field store, 96 bits at each of ranks 5 to 7. The part
// takes it whole, eight edges after the last beat, with the key as of the writes before that beat. Source:
// docs/rtl_classifier.md, a filter, a parser or a hash alone.
`resetall
`default_nettype none

module hash_part #(
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
  // ---- Input: a frame with a hash is at rank 4 when `go` and `due` say so.
  reg go5, go6, go7;
  reg long5, long6, long7;  // IPv6
  reg ports5, ports6, ports7;
  reg [95:0] part0, part1;
  reg waits;

  always @(posedge clk) begin
    {go5, go6, go7} <= {u_rest.u_classifier.go4 && u_rest.u_classifier.due[4], go5, go6} & {3{!rst}};
    {long5, long6, long7} <= {u_rest.u_classifier.u_front.go_ipv6, long5, long6};
    {ports5, ports6, ports7} <= {u_rest.u_classifier.u_front.with_ports, ports5, ports6};
    if (go5) part0 <= u_rest.u_classifier.u_front.u_hash.fields;
    if (go6) part1 <= u_rest.u_classifier.u_front.u_hash.fields;
    waits <= u_rest.u_classifier.go10;
  end

  wire [287:0] data = long7 ? {part0, part1, u_rest.u_classifier.u_front.u_hash.fields} : {part0, 192'd0};

  // ---- Key.
  reg [319:0] key;
  integer i;

  function [31:0] key_order;
    input [31:0] x;
    key_order = {x[7:0], x[15:8], x[23:16], x[31:24]};
  endfunction

  always @(posedge clk) begin
    for (i = 0; i < 10; i = i + 1)
      if (u_rest.u_classifier.sel_rssrk[7] && u_rest.u_classifier.windex[7*9+:4] == i[3:0])
        key[319-32*i-:32] <= key_order(u_rest.u_classifier.wdata[7*32+:32]);
  end

  wire part_valid, has_result;
  wire [31:0] part_hash, rest_hash, hash;

  `IXSIM_PART u_part (
      .clk     (clk),
      .rst     (rst),
      .s_valid (go7),
      .s_data  (data),
      .s_length({long7, 1'b0, !long7, ports7, 2'b00}),  // 32 or 8, and 4 for ports
      .s_key   (key),
      .m_valid (part_valid),
      .m_hash  (part_hash)
  );

  rest_of_classifier #(
      .RX_QUEUES(RX_QUEUES),
      .POOLS    (POOLS),
      .ADDRESSES(ADDRESSES),
      .RESULT_W (32)
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
      .ask          (go7),
      .answer       (part_valid),
      .result       (part_hash),
      .waits        (waits),
      .m_valid      (m_valid),
      .m_drop       (m_drop),
      .m_queue      (m_queue),
      .m_vmdq       (m_vmdq),
      .m_tc         (m_tc),
      .m_tagged     (m_tagged),
      .m_tci        (m_tci),
      .m_pif        (m_pif),
      .m_ptype      (m_ptype),
      .m_rss_type   (m_rss_type),
      .m_rss_hash   (rest_hash),
      .has_result   (has_result),
      .its_result   (hash)
  );

  assign m_rss_hash = has_result ? hash : rest_hash;
endmodule

`resetall
