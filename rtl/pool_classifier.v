// Pool classifier of an 82599-class controller. It admits or drops each frame, and selects the pools, the RSS index
// and the traffic class.
//
// Inputs: a stream of frames, 64 bits a clock, and register writes. Output: one decision for each frame, with drop,
// set of pools, VLAN tag, traffic class, packet type, RSS type, RSS hash and RSS index. The receive queues follow
// from pools, index and class by MRQC and PSRTYPE, outside this module. docs/pool_classifier.md is the contract.
//
// Algorithm: the front end of l2_classifier realigns, parses and hashes the stream. With its last beat the frame
// enters a pipeline. It compares the address with 128 receive addresses and the VLAN with 64 VLAN IDs. It reads the
// bitmaps found and the MTA, UTA, VFTA and RETA. It combines the bitmaps with the filters of the pools.
//
// Parameters: those of l2_classifier, for the hash only. They change timing and area, never a port or a value.
//
// Protocol: that of l2_classifier. After a reset the single registers have their reset values and RAH.AV is 0. All
// other tables are undefined until written.
//
// Latency: m_valid always comes 12 clocks after the edge that takes the last beat. A last beat may come at every
// edge. A decision is a function of the frame and of the registers as written at edges before its last beat. Only
// VLNCTRL.VET is used as written at edges before its first beat. Therefore each write is delayed by as many ranks
// as a frame needs to reach the register ("delay D" in the files below).
//
// Ranks: rank k is the set of registers that hold the values of a frame k clocks after its last beat was taken.
// Rank 0 is the input, and rank 11 the output. The digit in a name is its rank.
`resetall
`default_nettype none

module pool_classifier #(
    parameter LEAF_PAIRS  = 0,
    parameter HASH_GROUPS = 6
) (
    input  wire        clk,
    input  wire        rst,
    input  wire [63:0] s_axis_tdata,
    input  wire [ 7:0] s_axis_tkeep,
    input  wire        s_axis_tvalid,
    input  wire        s_axis_tlast,
    input  wire        s_axis_tuser,
    input  wire        wr_en,
    input  wire [15:0] wr_addr,
    input  wire [31:0] wr_data,
    output reg         m_valid,
    output reg  [ 2:0] m_drop,
    output reg  [63:0] m_pools,
    output reg  [ 3:0] m_rss,
    output reg  [ 2:0] m_tc,
    output reg         m_tagged,
    output reg  [15:0] m_tci,
    output reg         m_pif,
    output reg  [ 6:0] m_ptype,
    output reg  [ 3:0] m_rss_type,
    output reg  [31:0] m_rss_hash
);
  // ---- Register writes.
  localparam FCTRL = 0, VLNCTRL = 1, MCSTCTRL = 2, VT_CTL = 3, VFRE = 4, RTRUP2TC = 5, MRQC = 6, MTA = 7, RAR = 8;
  localparam MPSAR = 9, VFTA = 10, VLVF = 11, VLVFB = 12, VMOLR = 13, UTA = 14, RETA = 15, RSSRK = 16;
  localparam G = 17;

  wire [ 10*G-1:0] sel;
  wire [10*32-1:0] wdata;
  wire [ 10*9-1:0] windex;

  pc_writes #(
      .GROUPS(G)
  ) u_writes (
      .clk    (clk),
      .rst    (rst),
      .wr_en  (wr_en),
      .wr_addr(wr_addr[15:2]),
      .wr_data(wr_data),
      .sel    (sel),
      .data   (wdata),
      .index  (windex)
  );

  // Modes of MRQC.MRQE: those that hash, those with eight traffic classes, and those with four.
  function hashes;
    input [3:0] mode;
    hashes = mode == 4'h1 || mode == 4'h4 || mode == 4'h5 || mode == 4'ha || mode == 4'hb;
  endfunction

  // Single registers, each with the delay of the rank that reads it.
  reg [15:0] vet;  // delay 1, counted from the first beat
  reg [1:0] mo;  // delay 2
  reg [23:0] map;  // delay 6: RTRUP2TC
  reg [3:0] mode;
  reg sbp, mpe, upe, bam, mfe, cfi, cfien, vfe;  // delay 7

  always @(posedge clk) begin
    if (sel[VLNCTRL]) vet <= wdata[15:0];
    if (sel[1*G+MCSTCTRL]) mo <= wdata[1*32+:2];
    if (sel[5*G+RTRUP2TC]) map <= wdata[5*32+:24];
    if (sel[5*G+MRQC]) mode <= wdata[5*32+:4];
    if (sel[6*G+FCTRL]) {bam, upe, mpe, sbp} <= {wdata[6*32+8+:3], wdata[6*32+1]};
    if (sel[6*G+MCSTCTRL]) mfe <= wdata[6*32+2];
    if (sel[6*G+VLNCTRL]) {vfe, cfien, cfi} <= wdata[6*32+28+:3];
    if (rst) begin
      vet <= 16'h8100;
      mo  <= 2'd0;
      map <= 24'd0;
      mode <= 4'd0;
      {sbp, mpe, upe, bam, mfe, cfi, cfien, vfe} <= 8'd0;
    end
  end

  // ---- Ranks 0 to 9: headers, RSS type and hash.
  reg [10:2] due;  // due[k]: a last beat is at rank k
  wire first1, last1, runt1, error1, tag1, go4;
  wire [47:0] mac1;
  wire [15:0] tci1;
  wire [ 6:0] ptype4;
  wire [ 3:0] kind5;
  wire [31:0] hash9;

  l2c_front #(
      .LEAF_PAIRS (LEAF_PAIRS),
      .HASH_GROUPS(HASH_GROUPS)
  ) u_front (
      .clk       (clk),
      .rst       (rst),
      .tdata     (s_axis_tdata),
      .tkeep     (s_axis_tkeep),
      .tvalid    (s_axis_tvalid),
      .tlast     (s_axis_tlast),
      .tuser     (s_axis_tuser),
      .vet       (vet),
      .mrqc_sel3 (sel[3*G+MRQC]),
      .mrqc_sel4 (sel[4*G+MRQC]),
      .mrqc_data3({wdata[3*32+1+:31], hashes(wdata[3*32+:4])}),
      .mrqc_data4({wdata[4*32+1+:31], hashes(wdata[4*32+:4])}),
      .key_sel   ({sel[6*G+RSSRK], sel[5*G+RSSRK], sel[4*G+RSSRK]}),
      .key_index ({windex[6*9+:4], windex[5*9+:4], windex[4*9+:4]}),
      .key_data  (wdata[4*32+:3*32]),
      .last3     (due[3]),
      .first     (first1),
      .last      (last1),
      .runt      (runt1),
      .error     (error1),
      .mac       (mac1),
      .tag       (tag1),
      .tci       (tci1),
      .ptype     (ptype4),
      .go        (go4),
      .kind      (kind5),
      .hash      (hash9)
  );

  // ---- Ranks 2 to 8: receive addresses, VLANs, and the bitmaps of pools of both. Bitmaps are read at ranks 5 to 8.
  wire hit5, vlan_hit5;
  wire [6:0] address5;
  wire [5:0] vlan5;
  wire [63:0] mac_pools8, vlan_pools8;

  pc_match #(
      .ENTRIES (128),
      .NUMBER_W(7),
      .KEY_W   (48),
      .LOW_W   (32),
      .CLEARED (1)
  ) u_rar (
      .clk    (clk),
      .rst    (rst),
      .due    ({due[3:2], last1}),
      .key    (mac1),
      .we_low (sel[1*G+RAR] && !windex[1*9]),
      .we_high(sel[1*G+RAR] && windex[1*9]),
      .entry  (windex[1*9+1+:7]),
      .data   (wdata[1*32+:32]),
      .hit    (hit5),
      .number (address5)
  );

  pc_match #(
      .ENTRIES (64),
      .NUMBER_W(6),
      .KEY_W   (12),
      .LOW_W   (0),
      .CLEARED (0)
  ) u_vlvf (
      .clk    (clk),
      .rst    (rst),
      .due    ({due[3:2], last1}),
      .key    (tci1[11:0]),
      .we_low (1'b0),
      .we_high(sel[1*G+VLVF]),
      .entry  (windex[1*9+:6]),
      .data   (wdata[1*32+:32]),
      .hit    (vlan_hit5),
      .number (vlan5)
  );

  genvar half;
  generate
    for (half = 0; half < 2; half = half + 1) begin : gen_half
      l2c_table_ram #(
          .ADDR_W(7)
      ) u_mpsar (
          .clk       (clk),
          .we        (sel[6*G+MPSAR] && windex[6*9] == half),
          .waddr     (windex[6*9+1+:7]),
          .wdata     (wdata[6*32+:32]),
          .wdata_late(wdata[8*32+:32]),
          .raddr     (address5),
          .rdata     (mac_pools8[32*half+:32])
      );
      l2c_table_ram #(
          .ADDR_W(6)
      ) u_vlvfb (
          .clk       (clk),
          .we        (sel[6*G+VLVFB] && windex[6*9] == half),
          .waddr     (windex[6*9+1+:6]),
          .wdata     (wdata[6*32+:32]),
          .wdata_late(wdata[8*32+:32]),
          .raddr     (vlan5),
          .rdata     (vlan_pools8[32*half+:32])
      );
    end
  endgenerate

  // ---- Ranks 2 to 7: bit tables. A bit is chosen from its word in two steps.
  reg [11:0] hash_index2;
  wire [31:0] mta_word5, uta_word5, vfta_word4;
  reg [4:0] bit3, bit4, bit5;
  reg [2:0] bit6;
  reg [7:0] mta_byte6, uta_byte6, vfta_byte5;
  reg mta7, uta7, vfta6;

  l2c_table_ram #(
      .ADDR_W(7)
  ) u_mta (
      .clk       (clk),
      .we        (sel[3*G+MTA]),
      .waddr     (windex[3*9+:7]),
      .wdata     (wdata[3*32+:32]),
      .wdata_late(wdata[5*32+:32]),
      .raddr     (hash_index2[11:5]),
      .rdata     (mta_word5)
  );
  l2c_table_ram #(
      .ADDR_W(7)
  ) u_uta (
      .clk       (clk),
      .we        (sel[3*G+UTA]),
      .waddr     (windex[3*9+:7]),
      .wdata     (wdata[3*32+:32]),
      .wdata_late(wdata[5*32+:32]),
      .raddr     (hash_index2[11:5]),
      .rdata     (uta_word5)
  );
  l2c_table_ram #(
      .ADDR_W(7)
  ) u_vfta (
      .clk       (clk),
      .we        (sel[2*G+VFTA]),
      .waddr     (windex[2*9+:7]),
      .wdata     (wdata[2*32+:32]),
      .wdata_late(wdata[4*32+:32]),
      .raddr     (tci1[11:5]),
      .rdata     (vfta_word4)
  );

  wire [15:0] b45 = mac1[47:32];
  reg tag2, tag3, tag4, tag5, tag6;
  reg [15:0] tci2, tci3, tci4, tci5, tci6;
  integer i;

  always @(posedge clk) begin
    hash_index2 <= mo == 2'd0 ? b45[15:4] : mo == 2'd1 ? b45[14:3] : mo == 2'd2 ? b45[13:2] : b45[11:0];
    {bit3, bit4, bit5} <= {hash_index2[4:0], bit3, bit4};
    for (i = 0; i < 8; i = i + 1) begin
      mta_byte6[i]  <= mta_word5[{i[2:0], bit5[1:0]}];
      uta_byte6[i]  <= uta_word5[{i[2:0], bit5[1:0]}];
      vfta_byte5[i] <= vfta_word4[{i[2:0], tci4[1:0]}];
    end
    bit6  <= bit5[4:2];
    mta7  <= mta_byte6[bit6];
    uta7  <= uta_byte6[bit6];
    vfta6 <= vfta_byte5[tci5[4:2]];

    {tag2, tag3, tag4, tag5, tag6} <= {tag1, tag2, tag3, tag4, tag5};
    tci2 <= tag1 ? tci1 : 16'd0;
    {tci3, tci4, tci5, tci6} <= {tci2, tci3, tci4, tci5};
  end

  // ---- Ranks 2 to 8: the filters of the port, and the traffic class.
  reg bad2, bad3, bad4, bad5, bad6, error2, error3, error4, error5, error6;
  reg ones2a, ones2b, group2, broad3, group3, broad4, group4, broad5, group5, broad6, group6;
  reg hit6, hit7, hit8, vlan_hit6, vlan_hit7, vlan_hit8;
  reg [2:0] tc6;
  reg bad7, refused7, by_mta7, vlan7, pif7, broad7, group7;
  reg bad8, refused8, vlan8, bad9, refused9, vlan9, bad10, refused10, vlan10;

  wire inexact = broad6 ? bam : group6 ? mpe : upe;
  wire vlan_miss = vfe && tag6 && (!vfta6 || (cfien && tci6[12] != cfi));
  wire eight = mode == 4'h2 || mode == 4'h4 || mode == 4'hc;
  wire four = mode == 4'h3 || mode == 4'h5 || mode == 4'hd;
  // Without a tag TCI is 0, and the priority is 0. The map has three bits for each priority.
  wire [2:0] class5 = {map[{2'b00, tci5[15:13]} * 5'd3 + 5'd2], map[{2'b00, tci5[15:13]} * 5'd3 + 5'd1],
                       map[{2'b00, tci5[15:13]} * 5'd3]};

  always @(posedge clk) begin
    due <= {due[9:2], last1};
    {bad2, bad3, bad4, bad5, bad6} <= {runt1, bad2, bad3, bad4, bad5};
    {error2, error3, error4, error5, error6} <= {error1, error2, error3, error4, error5};
    ones2a <= &mac1[23:0];
    ones2b <= &mac1[47:24];
    group2 <= mac1[0];
    {group3, group4, group5, group6, group7} <= {group2, group3, group4, group5, group6};
    {broad3, broad4, broad5, broad6, broad7} <= {ones2a && ones2b, broad3, broad4, broad5, broad6};
    {hit6, hit7, hit8} <= {hit5, hit6, hit7};
    {vlan_hit6, vlan_hit7, vlan_hit8} <= {vlan_hit5 && tag5, vlan_hit6, vlan_hit7};

    tc6 <= {class5[2] && eight, class5[1:0] & {2{eight || four}}};

    bad7     <= bad6 || (error6 && !sbp);
    refused7 <= !hit6 && !inexact;  // but perhaps admitted by the MTA
    by_mta7  <= mfe && group6;
    vlan7    <= vlan_miss;
    pif7     <= !hit6 && !(broad6 && bam);

    refused8 <= refused7 && !(by_mta7 && mta7);
    {bad8, bad9, bad10} <= {bad7, bad8, bad9};
    {vlan8, vlan9, vlan10} <= {vlan7, vlan8, vlan9};
    {refused9, refused10} <= {refused8, refused9};
    if (rst) due <= 9'b0;
  end

  // ---- Ranks 7 to 11: the pools.
  wire on, selected, none, defaulted, disabled;
  wire [63:0] pools;
  reg tag7;

  pc_pools u_pools (
      .clk       (clk),
      .rst       (rst),
      .vmolr_en  (sel[7*G+VMOLR]),
      .vmolr_pool(windex[7*9+:6]),
      .vmolr_data(wdata[7*32+22+:7]),
      .vt_ctl_en (sel[9*G+VT_CTL]),
      .vfre_en   (sel[9*G+VFRE]),
      .vfre_high (windex[9*9]),
      .vt_data   (wdata[9*32+:32]),
      .by_bam    (broad7),
      .by_mpe    (group7 && !broad7),
      .by_rompe  (group7 && !broad7 && by_mta7 && mta7),
      .by_upe    (!group7),
      .by_rope   (!group7 && uta7),
      .is_tagged (tag7),
      .mac_hit   (hit8),
      .mac_pools (mac_pools8),
      .vlan_hit  (vlan_hit8),
      .vlan_pools(vlan_pools8),
      .on        (on),
      .selected  (selected),
      .none      (none),
      .defaulted (defaulted),
      .disabled  (disabled),
      .pools     (pools)
  );

  // The filters of the port or the pools admit a frame. Otherwise it does not reach the default pool either.
  wire refused = on ? !selected && (refused10 || none) : refused10;

  // ---- Ranks 7 to 11: values that wait for the hash.
  reg go5, go6, go7, go8, go9, go10;
  reg [3:0] kind6, kind7, kind8, kind9, kind10;
  reg [6:0] ptype5, ptype6, ptype7, ptype8, ptype9, ptype10;
  reg tag8, tag9, tag10, pif8, pif9, pif10;
  reg [15:0] tci7, tci8, tci9, tci10;
  reg [2:0] tc7, tc8, tc9, tc10;
  reg [31:0] hash10;
  reg [3:0] rss10;

  wire [31:0] reta_word;
  l2c_field_ram #(
      .ADDR_W(5)
  ) u_reta (
      .clk  (clk),
      .we   (sel[9*G+RETA]),
      .waddr(windex[9*9+:5]),
      .wdata(wdata[9*32+:32]),
      .raddr(hash9[6:2]),
      .rdata(reta_word)
  );

  always @(posedge clk) begin
    {ptype5, ptype6, ptype7, ptype8, ptype9, ptype10} <= {ptype4, ptype5, ptype6, ptype7, ptype8, ptype9};
    {go5, go6, go7, go8, go9, go10} <= {go4, go5, go6, go7, go8, go9};
    {kind6, kind7, kind8, kind9, kind10} <= {kind5, kind6, kind7, kind8, kind9};
    {tag7, tag8, tag9, tag10} <= {tag6, tag7, tag8, tag9};
    {tci7, tci8, tci9, tci10} <= {tci6, tci7, tci8, tci9};
    {tc7, tc8, tc9, tc10} <= {tc6, tc7, tc8, tc9};
    {pif8, pif9, pif10} <= {pif7, pif8, pif9};
    hash10 <= hash9;
    rss10  <= reta_word[{hash9[1:0], 3'b000}+:4] & {4{go9}};

    m_valid    <= due[10];
    m_drop     <= bad10 ? 3'd1 : refused ? 3'd2 : vlan10 || (on && none) ? 3'd3 : on && disabled ? 3'd4 : 3'd0;
    m_pools    <= on ? pools : 64'd1;
    m_rss      <= rss10;
    m_tc       <= tc10;
    m_tagged   <= tag10;
    m_tci      <= tci10;
    m_pif      <= pif10;
    m_ptype    <= ptype10;
    m_rss_type <= kind10;
    m_rss_hash <= hash10 & {32{go10}};
    if (rst) m_valid <= 1'b0;
  end

  wire unused = &{1'b0, wr_addr[1:0], first1, wdata, windex, sel, defaulted, reta_word};
endmodule

`resetall
