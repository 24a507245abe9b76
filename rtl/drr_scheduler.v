// Surplus round robin: scheduling that is fair in bytes. The sign of a credit decides whether a queue continues.
// No credit is compared with the length of a packet.
//
// Purpose: with one packet per turn, the queue with the longest packets gets most bytes. Here a visit of a
// queue begins with its quantum, and sends while its credit is positive. If the last packet exceeds the credit,
// the excess is a debt, with which the next visit of the queue begins. No length is needed before the grant.
//
// Algorithm: while a visit is open and its queue requests, that queue is offered again. Otherwise a
// round-robin scheduler offers the next queue, and its take opens a new visit with base = min(credit, 0) +
// quantum. In the clock after a take, the length is subtracted from the base.
//
// Parameters: N, queues, 1 to 128, any value. LEN_W, bits of a length and of a quantum.
// Protocol: after a take at edge e, `valid` is 0 at e + 1, and `len` at e + 1 is the length in bytes of what
// was taken. There is therefore one grant in two clocks. A quantum written at edge w is used by visits that
// begin at edges after w. Quanta are undefined after a reset until written. For fairness every quantum must be
// at least the longest grant. Queues with smaller quanta are served too, and their debt saturates at 2^LEN_W.
// Latency: `valid`, `gnt` and `idx` follow `req` in the same clock. The credit follows `len` by one clock.
// Reset: synchronous; the pointer is queue 0, no visit is open, and there are no debts.
// Source: the contract in docs/rtl_scheduler.md.
//
// Representation: a credit is stored minus one, so its sign bit alone states "not positive". A debt d (credit
// -d) is then the complement of d, and only its low LEN_W + 1 bits are stored. Debts are in a memory without
// reset. `indebted_q` states which of its words are valid.

`resetall
`default_nettype none

module drr_scheduler #(
    parameter N     = 32,
    parameter LEN_W = 18
) (
    input  wire                 clk,
    input  wire                 rst,
    input  wire [        N-1:0] req,      // queue i has work and may send now
    input  wire                 ready,    // the offer is accepted at this edge
    input  wire [    LEN_W-1:0] len,      // bytes of what was taken at the edge before
    input  wire                 wr_en,    // write the quantum of queue wr_addr
    input  wire [(N > 1 ? $clog2(N) : 1)-1:0] wr_addr,
    input  wire [    LEN_W-1:0] wr_data,
    output wire                 valid,    // an offer is present
    output wire [        N-1:0] gnt,      // the offer, one-hot
    output wire [(N > 1 ? $clog2(N) : 1)-1:0] idx       // the offer's index
);

  localparam W = N > 1 ? $clog2(N) : 1;
  localparam C = LEN_W + 2;  // bits of a credit less one, before it is limited

`ifndef SYNTHESIS
  initial begin
    if (N < 1 || N > 128 || LEN_W < 1) begin
      $display("drr_scheduler: N is %0d, accepted are 1 to 128; LEN_W is %0d, at least 1", N, LEN_W);
      $finish;
    end
  end
`endif

  reg               charge_q;    // the length of the last take is at the input
  reg               store_q;     // its credit is final: store the debt
  reg               new_visit_q; // the last take began a visit
  reg               indebted_now_q; // the queue of the last take had a debt before it
  reg  [     W-1:0] cur_q;       // queue of the last take
  reg  [     N-1:0] cur_hot_q;   // the same, one-hot
  reg  [     C-1:0] credit_q;    // credit of cur less one
  reg  [     N-1:0] indebted_q;  // debt_mem holds this queue's debt; it has none otherwise
  reg  [   LEN_W:0] debt_mem[0:N-1];
  reg  [ LEN_W-1:0] quantum_mem[0:N-1];
  reg               wr_en_q;
  reg  [     W-1:0] wr_addr_q;
  reg  [ LEN_W-1:0] wr_data_q;

  // Offer.
  wire              open = ~credit_q[C-1];
  wire              again = open & |(req & cur_hot_q);
  wire              next_valid;
  wire [     N-1:0] next_gnt;
  wire [     W-1:0] next_idx;
  wire              take = valid & ready;

`ifdef FORMAL_INSIDE
  wire [N-1:(N > 1 ? 1 : 0)] f_after;
`endif
  rr_scheduler #(
      .N(N)
  ) next_queue (
      .clk  (clk),
      .rst  (rst),
      .req  (req),
      .ready(ready & ~charge_q & ~again),
      .valid(next_valid),
      .gnt  (next_gnt),
      .idx  (next_idx)
`ifdef FORMAL_INSIDE
      , .f_after(f_after)
`endif
  );

  assign valid = next_valid & ~charge_q;
  assign gnt   = (again ? cur_hot_q : next_gnt) & {N{~charge_q}};
  assign idx   = again ? cur_q : next_idx;

  // Credit, while the length is at the input.
  wire [   LEN_W:0] debt = debt_mem[cur_q] | {LEN_W + 1{~indebted_now_q}};
  wire [     C-1:0] base = new_visit_q ? {1'b1, debt} : credit_q;
  wire [ LEN_W-1:0] grant_bytes = quantum_mem[cur_q] & {LEN_W{new_visit_q}};
  wire [     C-1:0] credit_next = base + {2'b00, grant_bytes} - {2'b00, len};

  // Indebted queues are looked up at the take, one clock before it is needed, because the sum is the long path.
  wire [     N-1:0] indebted_next = store_q ? (indebted_q & ~cur_hot_q) | (cur_hot_q & {N{~open}}) : indebted_q;

  // A debt saturates at 2^LEN_W. In the complement, a leading 0 sets all other bits to 1.
  wire [   LEN_W:0] limited = {credit_q[LEN_W], credit_q[LEN_W-1:0] | {LEN_W{~credit_q[LEN_W]}}};

  always @(posedge clk) begin
    charge_q <= take;
    store_q  <= charge_q;
    if (take & ~again) begin
      cur_q     <= next_idx;
      cur_hot_q <= next_gnt;
      indebted_now_q <= |(next_gnt & indebted_next);
    end
    if (take) new_visit_q <= ~again;
    if (charge_q) credit_q <= credit_next;
    if (store_q) debt_mem[cur_q] <= limited;
    indebted_q <= indebted_next;
    if (rst) begin
      charge_q   <= 1'b0;
      store_q    <= 1'b0;
      credit_q   <= {C{1'b1}};
      indebted_q <= {N{1'b0}};
    end
  end

  // The write is one clock late, so that a visit that begins at the edge of the write uses the old quantum.
  always @(posedge clk) begin
    wr_en_q   <= wr_en & ~rst;
    wr_addr_q <= wr_addr;
    wr_data_q <= wr_data;
    if (wr_en_q) quantum_mem[wr_addr_q] <= wr_data_q;
  end

`ifdef FORMAL_DRR
  // Helper invariants: they connect the state of this block with the registers of the checker. HELPERS is a
  // mask of those that this run proves. Those in ASSUMED are proved by another run, and assumed here.
`define HOLD(group, claim) if (`ASSUMED & group) assume (claim); else if (`HELPERS & group) assert (claim);
  wire               f_started, f_visited, f_charge, f_fresh, f_open, f_overtaken, f_fair;
  wire [  LEN_W-1:0] f_lmax;
  wire [      W-1:0] f_k, f_j, f_pointer, f_cur;
  wire [    N*C-1:0] f_credits;
  wire [N*LEN_W-1:0] f_quanta;
  wire [      N-1:0] f_known;
  wire [  LEN_W+1:0] f_sent;
  wire [  LEN_W+3:0] f_origin, f_balance, f_potential;

  drr_properties #(
      .N(N),
      .LEN_W(LEN_W),
      .PROPERTY(`FORMAL_DRR)
  ) f_properties (
      .clk(clk), .rst(rst), .req(req), .ready(ready), .len(len), .wr_en(wr_en), .wr_addr(wr_addr),
      .wr_data(wr_data), .valid(valid), .gnt(gnt), .idx(idx),
      .started(f_started), .lmax(f_lmax), .k(f_k), .j(f_j), .pointer(f_pointer), .visited(f_visited),
      .cur(f_cur), .charge(f_charge), .fresh(f_fresh), .open(f_open), .credits(f_credits), .quanta(f_quanta),
      .known(f_known), .overtaken(f_overtaken), .sent(f_sent), .fair(f_fair), .origin(f_origin),
      .balance(f_balance), .potential(f_potential)
  );

  wire signed [C-1:0] f_credit_cur = f_credits[f_cur*C+:C];
  wire signed [C-1:0] f_quantum_cur = {2'b00, f_quanta[f_cur*LEN_W+:LEN_W]};
  wire f_free = `FORMAL_DRR == 16 || `FORMAL_DRR == 17;
  wire signed [C-1:0] f_running = credit_q;
  wire signed [C-1:0] f_deepest = {2'b11, {LEN_W{1'b0}}};
  wire signed [C-1:0] f_floor = f_free ? f_deepest - 1'b1 : -{2'b00, f_lmax};
  wire signed [LEN_W+3:0] f_origin_s = f_origin;
  wire signed [LEN_W+3:0] f_potential_s = f_potential;
  wire signed [LEN_W+3:0] f_quantum_j = {4'b0000, f_quanta[f_j*LEN_W+:LEN_W]};
  wire signed [LEN_W+3:0] f_slack = {4'b0000, f_lmax} - 1'b1;
  wire signed [LEN_W+3:0] f_lowest = `FORMAL_DRR == 6 || `FORMAL_DRR == 10 ? f_slack + f_slack : f_slack;
  wire [W:0] f_ahead_idx = idx >= f_pointer ? idx - f_pointer : idx + N - f_pointer;
  wire [W:0] f_ahead_k = f_k >= f_pointer ? f_k - f_pointer : f_k + N - f_pointer;
  wire [W:0] f_ahead_j = f_j >= f_pointer ? f_j - f_pointer : f_j + N - f_pointer;

  always @* if (f_started) begin
    // where the search starts, and what is in progress
    `HOLD(1, (f_pointer < N && f_cur < N || !f_visited && f_pointer == 0))
    `HOLD(1, (!f_visited || f_pointer == (f_cur == N - 1 ? 0 : f_cur + 1'b1)))
    `HOLD(1, (charge_q == f_charge && (!f_charge || f_visited)))
    `HOLD(1, (!store_q || (f_visited && !f_charge)))
    `HOLD(1, (!f_visited || (cur_q == f_cur && cur_hot_q == {{N - 1{1'b0}}, 1'b1} << f_cur)))
    `HOLD(1, (!f_charge || new_visit_q == f_fresh))
    `HOLD(1, (!f_charge || &f_known))
    `HOLD(1, (!f_visited || &f_known))
    // the running credit
    `HOLD(2, (f_visited || (credit_q == {C{1'b1}} && !f_open && !f_charge)))
    `HOLD(2, (!f_visited || (f_charge && f_fresh) || credit_q == f_credit_cur - 1'b1
              || f_free && f_credit_cur == f_deepest && f_running < f_credit_cur))
    `HOLD(2, (!f_visited || f_charge || f_open == (f_credit_cur > 0)))
    `HOLD(2, (!f_charge || f_fresh || f_credit_cur > 0))
    `HOLD(2, (!f_charge || !f_fresh || indebted_now_q == indebted_q[f_cur]))
    `HOLD(8, (!f_overtaken || f_ahead_k < f_ahead_j))
    // bytes of a visit and its credit make up the quantum
    `HOLD(16, (!f_visited || f_charge && f_fresh || f_sent + f_credit_cur <= f_quantum_cur))
    `HOLD(16, (!(f_charge && f_fresh) || f_sent == 0))
    `HOLD(16, (!f_visited || f_sent < (3 << LEN_W)))
    // no requesting queue is passed over; lookups for the same queue agree
    `HOLD(32, (!(take & ~again) || !req[f_k] || f_ahead_idx <= f_ahead_k))
    `HOLD(32, (!(take & ~again) || !req[f_j] || f_ahead_idx <= f_ahead_j))
    `HOLD(32, (f_cur != f_k || f_credit_cur == f_credits[f_k*C+:C]))
    `HOLD(32, (f_cur != f_j || f_credit_cur == f_credits[f_j*C+:C]))
    `HOLD(32, (f_cur != f_k || f_quantum_cur[LEN_W-1:0] == f_quanta[f_k*LEN_W+:LEN_W]))
    `HOLD(32, (f_cur != f_j || f_quantum_cur[LEN_W-1:0] == f_quanta[f_j*LEN_W+:LEN_W]))
    // the potential is bounded, and the balance is the potential
    `HOLD(64, (!(f_fair && &f_known) || (f_potential_s >= -f_lowest && f_potential_s <= f_quantum_j + f_slack)))
    `HOLD(64, (!f_fair || (f_origin_s >= -f_lowest && f_origin_s <= f_quantum_j + f_slack)))
    `HOLD(128, (!f_fair || f_balance == f_potential))
  end
  genvar f_i;
  generate
    for (f_i = 0; f_i < N; f_i = f_i + 1) begin : gen_helpers
      wire signed [C-1:0] credit = f_credits[f_i*C+:C];
      wire signed [C-1:0] quantum = {2'b00, f_quanta[f_i*LEN_W+:LEN_W]};
      wire pending = wr_en_q && wr_addr_q == f_i;
      always @* if (f_started) begin
        if (f_i > 0) `HOLD(1, (f_after[f_i] == (f_pointer != 0 && f_i >= f_pointer)))
        // debts in the memory, and the range of all credits
        `HOLD(4, (store_q && cur_q == f_i || (indebted_q[f_i] ? credit <= 0 : credit >= 0)))
        `HOLD(4, (store_q && cur_q == f_i || !indebted_q[f_i] || {1'b1, debt_mem[f_i]} == credit - 1'b1))
        `HOLD(4, (!f_known[f_i] || (pending ? wr_data_q : quantum_mem[f_i]) == quantum[LEN_W-1:0]))
        `HOLD(4, (!f_known[f_i] || f_free || quantum[LEN_W-1:0] >= f_lmax))
        `HOLD(4, (credit > f_floor))
        `HOLD(4, (f_visited ? credit <= quantum : credit == 0))
      end
    end
  endgenerate
`endif

endmodule

`resetall
