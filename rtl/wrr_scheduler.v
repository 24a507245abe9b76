// Weighted round robin: queues take turns, and the weight of a queue is the number of units of its turn.
//
// Purpose: traffic of a class gets a stated share of packets. A visit of a queue ends with its last unit. It
// also ends when another queue is taken because this one does not request. The units left are then lost.
//
// Algorithm: while a visit is open and its queue requests, that queue is offered again. Otherwise a
// round-robin scheduler offers the next queue, and its take opens a new visit. The weight is read in the clock
// after that take, when the index is in a register. A read at the take would lengthen the path of the index.
//
// Parameters: N, queues, 1 to 128, any value. WEIGHT_W, bits of a weight, at least 2.
// Protocol: one grant a clock. A weight written at edge w is used by visits that begin at edges after w.
// Weights are undefined after a reset until written. A weight of 0 counts as 1.
// Latency: `valid`, `gnt` and `idx` follow `req` in the same clock. The state follows a take by one clock.
// Reset: synchronous; the pointer is queue 0, no visit is open. Source: the contract in docs/rtl_scheduler.md.
//
// Representation: the number of units left is stored minus one, so its sign bit alone states "no visit open".
// A new visit has used its first unit when its weight is read, so the memory has weights minus two.

`resetall
`default_nettype none

module wrr_scheduler #(
    parameter N        = 32,
    parameter WEIGHT_W = 20
) (
    input  wire                               clk,
    input  wire                               rst,
    input  wire [                      N-1:0] req,      // queue i has work and may send now
    input  wire                               ready,    // the offer is accepted at this edge
    input  wire                               wr_en,    // write the weight of queue wr_addr
    input  wire [(N > 1 ? $clog2(N) : 1)-1:0] wr_addr,
    input  wire [               WEIGHT_W-1:0] wr_data,
    output wire                               valid,    // an offer is present
    output wire [                      N-1:0] gnt,      // the offer, one-hot
    output wire [(N > 1 ? $clog2(N) : 1)-1:0] idx       // the offer's index
);

  localparam W = N > 1 ? $clog2(N) : 1;
  localparam C = WEIGHT_W + 1;  // bits of a number of units with its sign

`ifndef SYNTHESIS
  initial begin
    if (N < 1 || N > 128 || WEIGHT_W < 2) begin
      $display("wrr_scheduler: N is %0d, accepted are 1 to 128; WEIGHT_W is %0d, at least 2", N, WEIGHT_W);
      $finish;
    end
  end
`endif

  reg          fresh_q;    // a take at the previous edge began a visit
  reg  [W-1:0] cur_q;      // queue of the last visit
  reg  [N-1:0] cur_hot_q;  // the same, one-hot
  reg  [C-1:0] left_q;     // units left in the visit, less one
  reg  [C-1:0] units_mem[0:N-1];
  reg          wr_en_q;
  reg  [W-1:0] wr_addr_q;
  reg  [C-1:0] wr_units_q;

  // Offer.
  wire [C-1:0] left = fresh_q ? units_mem[cur_q] : left_q;
  wire         open = ~left[C-1];
  wire         again = open & |(req & cur_hot_q);
  wire [N-1:0] next_gnt;
  wire [W-1:0] next_idx;

`ifdef FORMAL_INSIDE
  wire [N-1:(N > 1 ? 1 : 0)] f_after;
`endif
  rr_scheduler #(
      .N(N)
  ) next_queue (
      .clk  (clk),
      .rst  (rst),
      .req  (req),
      .ready(ready & ~again),
      .valid(valid),
      .gnt  (next_gnt),
      .idx  (next_idx)
`ifdef FORMAL_INSIDE
      , .f_after(f_after)
`endif
  );

  assign gnt = again ? cur_hot_q : next_gnt;
  assign idx = again ? cur_q : next_idx;

  wire begins = valid & ready & ~again;

  always @(posedge clk) begin
    fresh_q <= begins;
    if (begins) begin
      cur_q     <= next_idx;
      cur_hot_q <= next_gnt;
    end
    left_q <= left - {{C - 1{1'b0}}, again & ready};
    if (rst) begin
      fresh_q <= 1'b0;
      left_q  <= {C{1'b1}};
    end
  end

  // The write is one clock late, so that a visit that begins at the edge of the write uses the old weight.
  always @(posedge clk) begin
    wr_en_q    <= wr_en & ~rst;
    wr_addr_q  <= wr_addr;
    wr_units_q <= {1'b0, wr_data} - {{C - 2{1'b0}}, 2'd2};
    if (wr_en_q) units_mem[wr_addr_q] <= wr_units_q;
  end

`ifdef FORMAL_WRR
  // Helper invariants: they connect the state of this block with the registers of the checker. HELPERS is a
  // mask of those that this run proves. Those in ASSUMED are proved by another run, and assumed here.
`define HOLD(group, claim) if (`ASSUMED & group) assume (claim); else if (`HELPERS & group) assert (claim);
  wire                  f_started, f_visited, f_overtaken;
  wire [         W-1:0] f_k, f_j, f_pointer, f_cur;
  wire [  WEIGHT_W-1:0] f_units, f_worth;
  wire [    WEIGHT_W:0] f_taken;
  wire [N*WEIGHT_W-1:0] f_weights;
  wire [         N-1:0] f_known;

  wrr_properties #(
      .N(N),
      .WEIGHT_W(WEIGHT_W),
      .PROPERTY(`FORMAL_WRR)
  ) f_properties (
      .clk(clk), .rst(rst), .req(req), .ready(ready), .wr_en(wr_en), .wr_addr(wr_addr), .wr_data(wr_data),
      .valid(valid), .gnt(gnt), .idx(idx),
      .started(f_started), .k(f_k), .j(f_j), .pointer(f_pointer), .visited(f_visited), .cur(f_cur),
      .units(f_units), .worth(f_worth), .taken(f_taken), .weights(f_weights), .known(f_known),
      .overtaken(f_overtaken)
  );

  wire [W:0] f_ahead_k = f_k >= f_pointer ? f_k - f_pointer : f_k + N - f_pointer;
  wire [W:0] f_ahead_j = f_j >= f_pointer ? f_j - f_pointer : f_j + N - f_pointer;

  always @* if (f_started) begin
    // where the search starts, and the queue of the visit
    `HOLD(1, (f_pointer < N && f_cur < N || !f_visited && f_pointer == 0))
    `HOLD(1, (!f_visited || f_pointer == (f_cur == N - 1 ? 0 : f_cur + 1'b1)))
    `HOLD(1, (!f_visited || (cur_q == f_cur && cur_hot_q == {{N - 1{1'b0}}, 1'b1} << f_cur)))
    `HOLD(1, (!wr_en_q || wr_addr_q < N))
    // the units left
    `HOLD(2, (f_visited || !fresh_q && left_q == {C{1'b1}} && f_units == 0))
    `HOLD(2, (f_units == 0 ? left == {C{1'b1}} || left == {{C - 1{1'b1}}, 1'b0} : left == f_units - 1'b1))
    `HOLD(8, (!f_overtaken || f_ahead_k < f_ahead_j))
    // takes and units left are together the worth of a visit
    `HOLD(16, (!f_visited || (f_worth != 0 && f_taken != 0 && f_taken <= {1'b0, f_worth}
              && f_taken + f_units == {1'b0, f_worth})))
  end
  genvar f_i;
  generate
    for (f_i = 0; f_i < N; f_i = f_i + 1) begin : gen_helpers
      wire [WEIGHT_W-1:0] weight = f_weights[f_i*WEIGHT_W+:WEIGHT_W];
      wire pending = wr_en_q && wr_addr_q == f_i;
      always @* if (f_started) begin
        if (f_i > 0) `HOLD(1, (f_after[f_i] == (f_pointer != 0 && f_i >= f_pointer)))
        `HOLD(4, (!f_known[f_i] || (pending ? wr_units_q : units_mem[f_i]) == {1'b0, weight} - 2'd2))
      end
    end
  endgenerate
`endif

endmodule

`resetall
