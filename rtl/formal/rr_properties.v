// Checker of the round-robin properties R1 to R7 and of the covers. docs/rtl_scheduler.md has the properties.
// They are stated on the ports alone, so the checker fits any module with the ports of rr_scheduler.
//
// k and j are arbitrary constants, so a proof about them is a proof about every pair of queues. Both are
// assumed below N. Otherwise the proof fails on queues that do not exist, if N is not a power of two.
// PROPERTY selects what is asserted: 1 to 7 is R1 to R7, 8 all of them, 0 nothing, 11 to 15 that a cover never happens.
// The registers of the checker are outputs, because the helper invariants of the module use them.
// Assumed: reset at the first edge. All other inputs are free.

`default_nettype none

module rr_properties #(
    parameter N = 32,
    parameter PROPERTY = 0
) (
    input wire                 clk,
    input wire                 rst,
    input wire [        N-1:0] req,
    input wire                 ready,
    input wire                 valid,
    input wire [        N-1:0] gnt,
    input wire [(N > 1 ? $clog2(N) : 1)-1:0] idx,
    output reg                 started,   // the first edge, a reset, is past
    output reg [(N > 1 ? $clog2(N) : 1)-1:0] pointer,   // as the rule says it must be
    output wire [(N > 1 ? $clog2(N) : 1)-1:0] k,        // the queue that waits
    output wire [(N > 1 ? $clog2(N) : 1)-1:0] j,        // the queue that must not overtake it twice
    output reg [  $clog2(N):0] waited,    // takes since k has been requesting without a take of k
    output reg                 overtaken  // j was taken in that time
);

  localparam W = N > 1 ? $clog2(N) : 1;

  (* anyconst *) wire [W-1:0] any_k;
  (* anyconst *) wire [W-1:0] any_j;
  assign k = any_k;
  assign j = any_j;

  initial started = 1'b0;
  always @(posedge clk) started <= 1'b1;
  always @* begin
    assume (started || rst);
    assume (k < N && j < N && (k != j || N == 1));
  end

  wire take = valid & ready;
  wire take_k = take && idx == k;
  wire take_j = take && idx == j;

  always @(posedge clk) begin
    if (rst) pointer <= 0;
    else if (take) pointer <= idx == N - 1 ? 0 : idx + 1'b1;
  end

  always @(posedge clk) begin
    if (rst || !req[k] || take_k) begin
      waited    <= 0;
      overtaken <= 1'b0;
    end else begin
      if (take) waited <= waited + 1'b1;
      if (take_j) overtaken <= 1'b1;
    end
  end

  // The first requester from the pointer, by a search of one queue after the other.
  reg     found;
  reg [W-1:0] first;
  integer n;
  always @* begin
    found = 1'b0;
    first = 0;
    for (n = N - 1; n >= 0; n = n - 1) if (req[n] && n < pointer) begin found = 1'b1; first = n; end
    for (n = N - 1; n >= 0; n = n - 1) if (req[n] && n >= pointer) begin found = 1'b1; first = n; end
  end

  // Covers: events up to the previous edge.
  reg         seen;          // the next four registers have the values of a clock without reset
  reg         last_take;
  reg         last_offer;
  reg [W-1:0] last_idx;
  reg [W-1:0] last_pointer;
  reg [N-1:0] taken;
  always @(posedge clk) begin
    seen         <= started && !rst;
    last_take    <= take && !rst;
    last_offer   <= valid && !ready && !rst;
    last_idx     <= idx;
    last_pointer <= pointer;
    if (rst) taken <= 0;
    else if (take) taken <= taken | gnt;
  end

  wire r1 = valid == |req;
  wire r2 = (gnt & (gnt - 1'b1)) == 0 && valid == |gnt;
  wire r3 = (gnt & ~req) == 0;
  wire r4 = !valid || (idx < N && gnt[idx]);
  wire r5 = !valid || (found && idx == first);
  wire r6 = waited <= N - 1;
  wire r7 = !(overtaken && take_j && req[k] && !rst);

  wire c1 = take_k && req[k] && waited == N - 1;
  wire c2 = seen && last_offer && !req[last_idx];
  wire c3 = seen && last_take && last_pointer == N - 1 && pointer == 0;
  wire c4 = seen && last_take && take && idx == last_idx;
  wire c5 = &taken;

  always @* if (started) begin
    case (PROPERTY)
      1: assert (r1);
      2: assert (r2);
      3: assert (r3);
      4: assert (r4);
      5: assert (r5);
      6: assert (r6);
      7: assert (r7);
      8: assert (r1 && r2 && r3 && r4 && r5 && r6 && r7);
      11: assert (!c1);
      12: assert (!c2);
      13: assert (!c3);
      14: assert (!c4);
      15: assert (!c5);
      default: ;
    endcase
  end

endmodule

`default_nettype wire
