// Checker of the deficit properties D1 to D6 and of the covers. docs/rtl_scheduler.md has the properties. They
// are stated on the ports alone, so the checker fits any module with the ports of drr_scheduler.
//
// The checker recognises a visit from the ports. A take of the same queue as before belongs to the same visit in
// two cases: another queue requests, which a new visit would have selected; or the credit counted here is still
// positive. A module that continues without credit, or ends a visit with credit, therefore breaks D3 and D4.
// PROPERTY selects what is asserted: 1 to 4 is D1 to D4; 5 is D5 with equal quanta; 6 is D5 if the quantum of j
// is twice that of k; 7 is the offer that the rule prescribes; 8 is D1 to D4 and 7; 16 is D6. 11 to 15 asserts
// that a cover never happens. 0 asserts nothing; 9 and 10 assert nothing with the quanta of 5 and 6; 17 asserts
// nothing with the inputs of 16.
// Assumed: reset at the first edge; every quantum is written once after a reset and before the first `ready`;
// 1 <= length <= lmax <= every quantum. With 16 and 17 lengths and quanta are free.
// The registers of the checker are outputs, because the helper invariants of the module use them.

`default_nettype none

module drr_properties #(
    parameter N = 32,
    parameter LEN_W = 4,
    parameter PROPERTY = 0
) (
    input  wire                   clk,
    input  wire                   rst,
    input  wire [          N-1:0] req,
    input  wire                   ready,
    input  wire [      LEN_W-1:0] len,
    input  wire                   wr_en,
    input  wire [(N > 1 ? $clog2(N) : 1)-1:0] wr_addr,
    input  wire [      LEN_W-1:0] wr_data,
    input  wire                   valid,
    input  wire [          N-1:0] gnt,
    input  wire [(N > 1 ? $clog2(N) : 1)-1:0] idx,
    output reg                    started,    // the first edge, a reset, is past
    output wire [      LEN_W-1:0] lmax,
    output wire [(N > 1 ? $clog2(N) : 1)-1:0] k,
    output wire [(N > 1 ? $clog2(N) : 1)-1:0] j,
    output reg  [(N > 1 ? $clog2(N) : 1)-1:0] pointer,    // where the search for a new visit starts
    output reg                    visited,    // there was a take since the reset, so cur is valid
    output reg  [(N > 1 ? $clog2(N) : 1)-1:0] cur,        // queue of the last take
    output reg                    charge,     // its length is at the input
    output reg                    fresh,      // it began a visit
    output reg                    open,       // after the charge: its credit is positive
    output wire [N*(LEN_W+2)-1:0] credits,    // signed, LEN_W + 2 bits each
    output wire [    N*LEN_W-1:0] quanta,
    output reg  [          N-1:0] known,      // this quantum has been written
    output reg                    overtaken,  // j had a new visit since k requests without one
    output reg  [      LEN_W+1:0] sent,       // bytes of the visit so far
    output reg                    fair,       // j and k have requested at every edge of the interval
    output reg  [      LEN_W+3:0] origin,     // signed: potential at its start
    output reg  [      LEN_W+3:0] balance,    // signed: origin plus weighted bytes of j less those of k since
    output wire [      LEN_W+3:0] potential   // signed: potential now, which the balance must equal
);

  localparam W = N > 1 ? $clog2(N) : 1;
  localparam C = LEN_W + 2;  // bits of a credit
  localparam D = LEN_W + 4;  // bits of a difference of bytes
  localparam FREE = PROPERTY == 16 || PROPERTY == 17;
  localparam DOUBLE = PROPERTY == 6 || PROPERTY == 10;

  (* anyconst *) wire [W-1:0] any_k;
  (* anyconst *) wire [W-1:0] any_j;
  (* anyconst *) wire [LEN_W-1:0] any_lmax;
  (* anyseq *)   wire any_start;
  assign k = any_k;
  assign j = any_j;
  assign lmax = any_lmax;

  wire all_known = &known;

  initial started = 1'b0;
  always @(posedge clk) started <= 1'b1;

  // Whether a take continues the visit (again) or begins a new one (begins).
  wire [N-1:0] cur_hot = {{N - 1{1'b0}}, 1'b1} << cur;
  wire take = valid & ready & ~charge;
  wire again = visited && idx == cur && (open || |(req & ~cur_hot));
  wire begins = take & ~again;

  wire signed [C-1:0] credit_cur = credits[cur*C+:C];
  wire signed [C-1:0] quantum_cur = {2'b00, quanta[cur*LEN_W+:LEN_W]};
  wire signed [C-1:0] debt_cur = credit_cur < 0 ? credit_cur : {C{1'b0}};
  wire signed [C-1:0] base = fresh ? debt_cur + quantum_cur : credit_cur;
  wire signed [C-1:0] len_s = {2'b00, len};
  wire signed [C-1:0] lmax_s = {2'b00, lmax};
  wire signed [C-1:0] exact = base - len_s;
  wire signed [C-1:0] deepest = {2'b11, {LEN_W{1'b0}}};  // -2^LEN_W
  wire signed [C-1:0] after = exact < deepest ? deepest : exact;

  always @(posedge clk) begin
    charge <= take && !rst;
    if (take) begin
      visited <= 1'b1;
      cur     <= idx;
      fresh   <= ~again;
      if (!again) begin
        pointer <= idx == N - 1 ? 0 : idx + 1'b1;
        sent    <= 0;
      end
    end
    if (charge) begin
      open <= after > 0;
      sent <= sent + len;
    end
    if (rst) begin
      visited <= 1'b0;
      open    <= 1'b0;
      pointer <= 0;
    end
  end

  genvar i;
  generate
    for (i = 0; i < N; i = i + 1) begin : gen_queue
      reg signed [    C-1:0] credit;
      reg        [LEN_W-1:0] quantum;
      assign credits[i*C+:C] = credit;
      assign quanta[i*LEN_W+:LEN_W] = quantum;
      always @(posedge clk) begin
        if (rst) credit <= 0;
        else if (charge && cur == i) credit <= after;
        if (rst) known[i] <= 1'b0;
        else if (wr_en && wr_addr == i) known[i] <= 1'b1;
        if (wr_en && wr_addr == i) quantum <= wr_data;
      end
    end
  endgenerate

  wire signed [C-1:0] credit_k = credits[k*C+:C];
  wire signed [C-1:0] credit_j = credits[j*C+:C];
  wire signed [C-1:0] quantum_k = {2'b00, quanta[k*LEN_W+:LEN_W]};
  wire signed [C-1:0] quantum_j = {2'b00, quanta[j*LEN_W+:LEN_W]};

  always @* begin
    assume (started || rst);
    assume (k < N && j < N && (k != j || N == 1));
    assume (lmax != 0);
    assume (!(wr_en && started) || (wr_addr < N && (FREE || wr_data >= lmax) && !all_known));
    assume (!ready || all_known);
    assume (!charge || FREE || (len != 0 && len <= lmax));
    if (PROPERTY == 5 || PROPERTY == 9) assume (!all_known || quantum_j == quantum_k);
    if (DOUBLE) assume (!all_known || quantum_j == quantum_k + quantum_k);
  end

  // D2: new visits of j while k waits for one.
  wire begins_k = begins && idx == k;
  wire begins_j = begins && idx == j;
  always @(posedge clk) begin
    if (rst || !req[k] || begins_k) overtaken <= 1'b0;
    else if (begins_j) overtaken <= 1'b1;
  end

  // D5: an interval starts at any edge and lasts while both queues request. With equal quanta the potential is
  // r q - e_j + e_k; with 2:1 it is r q_j - e_j + 2 e_k. Both are the general form divided by q_k. e is the credit
  // of a queue in its visit and its debt outside. r is 1 if k comes before j from the pointer, otherwise 0.
  wire in_visit = visited && (charge || open);
  wire signed [C-1:0] debt_k = credit_k < 0 ? credit_k : {C{1'b0}};
  wire signed [C-1:0] debt_j = credit_j < 0 ? credit_j : {C{1'b0}};
  wire signed [D-1:0] e_k = in_visit && cur == k ? (charge ? base : credit_k) : debt_k;
  wire signed [D-1:0] e_j = in_visit && cur == j ? (charge ? base : credit_j) : debt_j;
  wire k_first = (k >= pointer) == (j >= pointer) ? k < j : k >= pointer;
  wire signed [D-1:0] wide_quantum_j = quantum_j;
  wire signed [D-1:0] turn = k_first ? wide_quantum_j : {D{1'b0}};
  wire signed [D-1:0] weighted_k = DOUBLE ? e_k + e_k : e_k;
  assign potential = turn - e_j + weighted_k;

  wire both = req[j] && req[k] && all_known && !rst;
  wire signed [D-1:0] wide_len = {4'b0000, len};
  wire signed [D-1:0] step = !charge ? {D{1'b0}} : cur == j ? wide_len : cur != k ? {D{1'b0}}
                           : DOUBLE ? -(wide_len + wide_len) : -wide_len;
  always @(posedge clk) begin
    if (!both) fair <= 1'b0;
    else if (any_start) begin
      fair    <= 1'b1;
      origin  <= potential;
      balance <= potential + step;
    end else balance <= balance + step;
  end
  wire signed [D-1:0] lead_s = balance - origin;
  wire signed [D-1:0] slack = {4'b0000, lmax} - 1'b1;
  wire signed [D-1:0] bound = wide_quantum_j + (DOUBLE ? slack + slack + slack : slack + slack);

  reg     found;
  reg [W-1:0] first;
  integer n;
  always @* begin
    found = 1'b0;
    first = 0;
    for (n = N - 1; n >= 0; n = n - 1) if (req[n] && n < pointer) begin found = 1'b1; first = n; end
    for (n = N - 1; n >= 0; n = n - 1) if (req[n] && n >= pointer) begin found = 1'b1; first = n; end
  end

  wire d1 = valid == (|req && !charge) && (gnt & (gnt - 1'b1)) == 0 && valid == |gnt && (gnt & ~req) == 0
            && (!valid || (idx < N && gnt[idx]));
  wire d2 = !(overtaken && begins_j && req[k] && !rst);
  wire d3 = (!all_known || (credit_k > -lmax_s && credit_k <= quantum_k)) && (!charge || base > 0)
            && !(begins && visited && idx != cur && req[cur] && credit_cur > 0);
  wire [LEN_W+1:0] most = quantum_cur + lmax - 1'b1;
  wire d4 = !charge || {1'b0, sent} + len <= {1'b0, most};
  wire d5 = !fair || (lead_s <= bound && lead_s >= -bound);
  wire d6 = credit_k >= deepest && (!charge || base >= deepest);
  wire offer = !valid || (open && req[cur] ? idx == cur : found && idx == first);

  // Covers.
  wire c1 = take && again;                                                 // visit goes on
  wire c2 = begins && visited && idx != cur && req[cur];                   // visit ended by credit
  wire c3 = begins && visited && idx != cur && !req[cur] && credit_cur > 0;  // left with credit
  wire c4 = visited && !charge && lmax > 2 && credit_cur == 1'b1 - lmax_s;   // largest debt
  wire c5 = fair && lead_s == bound && lmax > 1;                           // D5 is tight

  always @* if (started) begin
    case (PROPERTY)
      1: assert (d1);
      2: assert (d2);
      3: assert (d3);
      4: assert (d4);
      5: assert (d5);
      6: assert (d5);
      7: assert (offer);
      16: assert (d6 && offer);
      8: assert (d1 && d2 && d3 && d4 && offer);
      11: assert (!c1);
      12: assert (!c2);
      13: assert (!c3);
      14: assert (!c4);
      15: begin
        assume (quantum_j == quantum_k || !all_known);
        assert (!c5);
      end
      default: ;
    endcase
  end

endmodule

`default_nettype wire
