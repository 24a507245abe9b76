// The Toeplitz product of 96 input bits with a window of 127 key bits, as GROUPS partial sums of
// each hash bit. The module has two forms of the same function.
//
// Input bit j of `fields` meets the 32 window bits from j + 1 on, so fields[95] meets the first 32
// key bits. Group g has SPAN input bits from g * SPAN on. Its sum is in bits 32g+31:32g of `sums`.
// LEAF_PAIRS 0 adds words of 32 bits, which simulators evaluate as words. LEAF_PAIRS 2 or 3 uses
// leaves of as many bit pairs for each hash bit. Open synthesis maps each leaf to one LUT, and does
// not find this form by itself. scripts/prove_classifier proves the forms equal. Combinational.
`resetall
`default_nettype none

module l2c_product #(
    parameter LEAF_PAIRS = 0,
    parameter GROUPS     = 6,
    parameter SPAN       = 18
) (
    input  wire [         95:0] fields,
    input  wire [        127:0] window,
    output wire [32*GROUPS-1:0] sums
);
  localparam LEAVES = LEAF_PAIRS == 0 ? 1 : 96 / LEAF_PAIRS;
  localparam GROUP = LEAF_PAIRS == 0 ? 1 : SPAN / LEAF_PAIRS;

  genvar g, b, k;
  generate
    if (LEAF_PAIRS == 0) begin : gen_word
      reg [32*GROUPS-1:0] total;
      integer i, j;
      always @* begin
        total = {GROUPS{32'b0}};
        // Most clocks have nothing to hash: this saves time in simulators.
        if (|fields) begin
          for (i = 0; i < GROUPS; i = i + 1) begin
            for (j = i * SPAN; j < (i + 1) * SPAN && j < 96; j = j + 1)
              total[32*i+:32] = total[32*i+:32] ^ (window[j+1+:32] & {32{fields[j]}});
          end
        end
      end
      assign sums = total;
    end else begin : gen_leaves
      for (b = 0; b < 32; b = b + 1) begin : gen_bit
        wire [LEAVES-1:0] leaf;
        for (k = 0; k < LEAVES; k = k + 1) begin : gen_leaf
          l2c_and_xor #(
              .PAIRS(LEAF_PAIRS)
          ) u_leaf (
              .a(fields[k*LEAF_PAIRS+:LEAF_PAIRS]),
              .b(window[k*LEAF_PAIRS+b+1+:LEAF_PAIRS]),
              .y(leaf[k])
          );
        end
        for (g = 0; g < GROUPS; g = g + 1) begin : gen_group
          if (g < GROUPS - 1) begin : gen_full
            assign sums[32*g+b] = ^leaf[g*GROUP+:GROUP];
          end else begin : gen_rest
            assign sums[32*g+b] = ^leaf[LEAVES-1:g*GROUP];
          end
        end
      end
    end
  endgenerate

  // No input bit uses the first bit of the window, and the word form has no leaves.
  wire unused = &{1'b0, window[0], LEAVES[0], GROUP[0]};
endmodule

`resetall
