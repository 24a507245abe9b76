// A table of 32-bit words in block RAM: one write port, one read port.
//
// The word at `raddr` is in `rdata` one clock later. A read and a write of the same word at the same edge
// return the old word; the snapshot rule of the classifier depends on that. Contents are undefined until
// written. ADDR_W: 1..12 address bits.
`resetall
`default_nettype none

module l2c_table_ram #(
    parameter ADDR_W = 7
) (
    input  wire              clk,
    input  wire              we,
    input  wire [ADDR_W-1:0] waddr,
    input  wire [      31:0] wdata,
    input  wire [ADDR_W-1:0] raddr,
    output reg  [      31:0] rdata
);
  (* ram_style = "block" *)
  reg [31:0] mem[0:(1<<ADDR_W)-1];

  always @(posedge clk) begin
    if (we) mem[waddr] <= wdata;
    rdata <= mem[raddr];
  end

`ifndef SYNTHESIS
  initial begin
    if (ADDR_W < 1 || ADDR_W > 12) begin
      $display("l2c_table_ram: ADDR_W is %0d, must be 1..12", ADDR_W);
      $stop;
    end
  end
`endif
endmodule

`resetall
