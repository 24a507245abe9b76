// l2_classifier with one fault, selected by +fault=N at run time. One build has all faults that a checker
// must detect.
//
// Ports and contract: those of l2_classifier, but decisions come one clock later (latency 13), because the
// inputs are delayed by a clock. Without this clock no decision could be early.
//   0        no fault
//   1        every 16th decision one clock early, if the clock before it has no decision
//   2        every 16th decision one clock late, if the clock after it has no decision
//   3        every 16th decision missing
//   4        every 16th decision output twice, if the clock after it has no decision
//   5        writes seen one frame early: a write at the edge of a last beat is seen by that frame
//   6        writes seen one frame late: the last write before a last beat is not seen by that frame
//   100 + k  output bit k inverted: 31:0 rss_hash, 47:32 tci, 53:48 queue, 55:54 drop, 59:56 vmdq, 62:60 tc,
//            63 tagged, 64 pif, 71:65 ptype, 75:72 rss_type, 76 valid
`timescale 1ns / 1ps
`default_nettype none

module faulty_classifier (
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

  reg [31:0] fault;
  initial if (!$value$plusargs("fault=%d", fault)) fault = 32'd0;

  // A beat is {tvalid, tlast, tuser, tkeep, tdata}, a write {en, addr, data}.
  wire [74:0] beat_now = {s_axis_tvalid, s_axis_tlast, s_axis_tuser, s_axis_tkeep, s_axis_tdata};
  wire [48:0] write_now = {wr_en, wr_addr, wr_data};
  reg  [74:0] beat_held;
  reg  [48:0] write_held;
  always @(posedge clk) begin
    beat_held  <= rst ? 75'd0 : beat_now;
    write_held <= rst ? 49'd0 : write_now;
  end

  // To move decisions in both directions the module must know them a clock before.
  wire ahead = fault == 32'd1 || fault == 32'd2;
  wire [74:0] beat = ahead ? beat_now : beat_held;
  wire [48:0] write_due = (ahead || fault == 32'd5) ? write_now : write_held;

  // The newest write waits for the next write or the end of a frame, whichever is first.
  wire frame_end = beat[74] && beat[73];
  reg  [48:0] write_waiting;
  always @(posedge clk)
    if (rst) write_waiting <= 49'd0;
    else if (write_due[48] || frame_end) write_waiting <= write_due;
  wire release_write = write_waiting[48] && (write_due[48] || frame_end);
  wire [48:0] write_used = (fault == 32'd6) ? {release_write, write_waiting[47:0]} : write_due;

  wire [76:0] decision;
  l2_classifier dut (
      .clk          (clk),
      .rst          (rst),
      .s_axis_tdata (beat[63:0]),
      .s_axis_tkeep (beat[71:64]),
      .s_axis_tvalid(beat[74]),
      .s_axis_tlast (beat[73]),
      .s_axis_tuser (beat[72]),
      .wr_en        (write_used[48]),
      .wr_addr      (write_used[47:32]),
      .wr_data      (write_used[31:0]),
      .m_valid      (decision[76]),
      .m_drop       (decision[55:54]),
      .m_queue      (decision[53:48]),
      .m_vmdq       (decision[59:56]),
      .m_tc         (decision[62:60]),
      .m_tagged     (decision[63]),
      .m_tci        (decision[47:32]),
      .m_pif        (decision[64]),
      .m_ptype      (decision[71:65]),
      .m_rss_type   (decision[75:72]),
      .m_rss_hash   (decision[31:0])
  );

  reg [76:0] last_decision, late_decision;
  reg [ 3:0] count;
  reg        was_early;
  wire chosen = decision[76] && count == 4'd15;
  // The count has moved on when the decision is the last one.
  wire last_chosen = last_decision[76] && count == 4'd0;
  wire early = chosen && !last_decision[76];
  wire late = last_chosen && !decision[76];
  always @(posedge clk) begin
    last_decision <= rst ? 77'd0 : decision;
    late_decision <= rst || !late ? 77'd0 : last_decision;
    was_early     <= early && !rst;
    if (rst) count <= 4'd0;
    else if (decision[76]) count <= count + 4'd1;
  end

  reg [76:0] shown;
  always @* begin
    shown = decision;
    case (fault)
      32'd1: if (!early) shown = {last_decision[76] && !was_early, last_decision[75:0]};
      32'd2: shown = late_decision[76] ? late_decision : {last_decision[76] && !late, last_decision[75:0]};
      32'd3: shown[76] = decision[76] && !chosen;
      32'd4: if (late) shown = last_decision;
      default: if (fault >= 32'd100 && fault < 32'd177) shown = decision ^ (77'd1 << (fault - 32'd100));
    endcase
  end

  assign m_valid    = shown[76];
  assign m_drop     = shown[55:54];
  assign m_queue    = shown[53:48];
  assign m_vmdq     = shown[59:56];
  assign m_tc       = shown[62:60];
  assign m_tagged   = shown[63];
  assign m_tci      = shown[47:32];
  assign m_pif      = shown[64];
  assign m_ptype    = shown[71:65];
  assign m_rss_type = shown[75:72];
  assign m_rss_hash = shown[31:0];

endmodule

`default_nettype wire
