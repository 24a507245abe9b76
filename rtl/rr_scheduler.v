// Round-robin scheduler: offers the first requester at or after the pointer, one grant a clock.
//
// Purpose: no queue is served twice while another one waits. The pointer is the queue after the last one
// taken. It moves only when an offer is taken. A queue that keeps requesting therefore waits for at most
// N - 1 takes, and no other queue is taken twice in that time.
//
// Algorithm: the pointer is stored as a thermometer code. after_q[i] is 1 for every queue i after the last
// one taken; pointer 0 is all zeros. There are two lists: all requests, and the requests of the queues in the
// thermometer. Two prefix ORs over these lists give the grant. Two tournaments over the same lists give its
// index in parallel, because an encoder after the one-hot grant would double the logic depth.
//
// Parameter: N, queues, 1 to 128, any value.
// Protocol: `req` may rise and fall at any time. An offer that is not taken is not held. A take is `valid`
// and `ready` without `rst` at a rising edge. `idx` has no meaning while `valid` is 0.
// Latency: `valid`, `gnt` and `idx` follow `req` in the same clock. The pointer follows a take by one clock.
// Reset: synchronous; the pointer is queue 0. Source: the contract in docs/rtl_scheduler.md.

`resetall
`default_nettype none

module rr_scheduler #(
    parameter N = 32
) (
    input  wire                 clk,
    input  wire                 rst,
    input  wire [        N-1:0] req,    // queue i has work and may send now
    input  wire                 ready,  // the offer is accepted at this edge
    output wire                 valid,  // an offer is present
    output wire [        N-1:0] gnt,    // the offer, one-hot
    output wire [(N > 1 ? $clog2(N) : 1)-1:0] idx  // the offer's index
`ifdef FORMAL_INSIDE
    , output wire [N-1:(N > 1 ? 1 : 0)] f_after  // for the helper invariants of the module that contains this one
`endif
);

  localparam W = N > 1 ? $clog2(N) : 1;  // levels of the trees, bits of the index
  localparam P = 1 << W;     // leaves of the tournaments
  localparam L = N > 1 ? 1 : 0;  // lowest bit of the thermometer: bit 0 is always 0, so only N = 1 has it

`ifndef SYNTHESIS
  initial begin
    if (N < 1 || N > 128) begin
      $display("rr_scheduler: parameter N is %0d, accepted are 1 to 128", N);
      $finish;
    end
  end
`endif

  reg  [N-1:L] after_q;
  wire [N-1:0] after = {after_q, {L{1'b0}}};
  wire [N-1:0] late = req & after;  // these come before the requests that are not in it
  wire         any_late = |late;

  // in_req[i]: there is a request at i or below. The spans double from level to level. They are those of the
  // tournaments, so synthesis shares them. Each level has its own wires, because a simulator would take one
  // vector for all levels for a loop.
  genvar level, i;
  generate
    for (level = 0; level <= W; level = level + 1) begin : gen_upto
      wire [N-1:0] in_req;
      wire [N-1:0] in_late;
      if (level == 0) begin : gen_leaf
        assign in_req  = req;
        assign in_late = late;
      end else begin : gen_span
        for (i = 0; i < N; i = i + 1) begin : gen_bit
          if (((i >> (level - 1)) & 1) == 1) begin : gen_join
            localparam END = ((i >> (level - 1)) << (level - 1)) - 1;
            assign in_req[i]  = gen_upto[level-1].in_req[i] | gen_upto[level-1].in_req[END];
            assign in_late[i] = gen_upto[level-1].in_late[i] | gen_upto[level-1].in_late[END];
          end else begin : gen_keep
            assign in_req[i]  = gen_upto[level-1].in_req[i];
            assign in_late[i] = gen_upto[level-1].in_late[i];
          end
        end
      end
    end
  endgenerate
  wire [N-1:0] req_below = gen_upto[W].in_req << 1;
  wire [N-1:0] late_below = gen_upto[W].in_late << 1;

  // Index of the first requester of each list. A node of level l has l index bits of its winner. The left
  // child wins if it has any request. Queues that never request extend the leaves to a power of two.
  wire [P-1:0] req_leaf = {{P - N{1'b0}}, req};
  wire [P-1:0] late_leaf = {{P - N{1'b0}}, late};
  generate
    for (level = 1; level <= W; level = level + 1) begin : gen_first
      localparam NODES = P >> level;
      localparam M = level - 1;
      /* verilator lint_off UNUSEDSIGNAL */  // the root's winner flag is unused
      wire [NODES-1:0] has_req;
      wire [NODES-1:0] has_late;
      /* verilator lint_on UNUSEDSIGNAL */
      wire [level*NODES-1:0] req_idx;
      wire [level*NODES-1:0] late_idx;
      for (i = 0; i < NODES; i = i + 1) begin : gen_node
        if (level == 1) begin : gen_leaf
          assign has_req[i]  = req_leaf[2*i] | req_leaf[2*i+1];
          assign has_late[i] = late_leaf[2*i] | late_leaf[2*i+1];
          assign req_idx[i]  = ~req_leaf[2*i];
          assign late_idx[i] = ~late_leaf[2*i];
        end else begin : gen_match
          wire left_req = gen_first[M].has_req[2*i];
          wire left_late = gen_first[M].has_late[2*i];
          assign has_req[i]  = left_req | gen_first[M].has_req[2*i+1];
          assign has_late[i] = left_late | gen_first[M].has_late[2*i+1];
          assign req_idx[level*i+:level] = {
            ~left_req,
            left_req ? gen_first[M].req_idx[M*2*i+:M] : gen_first[M].req_idx[M*(2*i+1)+:M]
          };
          assign late_idx[level*i+:level] = {
            ~left_late,
            left_late ? gen_first[M].late_idx[M*2*i+:M] : gen_first[M].late_idx[M*(2*i+1)+:M]
          };
        end
      end
    end
  endgenerate

  assign valid = |req;
  assign gnt   = req & ~late_below & (after | ~(req_below | {N{any_late}}));
  assign idx   = any_late ? gen_first[W].late_idx : gen_first[W].req_idx;

  // Without a request the result is after_q itself, so the enable of the register does not need `valid`.
  wire [N-1:L] after_next = (req_below[N-1:L] | after_q) & (late_below[N-1:L] | {N - L{~any_late}});

  always @(posedge clk) begin
    if (ready) after_q <= after_next;
    if (rst) after_q <= {N - L{1'b0}};
  end

`ifdef FORMAL_INSIDE
  assign f_after = after_q;
`endif

`ifdef FORMAL_RR
  // Helper invariants: they connect the thermometer with the registers of the checker. Without them R5 to R7
  // are not inductive. HELPERS is a mask of those in force.
  wire         f_started;
  wire [W-1:0] f_pointer;
  wire [W-1:0] f_k;
  wire [W-1:0] f_j;
  wire [  W:0] f_waited;
  wire         f_overtaken;

  rr_properties #(
      .N(N),
      .PROPERTY(`FORMAL_RR)
  ) f_properties (
      .clk(clk),
      .rst(rst),
      .req(req),
      .ready(ready),
      .valid(valid),
      .gnt(gnt),
      .idx(idx),
      .started(f_started),
      .pointer(f_pointer),
      .k(f_k),
      .j(f_j),
      .waited(f_waited),
      .overtaken(f_overtaken)
  );

  // Numbers of queues that come before k, and before j, from the pointer.
  wire [W:0] f_ahead_k = f_k >= f_pointer ? f_k - f_pointer : f_k + N - f_pointer;
  wire [W:0] f_ahead_j = f_j >= f_pointer ? f_j - f_pointer : f_j + N - f_pointer;
  integer f_i;
  always @* if (f_started) begin
    if (`HELPERS & 1) begin
      assert (f_pointer < N);
      for (f_i = L; f_i < N; f_i = f_i + 1) assert (after_q[f_i] == (f_pointer != 0 && f_i >= f_pointer));
    end
    if (`HELPERS & 2) assert (f_waited + f_ahead_k <= N - 1);
    if (`HELPERS & 4) assert (!f_overtaken || f_ahead_k < f_ahead_j);
  end
`endif

endmodule

`resetall
