// The write pipeline of the pool classifier: decodes each register write once and delays it by ranks. Each
// register can take a write as many clocks late as a frame needs to reach that register.
//
// Rank k holds a write of edge e from edge e+k on, as in l2c_writes. A reset discards every pending write.
//
// sel has GROUPS bits for each rank. Bit k*GROUPS+g states that rank k has a write to group g. Rank 0 is the
// decoded input register. data and index are in the order of ranks too; index has no meaning in rank 0. index is
// the number of the word in its group. Receive addresses 0 to 15 are also at 05400.
`resetall
`default_nettype none

module pc_writes #(
    parameter GROUPS = 17  // must be 17; the instance uses it to find the ranks in `sel`
) (
    input  wire                   clk,
    input  wire                   rst,
    input  wire                   wr_en,
    input  wire [          15:2]  wr_addr,
    input  wire [          31:0]  wr_data,
    output wire [10*GROUPS-1:0]   sel,
    output reg  [     10*32-1:0]  data,
    output reg  [      10*9-1:0]  index
);
  reg         en;
  reg  [15:2] addr;
  wire [15:0] offset = {addr, 2'b00};
  wire [GROUPS-1:0] group;
  reg  [9*GROUPS-1:0] later;

  // The groups have the order of the localparams of pool_classifier.
  assign group[0]  = en && offset == 16'h5080;                 // FCTRL
  assign group[1]  = en && offset == 16'h5088;                 // VLNCTRL
  assign group[2]  = en && offset == 16'h5090;                 // MCSTCTRL
  assign group[3]  = en && offset == 16'h51b0;                 // VT_CTL
  assign group[4]  = en && offset[15:3] == 13'h0a3c;           // VFRE, 051E0 and 051E4
  assign group[5]  = en && offset == 16'h3020;                 // RTRUP2TC
  assign group[6]  = en && offset == 16'h5818;                 // MRQC
  assign group[7]  = en && offset[15:9] == 7'h29;              // MTA, 05200 to 053FF
  assign group[8]  = en && (offset[15:7] == 9'h0a8 ||          // RAL, RAH, 05400 to 0547F
                            offset[15:9] == 7'h51 || offset[15:9] == 7'h52);  // and 0A200 to 0A5FF
  assign group[9]  = en && (offset[15:9] == 7'h53 || offset[15:9] == 7'h54);  // MPSAR, 0A600 to 0A9FF
  assign group[10] = en && offset[15:9] == 7'h50;              // VFTA, 0A000 to 0A1FF
  assign group[11] = en && offset[15:8] == 8'hf1;              // VLVF
  assign group[12] = en && offset[15:9] == 7'h79;              // VLVFB, 0F200 to 0F3FF
  assign group[13] = en && offset[15:8] == 8'hf0;              // VMOLR
  assign group[14] = en && offset[15:9] == 7'h7a;              // UTA, 0F400 to 0F5FF
  assign group[15] = en && offset[15:7] == 9'h0b8;             // RETA, 05C00 to 05C7F
  assign group[16] = en && offset[15:6] == 10'h172;            // RSSRK, 05C80 to 05CBF

  assign sel = {later, group};

  // The long tables of RAL, RAH and MPSAR begin at an odd multiple of 512 bytes: their word numbers count from there.
  wire [8:0] word = {addr[10], addr[9] ^ (addr[15:12] == 4'ha), addr[8:2]};

  always @(posedge clk) begin
    en    <= wr_en;
    addr  <= wr_addr;
    data  <= {data[9*32-1:0], wr_data};
    index <= {index[9*9-1:9], word, 9'b0};
    later <= {later[8*GROUPS-1:0], group};
    if (rst) begin
      en    <= 1'b0;
      later <= {9 * GROUPS{1'b0}};
    end
  end
endmodule

`resetall
