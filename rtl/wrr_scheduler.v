// Weighted round robin: queues take turns, and a turn is worth as many units as the queue's weight.
//
// Purpose: traffic of a class gets a stated share of packets. A visit of a queue ends with its last unit, or
// when another queue is taken because this one does not request; what was left of the visit is then lost.
//
// Algorithm: while a visit is open and its queue requests, that queue is offered again. Otherwise a
// round-robin scheduler offers the next one, and taking it opens a new visit. The weight is read in the clock
// after that take, when the index is in a register: reading it at the take would lengthen the path of the index.
//
// Parameters: N, queues, 1 to 128, any value; WEIGHT_W, bits of a weight, at least 2.
// Protocol: one grant a clock. A weight written at edge w is used by visits begun at edges after w; weights
// are undefined after reset until written. A weight of 0 counts as 1.
// Latency: `valid`, `gnt` and `idx` follow `req` in the same clock; visit and pointer follow a take by one.
// Reset: synchronous; pointer to queue 0, no visit open.
//
// Representation: what is left of a visit is kept minus one, so that its sign bit alone says "no visit open".
// A new visit has used its first unit when its weight is read, so the memory holds weights less two.

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

  reg          fresh_q;    // the last take began a visit at the edge before
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

  // One clock late, so that the visit taken at the edge of the write still sees the old weight.
  always @(posedge clk) begin
    wr_en_q    <= wr_en & ~rst;
    wr_addr_q  <= wr_addr;
    wr_units_q <= {1'b0, wr_data} - {{C - 2{1'b0}}, 2'd2};
    if (wr_en_q) units_mem[wr_addr_q] <= wr_units_q;
  end

endmodule

`resetall
