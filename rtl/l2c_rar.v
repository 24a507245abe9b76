// The receive addresses (exact match): selects the lowest valid entry that equals the address of the frame.
//
// Algorithm: each entry has three partial comparisons, and then their AND. Next, the lowest match of each group
// of sixteen entries is one-hot. Then an AND-OR gives the VMDq indices of the groups, and the lowest group with
// a match is selected. Each step takes a clock, and the registers of a rank change only when a frame reaches it.
//
// Ranks: `mac` at rank 1; hit and vind at rank 5. Delays: RAL, RAH address and AV 2; RAH.VIND 5. ADDRESSES:
// entries, 1 to 128. INDEX_W: compared bits of a word number, 5 up to 16 entries, else 8. POOL_W: bits of a VMDq
// index, 1 to 6. LEAF_PAIRS: 0 compares words, which is fast in simulators; 2 or 3 compares by the leaves of
// l2c_match. Both are the same function (scripts/prove_classifier).
`resetall
`default_nettype none

module l2c_rar #(
    parameter ADDRESSES  = 16,
    parameter INDEX_W    = 5,
    parameter POOL_W     = 4,
    parameter LEAF_PAIRS = 0
) (
    input  wire               clk,
    input  wire               rst,
    input  wire [        4:1] due,     // a last beat is at that rank
    input  wire [       47:0] mac,
    input  wire               sel1,    // write to RAL or RAH in rank 1
    input  wire [INDEX_W-1:0] index1,  // {n, RAH}
    input  wire [       31:0] data1,
    input  wire               sel4,    // the same in rank 4
    input  wire [INDEX_W-1:0] index4,
    input  wire [ POOL_W-1:0] vind4,   // RAH.VIND
    output reg                hit,
    output reg  [ POOL_W-1:0] vind
);
  localparam PAIRS = LEAF_PAIRS == 0 ? 3 : LEAF_PAIRS;
  localparam THIRD = 18;  // bits of a partial comparison, as in l2c_match
  localparam SIXTEENS = (ADDRESSES + 15) / 16;
  localparam ENTRIES = 16 * SIXTEENS;  // entries from ADDRESSES on never match

  reg [ENTRIES-1:0] part0, part1, part2;
  reg [ENTRIES-1:0] chosen;
  reg [SIXTEENS-1:0] some;  // an entry of this group of sixteen matches
  reg [POOL_W*ENTRIES-1:0] pools;

  // Returns in bit n whether any bit below n is set. The prefix has logarithmic depth; synthesis infers no carry chain.
  function [15:0] later_than;
    input [15:0] x;
    reg [15:0] p1, p2, p4;
    begin
      p1 = x | (x << 1);
      p2 = p1 | (p1 << 2);
      p4 = p2 | (p2 << 4);
      later_than = (p4 | (p4 << 8)) << 1;
    end
  endfunction

  // Returns the VMDq index of the entry chosen in the lowest group that has one, otherwise 0.
  function [POOL_W-1:0] pool_of;
    input [POOL_W*ENTRIES-1:0] all;
    input [ENTRIES-1:0] one;
    input [SIXTEENS-1:0] any;
    reg [POOL_W-1:0] picked;
    reg lower;
    integer s, k;
    begin
      pool_of = {POOL_W{1'b0}};
      lower = 1'b0;
      for (s = 0; s < SIXTEENS; s = s + 1) begin
        picked = {POOL_W{1'b0}};
        for (k = 16 * s; k < 16 * s + 16; k = k + 1) picked = picked | (all[POOL_W*k+:POOL_W] & {POOL_W{one[k]}});
        pool_of = pool_of | (picked & {POOL_W{!lower}});
        lower = lower || any[s];
      end
    end
  endfunction

  genvar g, n;
  generate
    for (g = 0; g < SIXTEENS; g = g + 1) begin : gen_sixteen
      wire [15:0] match = part0[16*g+:16] & part1[16*g+:16] & part2[16*g+:16];
      reg  [15:0] matched;
      wire [15:0] lowest = matched & ~(later_than(matched));

      always @(posedge clk) begin
        if (due[2]) matched <= match;
        if (due[3]) begin
          chosen[16*g+:16] <= lowest;
          some[g]          <= |matched;
        end
      end
    end

    for (n = 0; n < ENTRIES; n = n + 1) begin : gen_entry
      if (n < ADDRESSES) begin : gen_there
        localparam [31:0] ENTRY = n;
        localparam [INDEX_W-1:0] RAL = {ENTRY[INDEX_W-2:0], 1'b0};
        localparam [INDEX_W-1:0] RAH = {ENTRY[INDEX_W-2:0], 1'b1};
        reg  [47:0] address;
        reg         valid;
        wire [ 2:0] leaves;

        if (LEAF_PAIRS == 0) begin : gen_words
          assign leaves = 3'b000;
        end else begin : gen_leaves
          l2c_match #(
              .PAIRS(PAIRS)
          ) u_match (
              .a   (mac),
              .b   (address),
              .same(leaves)
          );
        end

        always @(posedge clk) begin
          if (sel1) begin
            if (index1 == RAL) address[31:0] <= data1;
            if (index1 == RAH) begin
              address[47:32] <= data1[15:0];
              valid          <= data1[31];
            end
          end
          if (sel4) begin
            if (index4 == RAH) pools[POOL_W*n+:POOL_W] <= vind4;
          end
          if (due[1]) begin
            part0[n] <= LEAF_PAIRS == 0 ? mac[THIRD-1:0] == address[THIRD-1:0] : leaves[0];
            part1[n] <= LEAF_PAIRS == 0 ? mac[2*THIRD-1:THIRD] == address[2*THIRD-1:THIRD] : leaves[1];
            part2[n] <= (LEAF_PAIRS == 0 ? mac[47:2*THIRD] == address[47:2*THIRD] : leaves[2]) && valid;
          end
          if (rst) valid <= 1'b0;
        end
      end else begin : gen_none
        always @(posedge clk) begin
          {part0[n], part1[n], part2[n]} <= 3'b000;
          pools[POOL_W*n+:POOL_W]        <= {POOL_W{1'b0}};
        end
      end
    end
  endgenerate

  wire [POOL_W-1:0] chosen_pool = pool_of(pools, chosen, some);

  always @(posedge clk) begin
    if (due[4]) begin
      hit     <= |chosen;
      vind    <= chosen_pool;
    end
  end

`ifndef SYNTHESIS
  initial begin
    if (LEAF_PAIRS != 0 && LEAF_PAIRS != 2 && LEAF_PAIRS != 3) begin
      $display("l2c_rar: LEAF_PAIRS is %0d, must be 0, 2 or 3", LEAF_PAIRS);
      $stop;
    end
  end
`endif
endmodule

`resetall
