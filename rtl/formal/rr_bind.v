// Connects the round-robin checker to any module with the ports of rr_scheduler. The macro DUT names the
// module. The checker knows the ports only. Bounded searches on broken or foreign designs use this file.

`default_nettype none
`ifndef DUT
`define DUT rr_scheduler
`endif

module rr_bind #(
    parameter N = 5,
    parameter PROPERTY = 0
) (
    input wire         clk,
    input wire         rst,
    input wire [N-1:0] req,
    input wire         ready
);

  wire                 valid;
  wire [        N-1:0] gnt;
  wire [(N > 1 ? $clog2(N) : 1)-1:0] idx;

  `DUT #(
      .N(N)
  ) dut (
      .clk  (clk),
      .rst  (rst),
      .req  (req),
      .ready(ready),
      .valid(valid),
      .gnt  (gnt),
      .idx  (idx)
  );

  rr_properties #(
      .N(N),
      .PROPERTY(PROPERTY)
  ) properties (
      .clk(clk),
      .rst(rst),
      .req(req),
      .ready(ready),
      .valid(valid),
      .gnt(gnt),
      .idx(idx),
      .started(),
      .pointer(),
      .k(),
      .j(),
      .waited(),
      .overtaken()
  );

endmodule

`default_nettype wire
