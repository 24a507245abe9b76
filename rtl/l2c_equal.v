// Equality of PAIRS bit pairs: the leaf of the address comparators.
//
// It is a separate module for the reason that l2c_and_xor states: with L2C_KEEP_LEAVES each
// instance is one LUT. PAIRS: 2 (4-input LUTs) or 3 (6-input LUTs). Combinational.
`resetall
`default_nettype none

`ifdef L2C_KEEP_LEAVES
(* keep_hierarchy *)
`endif
module l2c_equal #(
    parameter PAIRS = 3
) (
    input  wire [PAIRS-1:0] a,
    input  wire [PAIRS-1:0] b,
    output wire             y
);
  assign y = a == b;
endmodule

`resetall
