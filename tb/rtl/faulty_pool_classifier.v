// The in-tree pool classifier with one fault, selected by +fault=N; 0 is none. Tests of shortened failures use it.
//
// 1: writes to VMOLR.UPE of pool 37 are ignored. 2: the highest pool of a set of several is missing. 3: the lowest bit
// of a word written to VLVFB is 0. 4: the lowest bit of the RSS index of tagged frames is inverted.
`resetall
`default_nettype none

module faulty_pool_classifier (
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
    output wire [ 2:0] m_drop,
    output wire [63:0] m_pools,
    output wire [ 3:0] m_rss,
    output wire [ 2:0] m_tc,
    output wire        m_tagged,
    output wire [15:0] m_tci,
    output wire        m_pif,
    output wire [ 6:0] m_ptype,
    output wire [ 3:0] m_rss_type,
    output wire [31:0] m_rss_hash
);
  integer fault;
  initial if (!$value$plusargs("fault=%d", fault)) fault = 0;

  wire vmolr37 = wr_addr[15:2] == 14'h3C25;
  wire vlvfb = wr_addr[15:9] == 7'h79;
  wire [31:0] lost = {9'd0, fault == 1 && vmolr37, 21'd0, fault == 3 && vlvfb};

  wire [63:0] pools;
  wire [3:0] rss;
  reg [63:0] highest;
  integer i;
  always @* begin
    highest = 64'd0;
    for (i = 0; i < 64; i = i + 1) if (pools[i]) highest = 64'd1 << i;
  end
  assign m_pools = fault == 2 && pools != highest ? pools ^ highest : pools;
  assign m_rss   = rss ^ {3'd0, fault == 4 && m_tagged};

  pool_classifier u_good (
      .clk          (clk),
      .rst          (rst),
      .s_axis_tdata (s_axis_tdata),
      .s_axis_tkeep (s_axis_tkeep),
      .s_axis_tvalid(s_axis_tvalid),
      .s_axis_tlast (s_axis_tlast),
      .s_axis_tuser (s_axis_tuser),
      .wr_en        (wr_en),
      .wr_addr      (wr_addr),
      .wr_data      (wr_data & ~lost),
      .m_valid      (m_valid),
      .m_drop       (m_drop),
      .m_pools      (pools),
      .m_rss        (rss),
      .m_tc         (m_tc),
      .m_tagged     (m_tagged),
      .m_tci        (m_tci),
      .m_pif        (m_pif),
      .m_ptype      (m_ptype),
      .m_rss_type   (m_rss_type),
      .m_rss_hash   (m_rss_hash)
  );
endmodule

`resetall
