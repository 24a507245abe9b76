// Connects the deficit checker to any module with the ports of drr_scheduler. The macro DUT names the module.
// The checker knows the ports only. Bounded searches on broken or foreign designs use this file.

`default_nettype none
`ifndef DUT
`define DUT drr_scheduler
`endif

module drr_bind #(
    parameter N = 2,
    parameter LEN_W = 4,
    parameter PROPERTY = 0
) (
    input wire                 clk,
    input wire                 rst,
    input wire [        N-1:0] req,
    input wire                 ready,
    input wire [    LEN_W-1:0] len,
    input wire                 wr_en,
    input wire [(N > 1 ? $clog2(N) : 1)-1:0] wr_addr,
    input wire [    LEN_W-1:0] wr_data
);

  wire                 valid;
  wire [        N-1:0] gnt;
  wire [(N > 1 ? $clog2(N) : 1)-1:0] idx;

  `DUT #(
      .N(N),
      .LEN_W(LEN_W)
  ) dut (
      .clk(clk), .rst(rst), .req(req), .ready(ready), .len(len), .wr_en(wr_en), .wr_addr(wr_addr),
      .wr_data(wr_data), .valid(valid), .gnt(gnt), .idx(idx)
  );

  drr_properties #(
      .N(N),
      .LEN_W(LEN_W),
      .PROPERTY(PROPERTY)
  ) properties (
      .clk(clk), .rst(rst), .req(req), .ready(ready), .len(len), .wr_en(wr_en), .wr_addr(wr_addr),
      .wr_data(wr_data), .valid(valid), .gnt(gnt), .idx(idx)
  );

endmodule

`default_nettype wire
