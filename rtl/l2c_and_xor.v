// XOR of PAIRS ANDed bit pairs: the leaf of the Toeplitz product.
//
// It is a separate module because open synthesis does not find the form with three pairs in one
// 6-input LUT. With L2C_KEEP_LEAVES defined, the hierarchy is kept, and each instance is one LUT.
// PAIRS: 2 (4-input LUTs) or 3 (6-input LUTs). Combinational.
`resetall
`default_nettype none

`ifdef L2C_KEEP_LEAVES
(* keep_hierarchy *)
`endif
module l2c_and_xor #(
    parameter PAIRS = 3
) (
    input  wire [PAIRS-1:0] a,
    input  wire [PAIRS-1:0] b,
    output wire             y
);
  assign y = ^(a & b);
endmodule

`resetall
