// A table of 32-bit words in block RAM, in which a read returns every write up to and including its edge.
//
// Algorithm: block RAMs differ in the value that they return for a word written at the same edge. Therefore
// that value is not used: the word is taken from the write instead, three clocks after the read address.
//
// Protocol: `wdata_late` is the value of `wdata` two clocks before; the writer has it in its pipeline.
// Latency: `rdata` three clocks after `raddr`. ADDR_W: 1 to 9 address bits.
`resetall
`default_nettype none

module l2c_table_ram #(
    parameter ADDR_W = 7
) (
    input  wire              clk,
    input  wire              we,
    input  wire [ADDR_W-1:0] waddr,
    input  wire [      31:0] wdata,
    input  wire [      31:0] wdata_late,
    input  wire [ADDR_W-1:0] raddr,
    output reg  [      31:0] rdata
);
  reg  same1, same2;
  wire [31:0] word;

  l2c_block_ram #(
      .ADDR_W(ADDR_W)
  ) u_ram (
      .clk  (clk),
      .we   (we),
      .waddr(waddr),
      .wdata(wdata),
      .raddr(raddr),
      .rdata(word)
  );

  always @(posedge clk) begin
    same1 <= we && waddr == raddr;
    same2 <= same1;
    rdata <= same2 ? wdata_late : word;
  end
endmodule

`resetall
