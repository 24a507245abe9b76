// l2_classifier with decisions that come DELAY clocks later: an error-free module of latency 12 + DELAY, for tests.
`timescale 1ns / 1ps
`default_nettype none

module late_classifier #(
    parameter DELAY = 52
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
    output wire [ 5:0] m_queue,
    output wire [ 3:0] m_vmdq,
    output wire [ 2:0] m_tc,
    output wire        m_tagged,
    output wire [15:0] m_tci,
    output wire        m_pif,
    output wire [ 6:0] m_ptype,
    output wire [ 3:0] m_rss_type,
    output wire [31:0] m_rss_hash
);

  wire [76:0] decision;
  l2_classifier dut (
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
      .m_valid      (decision[76]),
      .m_drop       (decision[75:74]),
      .m_queue      (decision[73:68]),
      .m_vmdq       (decision[67:64]),
      .m_tc         (decision[63:61]),
      .m_tagged     (decision[60]),
      .m_tci        (decision[59:44]),
      .m_pif        (decision[43]),
      .m_ptype      (decision[42:36]),
      .m_rss_type   (decision[35:32]),
      .m_rss_hash   (decision[31:0])
  );

  reg [76:0] late[0:DELAY-1];
  integer i;
  always @(posedge clk) begin
    late[0] <= decision;
    for (i = 1; i < DELAY; i = i + 1) late[i] <= late[i-1];
    if (rst) for (i = 0; i < DELAY; i = i + 1) late[i][76] <= 1'b0;
  end
  assign {m_valid, m_drop, m_queue, m_vmdq, m_tc, m_tagged, m_tci, m_pif, m_ptype, m_rss_type, m_rss_hash} =
      late[DELAY-1];

endmodule

`default_nettype wire
