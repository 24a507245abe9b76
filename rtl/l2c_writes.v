// The write pipeline: decodes each register write once and delays it by ranks. Each register can take a write as
// many clocks late as a frame needs to reach that register.
//
// Rank k holds a write of edge e from edge e+k on. A register that is fed from rank D-1 therefore takes it at
// edge e+D ("delay D"). If a frame with its last beat at edge t reads that register at edge t+D, it sees exactly
// the writes of edges before t (the snapshot rule). A reset discards every pending write.
//
// ADDRESSES: receive addresses; those from 16 on are at AC00 + 8n. `wr_addr` is the register offset without bits
// 1:0. `vet_en` is the delay-1 enable of VLNCTRL, from rank 0. sel_*[k] mark a write of that group in rank k;
// data and index are rank-major. index is the word number in the group (MTA, VFTA 7 bits; RAR {n, RAH} 8 bits, of
// which bits 7:5 are 0 below entry 16; RETA, RSSRK n). For VFTAVIND, bits 8:7 are the bank plus one, modulo 4.
`resetall
`default_nettype none

module l2c_writes #(
    parameter ADDRESSES = 16
) (
    input  wire           clk,
    input  wire           rst,
    input  wire           wr_en,
    input  wire [   15:2] wr_addr,
    input  wire [   31:0] wr_data,
    output wire           vet_en,
    output reg  [    9:1] sel_rdrxctl,
    output reg  [    9:1] sel_fctrl,
    output reg  [    9:1] sel_vlnctrl,
    output reg  [    9:1] sel_mcstctrl,
    output reg  [    9:1] sel_ruppbmr,
    output reg  [    9:1] sel_mta,
    output reg  [    9:1] sel_rar,
    output reg  [    9:1] sel_mrqc,
    output reg  [    9:1] sel_vmd_ctl,
    output reg  [    9:1] sel_reta,
    output reg  [    9:1] sel_rssrk,
    output reg  [    9:1] sel_vfta,
    output reg  [    9:1] sel_vftavind,
    output reg  [10*32-1:0] data,
    output reg  [10*9-1:0]  index
);
  reg        en;
  reg [15:2] addr;

  // Offsets as byte addresses; the constants below drop bits 1:0, or the bits within a group.
  wire rdrxctl = en && {addr, 2'b00} == 16'h2f00;
  wire fctrl = en && {addr, 2'b00} == 16'h5080;
  wire vlnctrl = en && {addr, 2'b00} == 16'h5088;
  wire mcstctrl = en && {addr, 2'b00} == 16'h5090;
  wire ruppbmr = en && {addr, 2'b00} == 16'h50a0;
  wire mta = en && {addr[15:9], 9'b0} == 16'h5200;
  wire rar_more = ADDRESSES > 16 && {addr[15:10], 10'b0} == 16'hac00 && |addr[9:7];
  wire rar = en && ({addr[15:7], 7'b0} == 16'h5400 || rar_more);
  wire mrqc = en && {addr, 2'b00} == 16'h5818;
  wire vmd_ctl = en && {addr, 2'b00} == 16'h581c;
  wire reta = en && {addr[15:7], 7'b0} == 16'h5c00;
  wire rssrk = en && {addr[15:6], 6'b0} == 16'h5c80;
  wire vfta = en && {addr[15:9], 9'b0} == 16'ha000;
  wire vftavind = en && ({addr[15:9], 9'b0} == 16'ha200 || {addr[15:9], 9'b0} == 16'ha400 ||
                         {addr[15:9], 9'b0} == 16'ha600 || {addr[15:9], 9'b0} == 16'ha800);

  assign vet_en = vlnctrl;

  always @(posedge clk) begin
    en    <= wr_en;
    addr  <= wr_addr;
    data  <= {data[9*32-1:0], wr_data};
    index <= {index[9*9-1:9], addr[10:2], 9'b0};

    sel_rdrxctl  <= {sel_rdrxctl[8:1], rdrxctl};
    sel_fctrl    <= {sel_fctrl[8:1], fctrl};
    sel_vlnctrl  <= {sel_vlnctrl[8:1], vlnctrl};
    sel_mcstctrl <= {sel_mcstctrl[8:1], mcstctrl};
    sel_ruppbmr  <= {sel_ruppbmr[8:1], ruppbmr};
    sel_mta      <= {sel_mta[8:1], mta};
    sel_rar      <= {sel_rar[8:1], rar};
    sel_mrqc     <= {sel_mrqc[8:1], mrqc};
    sel_vmd_ctl  <= {sel_vmd_ctl[8:1], vmd_ctl};
    sel_reta     <= {sel_reta[8:1], reta};
    sel_rssrk    <= {sel_rssrk[8:1], rssrk};
    sel_vfta     <= {sel_vfta[8:1], vfta};
    sel_vftavind <= {sel_vftavind[8:1], vftavind};

    if (rst) begin
      en           <= 1'b0;
      sel_rdrxctl  <= 9'b0;
      sel_fctrl    <= 9'b0;
      sel_vlnctrl  <= 9'b0;
      sel_mcstctrl <= 9'b0;
      sel_ruppbmr  <= 9'b0;
      sel_mta      <= 9'b0;
      sel_rar      <= 9'b0;
      sel_mrqc     <= 9'b0;
      sel_vmd_ctl  <= 9'b0;
      sel_reta     <= 9'b0;
      sel_rssrk    <= 9'b0;
      sel_vfta     <= 9'b0;
      sel_vftavind <= 9'b0;
    end
  end
endmodule

`resetall
