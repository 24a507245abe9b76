// Equality of two addresses in three parts, from leaves of PAIRS bit pairs and their AND.
//
// Open synthesis maps a leaf to one LUT, and does not find this form by itself. Each part consists of whole
// leaves: 18, 18 and 12 bits, whatever PAIRS is, so that the registers behind them have equal values in every form.
// PAIRS: 2 (4-input LUTs) or 3 (6-input LUTs). Combinational.
`resetall
`default_nettype none

module l2c_match #(
    parameter PAIRS = 3
) (
    input  wire [47:0] a,
    input  wire [47:0] b,
    output wire [ 2:0] same
);
  localparam LEAVES = 48 / PAIRS;
  localparam THIRD = 18 / PAIRS;  // leaves of the first two parts

  wire [LEAVES-1:0] leaf;
  genvar k;
  generate
    for (k = 0; k < LEAVES; k = k + 1) begin : gen_leaf
      l2c_equal #(
          .PAIRS(PAIRS)
      ) u_equal (
          .a(a[k*PAIRS+:PAIRS]),
          .b(b[k*PAIRS+:PAIRS]),
          .y(leaf[k])
      );
    end
  endgenerate
  assign same = {&leaf[LEAVES-1:2*THIRD], &leaf[2*THIRD-1:THIRD], &leaf[THIRD-1:0]};
endmodule

`resetall
