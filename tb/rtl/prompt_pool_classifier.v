// pool_classifier as a module of latency 1 with data of 32 to 512 bits, and the same with s_axis_tready.
//
// prompt_classifier.v, which goes with this file, says how these forms are made, and what +fault=1 to 4 are.
`timescale 1ns / 1ps
`default_nettype none

module prompt_pool_classifier #(
    parameter WIDTH = 64
) (
    input  wire               clk,
    input  wire               rst,
    input  wire [  WIDTH-1:0] s_axis_tdata,
    input  wire [WIDTH/8-1:0] s_axis_tkeep,
    input  wire               s_axis_tvalid,
    input  wire               s_axis_tlast,
    input  wire               s_axis_tuser,
    input  wire               wr_en,
    input  wire [       15:0] wr_addr,
    input  wire [       31:0] wr_data,
    output reg                m_valid,
    output reg  [        2:0] m_drop,
    output reg  [       63:0] m_pools,
    output reg  [        3:0] m_rss,
    output reg  [        2:0] m_tc,
    output reg                m_tagged,
    output reg  [       15:0] m_tci,
    output reg                m_pif,
    output reg  [        6:0] m_ptype,
    output reg  [        3:0] m_rss_type,
    output reg  [       31:0] m_rss_hash
);

  wire fast, begins, fast_rst, fast_tvalid, fast_tlast, fast_tuser, fast_wr_en;
  wire [63:0] fast_tdata;
  wire [ 7:0] fast_tkeep;
  wire [15:0] fast_wr_addr;
  wire [31:0] fast_wr_data;
  prompt_stream #(
      .WIDTH(WIDTH)
  ) stream (
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
      .fast         (fast),
      .begins       (begins),
      .fast_rst     (fast_rst),
      .fast_tdata   (fast_tdata),
      .fast_tkeep   (fast_tkeep),
      .fast_tvalid  (fast_tvalid),
      .fast_tlast   (fast_tlast),
      .fast_tuser   (fast_tuser),
      .fast_wr_en   (fast_wr_en),
      .fast_wr_addr (fast_wr_addr),
      .fast_wr_data (fast_wr_data)
  );

  wire [135:0] decision;
  pool_classifier dut (
      .clk          (fast),
      .rst          (fast_rst),
      .s_axis_tdata (fast_tdata),
      .s_axis_tkeep (fast_tkeep),
      .s_axis_tvalid(fast_tvalid),
      .s_axis_tlast (fast_tlast),
      .s_axis_tuser (fast_tuser),
      .wr_en        (fast_wr_en),
      .wr_addr      (fast_wr_addr),
      .wr_data      (fast_wr_data),
      .m_valid      (decision[135]),
      .m_drop       (decision[134:132]),
      .m_pools      (decision[131:68]),
      .m_rss        (decision[67:64]),
      .m_tc         (decision[63:61]),
      .m_tagged     (decision[60]),
      .m_tci        (decision[59:44]),
      .m_pif        (decision[43]),
      .m_ptype      (decision[42:36]),
      .m_rss_type   (decision[35:32]),
      .m_rss_hash   (decision[31:0])
  );

  always @(posedge fast) begin
    if (begins) m_valid <= 1'b0;
    else if (decision[135])
      {m_valid, m_drop, m_pools, m_rss, m_tc, m_tagged, m_tci, m_pif, m_ptype, m_rss_type, m_rss_hash} <= decision;
  end

endmodule

module stalling_pool_classifier #(
    parameter WIDTH = 64
) (
    input  wire               clk,
    input  wire               rst,
    input  wire [  WIDTH-1:0] s_axis_tdata,
    input  wire [WIDTH/8-1:0] s_axis_tkeep,
    input  wire               s_axis_tvalid,
    output wire               s_axis_tready,
    input  wire               s_axis_tlast,
    input  wire               s_axis_tuser,
    input  wire               wr_en,
    input  wire [       15:0] wr_addr,
    input  wire [       31:0] wr_data,
    output wire               m_valid,
    output wire [        2:0] m_drop,
    output wire [       63:0] m_pools,
    output wire [        3:0] m_rss,
    output wire [        2:0] m_tc,
    output wire               m_tagged,
    output wire [       15:0] m_tci,
    output wire               m_pif,
    output wire [        6:0] m_ptype,
    output wire [        3:0] m_rss_type,
    output wire [       31:0] m_rss_hash
);

  wire takes;  // what of s_axis_tvalid the block sees
  stalling_ready ready (
      .clk  (clk),
      .valid(s_axis_tvalid),
      .ready(s_axis_tready),
      .takes(takes)
  );
  prompt_pool_classifier #(
      .WIDTH(WIDTH)
  ) prompt (
      .clk          (clk),
      .rst          (rst),
      .s_axis_tdata (s_axis_tdata),
      .s_axis_tkeep (s_axis_tkeep),
      .s_axis_tvalid(takes),
      .s_axis_tlast (s_axis_tlast),
      .s_axis_tuser (s_axis_tuser),
      .wr_en        (wr_en),
      .wr_addr      (wr_addr),
      .wr_data      (wr_data),
      .m_valid      (m_valid),
      .m_drop       (m_drop),
      .m_pools      (m_pools),
      .m_rss        (m_rss),
      .m_tc         (m_tc),
      .m_tagged     (m_tagged),
      .m_tci        (m_tci),
      .m_pif        (m_pif),
      .m_ptype      (m_ptype),
      .m_rss_type   (m_rss_type),
      .m_rss_hash   (m_rss_hash)
  );

endmodule

`default_nettype wire
