// l2c_block_ram for ECP5: one block RAM (EBR) with its output register, which open synthesis does not infer. Without
// this register the clock-to-output time of the EBR (5.8 ns at speed grade 6) alone would set the clock rate.
// Ports, latency and parameter are those of rtl/l2c_block_ram.v. This file replaces it for place and route.
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
    output wire [      31:0] rdata
);
  wire [8:0] aw = {{9 - ADDR_W{1'b0}}, waddr};
  wire [8:0] ar = {{9 - ADDR_W{1'b0}}, raddr};

  PDPW16KD #(
      .DATA_WIDTH_W(36),
      .DATA_WIDTH_R(36),
      .REGMODE("OUTREG"),
      .GSR("DISABLED")
  ) u_ebr (
      .CLKW(clk), .CEW(we), .CSW2(1'b0), .CSW1(1'b0), .CSW0(1'b0), .BE3(1'b1), .BE2(1'b1), .BE1(1'b1), .BE0(1'b1),
      .CLKR(clk), .CER(1'b1), .OCER(1'b1), .CSR2(1'b0), .CSR1(1'b0), .CSR0(1'b0), .RST(1'b0),
      .ADW0(aw[0]), .ADW1(aw[1]), .ADW2(aw[2]), .ADW3(aw[3]), .ADW4(aw[4]),
      .ADW5(aw[5]), .ADW6(aw[6]), .ADW7(aw[7]), .ADW8(aw[8]),
      .ADR0(1'b0), .ADR1(1'b0), .ADR2(1'b0), .ADR3(1'b0), .ADR4(1'b0),
      .ADR5(ar[0]), .ADR6(ar[1]), .ADR7(ar[2]), .ADR8(ar[3]), .ADR9(ar[4]),
      .ADR10(ar[5]), .ADR11(ar[6]), .ADR12(ar[7]), .ADR13(ar[8]),
      .DI0(wdata[0]), .DI1(wdata[1]), .DI2(wdata[2]), .DI3(wdata[3]),
      .DI4(wdata[4]), .DI5(wdata[5]), .DI6(wdata[6]), .DI7(wdata[7]),
      .DI8(wdata[8]), .DI9(wdata[9]), .DI10(wdata[10]), .DI11(wdata[11]),
      .DI12(wdata[12]), .DI13(wdata[13]), .DI14(wdata[14]), .DI15(wdata[15]),
      .DI16(wdata[16]), .DI17(wdata[17]), .DI18(wdata[18]), .DI19(wdata[19]),
      .DI20(wdata[20]), .DI21(wdata[21]), .DI22(wdata[22]), .DI23(wdata[23]),
      .DI24(wdata[24]), .DI25(wdata[25]), .DI26(wdata[26]), .DI27(wdata[27]),
      .DI28(wdata[28]), .DI29(wdata[29]), .DI30(wdata[30]), .DI31(wdata[31]),
      .DI32(1'b0), .DI33(1'b0), .DI34(1'b0), .DI35(1'b0),
      .DO0(rdata[0]), .DO1(rdata[1]), .DO2(rdata[2]), .DO3(rdata[3]),
      .DO4(rdata[4]), .DO5(rdata[5]), .DO6(rdata[6]), .DO7(rdata[7]),
      .DO8(rdata[8]), .DO9(rdata[9]), .DO10(rdata[10]), .DO11(rdata[11]),
      .DO12(rdata[12]), .DO13(rdata[13]), .DO14(rdata[14]), .DO15(rdata[15]),
      .DO16(rdata[16]), .DO17(rdata[17]), .DO18(rdata[18]), .DO19(rdata[19]),
      .DO20(rdata[20]), .DO21(rdata[21]), .DO22(rdata[22]), .DO23(rdata[23]),
      .DO24(rdata[24]), .DO25(rdata[25]), .DO26(rdata[26]), .DO27(rdata[27]),
      .DO28(rdata[28]), .DO29(rdata[29]), .DO30(rdata[30]), .DO31(rdata[31])
  );
endmodule

`resetall
