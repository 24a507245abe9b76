// Connects the weighted checker to any module with the ports of wrr_scheduler. The macro DUT names the module.
// The checker knows the ports only. Bounded searches on broken or foreign designs use this file.

`default_nettype none
`ifndef DUT
`define DUT wrr_scheduler
`endif

module wrr_bind #(
    parameter N = 2,
    parameter WEIGHT_W = 3,
    parameter PROPERTY = 0
) (
    input wire                 clk,
    input wire                 rst,
    input wire [        N-1:0] req,
    input wire                 ready,
    input wire                 wr_en,
    input wire [(N > 1 ? $clog2(N) : 1)-1:0] wr_addr,
    input wire [    WEIGHT_W-1:0] wr_data
);

  wire                 valid;
  wire [        N-1:0] gnt;
  wire [(N > 1 ? $clog2(N) : 1)-1:0] idx;

  `DUT #(
      .N(N),
      .WEIGHT_W(WEIGHT_W)
  ) dut (
      .clk(clk), .rst(rst), .req(req), .ready(ready), .wr_en(wr_en), .wr_addr(wr_addr),
      .wr_data(wr_data), .valid(valid), .gnt(gnt), .idx(idx)
  );

  wrr_properties #(
      .N(N),
      .WEIGHT_W(WEIGHT_W),
      .PROPERTY(PROPERTY)
  ) properties (
      .clk(clk), .rst(rst), .req(req), .ready(ready), .wr_en(wr_en), .wr_addr(wr_addr),
      .wr_data(wr_data), .valid(valid), .gnt(gnt), .idx(idx)
  );

endmodule

`default_nettype wire
