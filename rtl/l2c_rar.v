// The sixteen exact-match receive addresses: which is the lowest valid one that equals the frame's?
//
// Algorithm: three partial comparisons an entry, then their AND, then the lowest match as one-hot, then an
// AND-OR of the VMDq indices. A clock each.
//
// Ranks: `mac` at rank 1; hit and vind at rank 5. Delays: RAL, RAH address and AV 2; RAH.VIND 5.
// LEAF_PAIRS: bit pairs of one comparator leaf, 2 or 3.
`resetall
`default_nettype none

module l2c_rar #(
    parameter LEAF_PAIRS = 3
) (
    input  wire        clk,
    input  wire        rst,
    input  wire [47:0] mac,
    input  wire        sel1,    // write to RAL or RAH in rank 1
    input  wire [ 4:0] index1,  // {n, RAH}
    input  wire [31:0] data1,
    input  wire        sel4,    // the same in rank 4
    input  wire [ 4:0] index4,
    input  wire [ 3:0] vind4,   // RAH.VIND
    output reg         hit,
    output reg  [ 3:0] vind
);
  localparam LEAVES = 48 / LEAF_PAIRS;
  localparam THIRD = (LEAVES + 2) / 3;

  wire [15:0] match;
  reg  [15:0] matched;
  wire [15:0] lowest = matched & ~(later_than(matched));
  reg  [15:0] chosen;
  wire [63:0] vinds;  // bit j of all entries together
  wire [ 3:0] picked;

  // Bit n is set if any bit below n is: log-depth prefix, so that no carry chain is made of it.
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

  genvar n, k;
  generate
    for (n = 0; n < 16; n = n + 1) begin : gen_entry
      localparam [4:0] RAL = n * 2;
      localparam [4:0] RAH = n * 2 + 1;
      reg  [47:0] address;
      reg         valid;
      reg  [ 3:0] pool;
      reg  [ 2:0] part;
      wire [LEAVES-1:0] same;

      for (k = 0; k < LEAVES; k = k + 1) begin : gen_leaf
        l2c_equal #(
            .PAIRS(LEAF_PAIRS)
        ) u_equal (
            .a(mac[k*LEAF_PAIRS+:LEAF_PAIRS]),
            .b(address[k*LEAF_PAIRS+:LEAF_PAIRS]),
            .y(same[k])
        );
      end

      assign match[n] = &part;
      assign {vinds[48+n], vinds[32+n], vinds[16+n], vinds[n]} = pool;

      always @(posedge clk) begin
        if (sel1 && index1 == RAL) address[31:0] <= data1;
        if (sel1 && index1 == RAH) begin
          address[47:32] <= data1[15:0];
          valid          <= data1[31];
        end
        if (sel4 && index4 == RAH) pool <= vind4;
        part[0] <= &same[THIRD-1:0];
        part[1] <= &same[2*THIRD-1:THIRD];
        part[2] <= &same[LEAVES-1:2*THIRD] && valid;
        if (rst) valid <= 1'b0;
      end
    end
  endgenerate

  genvar j;
  generate
    for (j = 0; j < 4; j = j + 1) begin : gen_pick
      assign picked[j] = |(chosen & vinds[16*j+:16]);
    end
  endgenerate

  always @(posedge clk) begin
    matched <= match;
    chosen  <= lowest;
    hit     <= |chosen;
    vind    <= picked;
  end

`ifndef SYNTHESIS
  initial begin
    if (LEAF_PAIRS != 2 && LEAF_PAIRS != 3) begin
      $display("l2c_rar: LEAF_PAIRS is %0d, must be 2 or 3", LEAF_PAIRS);
      $stop;
    end
  end
`endif
endmodule

`resetall
