// Puts a scheduler between registers for place and route. A shift register gives the inputs, and the outputs go into
// another one. Without it, hundreds of pads would scatter the registers, and the clock rate would be that of the
// wires to the edge of the chip.
`default_nettype none

module scheduler_harness #(
    parameter N = 32
) (
    input  wire clk,
    input  wire scan_in,
    output wire scan_out
);

  localparam W = N > 1 ? $clog2(N) : 1;

  reg  [N+1:0] scan;
  reg  [N+1:0] in;
  wire         valid;
  wire [N-1:0] gnt;
  wire [W-1:0] idx;
  reg  [N+W:0] out;
  reg  [N+W:0] fold;

  rr_scheduler #(
      .N(N)
  ) dut (
      .clk(clk),
      .rst(in[N+1]),
      .ready(in[N]),
      .req(in[N-1:0]),
      .valid(valid),
      .gnt(gnt),
      .idx(idx)
  );

  always @(posedge clk) begin
    scan <= {scan[N:0], scan_in};
    in   <= scan;
    out  <= {gnt, idx, valid};
    fold <= {fold[N+W-1:0], 1'b0} ^ out;
  end
  assign scan_out = fold[N+W];

endmodule

`default_nettype wire
