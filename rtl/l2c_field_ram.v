// A small table of 32-bit words in LUT RAM: one synchronous write port, one asynchronous read port.
//
// Contents are undefined until written. ADDR_W: 1..6 address bits.
`resetall
`default_nettype none

module l2c_field_ram #(
    parameter ADDR_W = 4
) (
    input  wire              clk,
    input  wire              we,
    input  wire [ADDR_W-1:0] waddr,
    input  wire [      31:0] wdata,
    input  wire [ADDR_W-1:0] raddr,
    output wire [      31:0] rdata
);
  (* ram_style = "distributed" *)
  reg [31:0] mem[0:(1<<ADDR_W)-1];

  always @(posedge clk) if (we) mem[waddr] <= wdata;

  assign rdata = mem[raddr];

`ifndef SYNTHESIS
  initial begin
    if (ADDR_W < 1 || ADDR_W > 6) begin
      $display("l2c_field_ram: ADDR_W is %0d, must be 1..6", ADDR_W);
      $stop;
    end
  end
`endif
endmodule

`resetall
