// Puts the weighted scheduler between registers for place and route, as scheduler_harness.v does for the round robin.
`default_nettype none

module wrr_scheduler_harness #(
    parameter N        = 32,
    parameter WEIGHT_W = 20
) (
    input  wire clk,
    input  wire scan_in,
    output wire scan_out
);

  localparam W = N > 1 ? $clog2(N) : 1;
  localparam I = N + WEIGHT_W + W + 3;

  reg  [I-1:0] scan;
  reg  [I-1:0] in;
  wire         valid;
  wire [N-1:0] gnt;
  wire [W-1:0] idx;
  reg  [N+W:0] out;
  reg  [N+W:0] fold;

  wrr_scheduler #(
      .N(N),
      .WEIGHT_W(WEIGHT_W)
  ) dut (
      .clk(clk),
      .rst(in[I-1]),
      .ready(in[I-2]),
      .wr_en(in[I-3]),
      .wr_addr(in[N+WEIGHT_W+:W]),
      .wr_data(in[N+:WEIGHT_W]),
      .req(in[N-1:0]),
      .valid(valid),
      .gnt(gnt),
      .idx(idx)
  );

  always @(posedge clk) begin
    scan <= {scan[I-2:0], scan_in};
    in   <= scan;
    out  <= {gnt, idx, valid};
    fold <= {fold[N+W-1:0], 1'b0} ^ out;
  end
  assign scan_out = fold[N+W];

endmodule

`default_nettype wire
