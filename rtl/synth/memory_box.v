// Replaces a memory when logic levels are counted. Every memory becomes an instance of a module without contents, and
// `expose -evert` turns its ports into inputs and outputs of the design.
(* techmap_celltype = "$mem_v2" *)
module memory_box_map (RD_CLK, RD_EN, RD_ARST, RD_SRST, RD_ADDR, RD_DATA, WR_CLK, WR_EN, WR_ADDR, WR_DATA);
  parameter MEMID = "";
  parameter signed SIZE = 4;
  parameter signed OFFSET = 0;
  parameter signed ABITS = 2;
  parameter signed WIDTH = 8;
  parameter signed INIT = 1'bx;
  parameter signed RD_PORTS = 1;
  parameter RD_CLK_ENABLE = 1'b1;
  parameter RD_CLK_POLARITY = 1'b1;
  parameter RD_TRANSPARENCY_MASK = 1'b0;
  parameter RD_COLLISION_X_MASK = 1'b0;
  parameter RD_WIDE_CONTINUATION = 1'b0;
  parameter RD_CE_OVER_SRST = 1'b0;
  parameter RD_ARST_VALUE = 1'b0;
  parameter RD_SRST_VALUE = 1'b0;
  parameter RD_INIT_VALUE = 1'b0;
  parameter signed WR_PORTS = 1;
  parameter WR_CLK_ENABLE = 1'b1;
  parameter WR_CLK_POLARITY = 1'b1;
  parameter WR_PRIORITY_MASK = 1'b0;
  parameter WR_WIDE_CONTINUATION = 1'b0;
  input [RD_PORTS-1:0] RD_CLK;
  input [RD_PORTS-1:0] RD_EN;
  input [RD_PORTS-1:0] RD_ARST;
  input [RD_PORTS-1:0] RD_SRST;
  input [RD_PORTS*ABITS-1:0] RD_ADDR;
  output [RD_PORTS*WIDTH-1:0] RD_DATA;
  input [WR_PORTS-1:0] WR_CLK;
  input [WR_PORTS*WIDTH-1:0] WR_EN;
  input [WR_PORTS*ABITS-1:0] WR_ADDR;
  input [WR_PORTS*WIDTH-1:0] WR_DATA;
  memory_box #(.A(ABITS), .D(WIDTH)) box (.ra(RD_ADDR), .rd(RD_DATA), .we(WR_EN), .wa(WR_ADDR), .wd(WR_DATA));
endmodule

(* blackbox *)
module memory_box #(parameter A = 1, parameter D = 1) (
    input [A-1:0] ra,
    output [D-1:0] rd,
    input [D-1:0] we,
    input [A-1:0] wa,
    input [D-1:0] wd
);
endmodule
