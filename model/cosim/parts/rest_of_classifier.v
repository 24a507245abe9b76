// The in-tree classifier around a user's part: joins its decisions with the results of the part.
//
// Both come in the order of frames, but at different edges. Each has a queue, and a decision leaves when both are
// there. The adapter of the part (filter_part.v and others) puts the result into the decision.
//
// Timing contract: +ixsim_latency=N demands a result N clocks after each `ask`; without it, any number of clocks.
// Simulation only. Source: docs/rtl_classifier.md, a filter, a parser or a hash alone.
`resetall
`default_nettype none

module rest_of_classifier #(
    parameter RX_QUEUES = 64,
    parameter POOLS     = 16,
    parameter ADDRESSES = 16,
    parameter RESULT_W  = 1
) (
    input  wire                clk,
    input  wire                rst,
    input  wire [        63:0] s_axis_tdata,
    input  wire [         7:0] s_axis_tkeep,
    input  wire                s_axis_tvalid,
    input  wire                s_axis_tlast,
    input  wire                s_axis_tuser,
    input  wire                wr_en,
    input  wire [        15:0] wr_addr,
    input  wire [        31:0] wr_data,
    input  wire                ask,     // the part takes a key or a last beat at this edge
    input  wire                answer,  // the part has a result
    input  wire [RESULT_W-1:0] result,
    input  wire                waits,   // the in-tree decision of this edge belongs to a result
    output wire                m_valid,
    output wire [         1:0] m_drop,
    output wire [(RX_QUEUES > 64 ? 7 : 6)-1:0] m_queue,
    output wire [(POOLS > 32 ? 6 : POOLS > 16 ? 5 : 4)-1:0] m_vmdq,
    output wire [         2:0] m_tc,
    output wire                m_tagged,
    output wire [        15:0] m_tci,
    output wire                m_pif,
    output wire [         6:0] m_ptype,
    output wire [         3:0] m_rss_type,
    output wire [        31:0] m_rss_hash,
    output wire                has_result,  // with the decision
    output wire [RESULT_W-1:0] its_result
);
  localparam QUEUE_W = RX_QUEUES > 64 ? 7 : 6;
  localparam POOL_W = POOLS > 32 ? 6 : POOLS > 16 ? 5 : 4;
  localparam DECISION_W = 2 + QUEUE_W + POOL_W + 3 + 1 + 16 + 1 + 7 + 4 + 32;

  wire rest_valid;
  wire [DECISION_W-1:0] rest;
  wire [1:0] drop;
  wire [QUEUE_W-1:0] queue;
  wire [POOL_W-1:0] vmdq;
  wire [2:0] tc;
  wire is_tagged, pif;
  wire [15:0] tci;
  wire [ 6:0] ptype;
  wire [ 3:0] rss_type;
  wire [31:0] rss_hash;
  assign rest = {drop, queue, vmdq, tc, is_tagged, tci, pif, ptype, rss_type, rss_hash};

  l2_classifier #(
      .RX_QUEUES(RX_QUEUES),
      .POOLS    (POOLS),
      .ADDRESSES(ADDRESSES)
  ) u_classifier (
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
      .m_valid      (rest_valid),
      .m_drop       (drop),
      .m_queue      (queue),
      .m_vmdq       (vmdq),
      .m_tc         (tc),
      .m_tagged     (is_tagged),
      .m_tci        (tci),
      .m_pif        (pif),
      .m_ptype      (ptype),
      .m_rss_type   (rss_type),
      .m_rss_hash   (rss_hash)
  );

  // ---- Queues. A check ends long before 2,048 frames wait.
  reg [DECISION_W:0] decisions[0:2047];
  reg [RESULT_W-1:0] results[0:2047];
  reg [10:0] decision_in, decision_out, result_in, result_out;
  wire [DECISION_W:0] head = decisions[decision_out];

  assign has_result = head[DECISION_W];
  assign its_result = results[result_out];
  assign m_valid    = decision_in != decision_out && (!has_result || result_in != result_out);
  assign {m_drop, m_queue, m_vmdq, m_tc, m_tagged, m_tci, m_pif, m_ptype, m_rss_type, m_rss_hash} =
      head[DECISION_W-1:0];

  always @(posedge clk) begin
    if (rest_valid) decisions[decision_in] <= {waits, rest};
    if (answer) results[result_in] <= result;
    decision_in  <= decision_in + {10'd0, rest_valid};
    decision_out <= decision_out + {10'd0, m_valid};
    result_in    <= result_in + {10'd0, answer};
    result_out   <= result_out + {10'd0, m_valid && has_result};
    if (rst) {decision_in, decision_out, result_in, result_out} <= 44'd0;
  end

  // ---- Latency of the part.
  integer latency;
  initial if (!$value$plusargs("ixsim_latency=%d", latency)) latency = 0;

  reg started = 1'b0;  // a reset has been seen
  reg [31:0] now = 32'd0;
  reg [31:0] asked[0:2047];
  reg [10:0] ask_in, ask_out;
  wire none_due = ask_in == ask_out;
  wire [31:0] passed = now - asked[ask_out];

  always @(posedge clk) begin
    now <= now + 32'd1;
    if (ask) asked[ask_in] <= now;
    ask_in  <= ask_in + {10'd0, ask};
    ask_out <= ask_out + {10'd0, answer};
    if (rst) {ask_in, ask_out} <= 22'd0;
    if (rst) started <= 1'b1;
    if (started && !rst && answer && none_due) begin
      $display("m_valid of the part is 1, but no result is due");
      $stop;
    end
    if (started && !rst && latency != 0 && !none_due && (answer ? passed != latency : passed >= latency)) begin
      if (answer) $display("a result %0d clocks after its key or last beat, --latency is %0d", passed, latency);
      else $display("no result %0d clocks after its key or last beat, --latency is %0d", passed, latency);
      $stop;
    end
  end
endmodule

`resetall
