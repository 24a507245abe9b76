// Block RAM of 32-bit words with an output register: one write port, one read port.
//
// The word at `raddr` is in `rdata` two clocks later. A read and a write of the same word at the
// same edge give an undefined value, as on most devices; l2c_table_ram corrects it. Contents are
// undefined until written. ADDR_W: 1 to 9 address bits.
`resetall
`default_nettype none

module l2c_block_ram #(
    parameter ADDR_W = 7
) (
    input  wire              clk,
    input  wire              we,
    input  wire [ADDR_W-1:0] waddr,
    input  wire [      31:0] wdata,
    input  wire [ADDR_W-1:0] raddr,
    output reg  [      31:0] rdata
);
  (* ram_style = "block", no_rw_check *)
  reg [31:0] mem[0:(1<<ADDR_W)-1];
  reg [31:0] word;

  always @(posedge clk) begin
    if (we) mem[waddr] <= wdata;
    word  <= mem[raddr];
    rdata <= word;
`ifndef SYNTHESIS
    if (we && waddr == raddr) word <= 32'hxxxxxxxx;
`endif
  end

`ifndef SYNTHESIS
  initial begin
    if (ADDR_W < 1 || ADDR_W > 9) begin
      $display("l2c_block_ram: ADDR_W is %0d, must be 1..9", ADDR_W);
      $stop;
    end
  end
`endif
endmodule

`resetall
