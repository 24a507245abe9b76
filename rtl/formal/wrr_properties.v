// Checker of the weighted properties W1 to W3 and W offer, and of the covers. docs/rtl_scheduler.md has the
// properties. They are stated on the ports alone, so the checker fits any module with the ports of wrr_scheduler.
//
// The checker recognises a visit from the ports. A take of the same queue as before belongs to the same visit in
// two cases: units are left; or another queue requests, which a new visit would have selected. A module that
// continues without units, or ends a visit that has some, therefore breaks W2.
// PROPERTY selects what is asserted: 1 to 3 is W1 to W3; 4 is the offer that the rule prescribes; 8 is all of
// them; 0 is nothing. 11 to 14 asserts that a cover never happens.
// Assumed: reset at the first edge; every weight is written after a reset and before the first `ready`; wr_addr is
// below N. Weights may be written again. The registers are outputs for the helper invariants of the module.

`default_nettype none

module wrr_properties #(
    parameter N = 32,
    parameter WEIGHT_W = 3,
    parameter PROPERTY = 0
) (
    input  wire                               clk,
    input  wire                               rst,
    input  wire [                      N-1:0] req,
    input  wire                               ready,
    input  wire                               wr_en,
    input  wire [(N > 1 ? $clog2(N) : 1)-1:0] wr_addr,
    input  wire [               WEIGHT_W-1:0] wr_data,
    input  wire                               valid,
    input  wire [                      N-1:0] gnt,
    input  wire [(N > 1 ? $clog2(N) : 1)-1:0] idx,
    output reg                                started,   // the first edge, a reset, is past
    output wire [(N > 1 ? $clog2(N) : 1)-1:0] k,
    output wire [(N > 1 ? $clog2(N) : 1)-1:0] j,
    output reg  [(N > 1 ? $clog2(N) : 1)-1:0] pointer,   // where the search for a new visit starts
    output reg                                visited,   // there was a take since the reset, so cur is valid
    output reg  [(N > 1 ? $clog2(N) : 1)-1:0] cur,       // queue of the last take
    output reg  [               WEIGHT_W-1:0] units,     // left in its visit
    output reg  [               WEIGHT_W-1:0] worth,     // of its visit: max(weight, 1)
    output reg  [                 WEIGHT_W:0] taken,     // takes of the visit so far
    output wire [             N*WEIGHT_W-1:0] weights,
    output reg  [                      N-1:0] known,     // this weight has been written
    output reg                                overtaken  // j had a new visit since k requests without one
);

  localparam W = N > 1 ? $clog2(N) : 1;

  (* anyconst *) wire [W-1:0] any_k;
  (* anyconst *) wire [W-1:0] any_j;
  assign k = any_k;
  assign j = any_j;

  initial started = 1'b0;
  always @(posedge clk) started <= 1'b1;

  wire all_known = &known;
  always @* begin
    assume (started || rst);
    assume (k < N && j < N && (k != j || N == 1));
    assume (!wr_en || wr_addr < N);
    assume (!ready || all_known);
  end

  wire [N-1:0] cur_hot = {{N - 1{1'b0}}, 1'b1} << cur;
  wire take = valid & ready;
  wire again = visited && idx == cur && (units != 0 || |(req & ~cur_hot));
  wire begins = take & ~again;
  wire [WEIGHT_W-1:0] weight = weights[idx*WEIGHT_W+:WEIGHT_W];
  wire [WEIGHT_W-1:0] new_worth = weight == 0 ? 1 : weight;

  always @(posedge clk) begin
    if (take) begin
      visited <= 1'b1;
      cur     <= idx;
      if (again) begin
        units <= units == 0 ? 0 : units - 1'b1;
        taken <= taken + 1'b1;
      end else begin
        pointer <= idx == N - 1 ? 0 : idx + 1'b1;
        units   <= new_worth - 1'b1;
        worth   <= new_worth;
        taken   <= 1;
      end
    end
    if (rst) begin
      visited <= 1'b0;
      pointer <= 0;
      units   <= 0;
      taken   <= 0;
    end
  end

  genvar i;
  generate
    for (i = 0; i < N; i = i + 1) begin : gen_queue
      reg [WEIGHT_W-1:0] w;
      assign weights[i*WEIGHT_W+:WEIGHT_W] = w;
      always @(posedge clk) begin
        if (rst) known[i] <= 1'b0;
        else if (wr_en && wr_addr == i) begin
          known[i] <= 1'b1;
          w        <= wr_data;
        end
      end
    end
  endgenerate

  // W3: new visits of j while k waits for one.
  wire begins_k = begins && idx == k;
  wire begins_j = begins && idx == j;
  always @(posedge clk) begin
    if (rst || !req[k] || begins_k) overtaken <= 1'b0;
    else if (begins_j) overtaken <= 1'b1;
  end

  reg     found;
  reg [W-1:0] first;
  integer n;
  always @* begin
    found = 1'b0;
    first = 0;
    for (n = N - 1; n >= 0; n = n - 1) if (req[n] && n < pointer) begin found = 1'b1; first = n; end
    for (n = N - 1; n >= 0; n = n - 1) if (req[n] && n >= pointer) begin found = 1'b1; first = n; end
  end

  wire w1 = valid == |req && (gnt & (gnt - 1'b1)) == 0 && valid == |gnt && (gnt & ~req) == 0
            && (!valid || (idx < N && gnt[idx]));
  wire w2 = !(take && again && taken >= {1'b0, worth})
            && !(begins && visited && idx != cur && req[cur] && taken != {1'b0, worth});
  wire w3 = !(overtaken && begins_j && req[k] && !rst);
  wire offer = !valid || (visited && units != 0 && req[cur] ? idx == cur : found && idx == first);

  wire c1 = take && again && units != 0;                                // visit goes on
  wire c2 = begins && visited && idx != cur && req[cur] && worth > 2;   // a visit of three units or more is used up
  wire c3 = begins && visited && idx != cur && !req[cur] && units > 1;  // left with units
  wire c4 = begins && visited && idx == cur;                            // a new visit of the same queue

  always @* if (started) begin
    case (PROPERTY)
      1: assert (w1);
      2: assert (w2);
      3: assert (w3);
      4: assert (offer);
      8: assert (w1 && w2 && w3 && offer);
      11: assert (!c1);
      12: assert (!c2);
      13: assert (!c3);
      14: assert (!c4);
      default: ;
    endcase
  end

endmodule

`default_nettype wire
