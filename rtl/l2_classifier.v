// L2 classifier of an 82598-class controller. It admits or drops each frame, and selects the receive queue.
//
// Inputs: a stream of frames, 64 bits a clock, and register writes. Output: one decision for each frame,
// with drop, VLAN tag, VMDq index, traffic class, packet type, RSS type, RSS hash and queue.
//
// Algorithm: the stream is realigned to the end of the type field. The parser walks the IPv4 or IPv6
// headers as their words arrive, and addresses and ports for the hash go to a small store. With its last
// beat the frame enters a pipeline. The pipeline compares the address with the receive addresses, looks up
// the tables MTA, VFTA, VFTAVIND and RETA, and hashes 96 bits a clock.
//
// Sizes: RX_QUEUES 1 to 128, POOLS 1 to 64 and at most RX_QUEUES, ADDRESSES 1 to 128. They give the widths
// of m_queue (at least 6) and m_vmdq (at least 4). LEAF_PAIRS and HASH_GROUPS change timing and area only,
// never a port or a value. LEAF_PAIRS is 0 for simulators, 3 for 6-input LUTs, 2 for 4-input LUTs.
// HASH_GROUPS is the number of partial sums of a hash bit.
//
// Protocol: bytes 8k+7:8k of tdata are lane k. tkeep is FF, except in the last beat of a frame, where it is a
// run of ones from lane 0. tkeep and tuser are read with tlast only. tuser = 1 marks a bad frame. There is no
// back-pressure. Idle clocks may come between any two beats. There is at most one register write an edge.
// rst is synchronous: it discards pending decisions and writes, and resets RAH.AV and the single registers.
// All other tables are then undefined until written.
//
// Latency: m_valid always comes 12 clocks after the edge that takes the last beat. A last beat may come at
// every edge. A decision is a function of the frame and of the registers as written at edges before its
// last beat. Only VLNCTRL.VET is used as written at edges before its first beat. Therefore each write is
// delayed by as many ranks as a frame needs to reach the register ("delay D" in the files below).
//
// Ranks: rank k is the set of registers that hold the values of a frame k clocks after its last beat was
// taken. Rank 0 is the input, and rank 11 the output. The digit in a name is its rank.
`resetall
`default_nettype none

module l2_classifier #(
    parameter RX_QUEUES   = 64,
    parameter POOLS       = 16,
    parameter ADDRESSES   = 16,
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
    output reg  [ 1:0] m_drop,
    output reg  [(RX_QUEUES > 64 ? 7 : 6)-1:0] m_queue,
    output reg  [(POOLS > 32 ? 6 : POOLS > 16 ? 5 : 4)-1:0] m_vmdq,
    output reg  [ 2:0] m_tc,
    output reg         m_tagged,
    output reg  [15:0] m_tci,
    output reg         m_pif,
    output reg  [ 6:0] m_ptype,
    output reg  [ 3:0] m_rss_type,
    output reg  [31:0] m_rss_hash
);
  // ---- Sizes.
  localparam QUEUE_W = RX_QUEUES > 64 ? 7 : 6;  // width of m_queue
  localparam POOL_W = POOLS > 32 ? 6 : POOLS > 16 ? 5 : 4;  // width of m_vmdq
  localparam RAR_INDEX = ADDRESSES > 16 ? 8 : 5;
  localparam QUEUE_BITS = bits_for(RX_QUEUES);  // bits of a queue number
  localparam POOL_BITS = bits_for(POOLS);
  localparam CLASS_BITS = QUEUE_BITS > 3 ? QUEUE_BITS - 3 : 0;  // bits of a queue number within a traffic class
  localparam [6:0] QUEUE_MASK = (1 << QUEUE_BITS) - 1;
  localparam [5:0] POOL_MASK = (1 << POOL_BITS) - 1;
  localparam [3:0] CLASS_MASK = (1 << CLASS_BITS) - 1;
  localparam [3:0] RSS_MASK = CLASS_MASK >> 1;  // DCB and VMDq: bits of the RSS index; the next bit is the pool's
  localparam [3:0] POOL_BIT = CLASS_MASK ^ RSS_MASK;
  localparam [7:0] QUEUES = RX_QUEUES[7:0];
  localparam [6:0] ALL_POOLS = POOLS[6:0];
  localparam [POOL_W-1:0] NO_POOL = 0;
  localparam [QUEUE_W-1:0] NO_QUEUE = 0;

  function integer bits_for;
    input integer choices;
    for (bits_for = 0; (1 << bits_for) < choices; bits_for = bits_for + 1) bits_for = bits_for;
  endfunction

  // Reduces a field of a register to a pool that exists. For a power of two this only masks bits.
  function [POOL_W-1:0] pool_of;
    input [5:0] x;
    pool_of = (x[POOL_W-1:0] & POOL_MASK[POOL_W-1:0]) -
              ({1'b0, x & POOL_MASK} >= ALL_POOLS ? ALL_POOLS[POOL_W-1:0] : NO_POOL);
  endfunction

  // Reduces a number to a queue that exists.
  function [QUEUE_W-1:0] queue_of;
    input [6:0] x;
    queue_of = (x[QUEUE_W-1:0] & QUEUE_MASK[QUEUE_W-1:0]) -
               ({1'b0, x & QUEUE_MASK} >= QUEUES ? QUEUES[QUEUE_W-1:0] : NO_QUEUE);
  endfunction

  // ---- Register writes.
  wire vet_en;
  wire [9:1] sel_rdrxctl, sel_fctrl, sel_vlnctrl, sel_mcstctrl, sel_ruppbmr, sel_mta, sel_rar, sel_mrqc;
  wire [9:1] sel_vmd_ctl, sel_reta, sel_rssrk, sel_vfta, sel_vftavind;
  wire [10*32-1:0] wdata;
  wire [ 10*9-1:0] windex;

  l2c_writes #(
      .ADDRESSES(ADDRESSES)
  ) u_writes (
      .clk         (clk),
      .rst         (rst),
      .wr_en       (wr_en),
      .wr_addr     (wr_addr[15:2]),
      .wr_data     (wr_data),
      .vet_en      (vet_en),
      .sel_rdrxctl (sel_rdrxctl),
      .sel_fctrl   (sel_fctrl),
      .sel_vlnctrl (sel_vlnctrl),
      .sel_mcstctrl(sel_mcstctrl),
      .sel_ruppbmr (sel_ruppbmr),
      .sel_mta     (sel_mta),
      .sel_rar     (sel_rar),
      .sel_mrqc    (sel_mrqc),
      .sel_vmd_ctl (sel_vmd_ctl),
      .sel_reta    (sel_reta),
      .sel_rssrk   (sel_rssrk),
      .sel_vfta    (sel_vfta),
      .sel_vftavind(sel_vftavind),
      .data        (wdata),
      .index       (windex)
  );

  // Single registers, each with the delay of the rank that reads it.
  reg [15:0] vet;  // delay 1, counted from the first beat
  reg [1:0] mo;  // delay 2
  reg vmdq_en, vmdq_by_vlan;  // delay 6
  reg [POOL_W-1:0] vmdq_default;
  reg mpben, mqa;
  reg sbp, mpe, upe, bam, mfe, cfi, cfien, vfe, rss_en;  // delay 7

  always @(posedge clk) begin
    if (vet_en) vet <= wdata[15:0];
    if (sel_mcstctrl[1]) mo <= wdata[1*32+:2];
    if (sel_vmd_ctl[5]) vmdq_default <= pool_of(wdata[5*32+4+:6]);
    if (sel_vmd_ctl[5]) {vmdq_by_vlan, vmdq_en} <= wdata[5*32+:2];
    if (sel_rdrxctl[5]) mpben <= wdata[5*32+4];
    if (sel_ruppbmr[5]) mqa <= wdata[5*32+31];
    if (sel_fctrl[6]) {bam, upe, mpe, sbp} <= {wdata[6*32+8+:3], wdata[6*32+1]};
    if (sel_mcstctrl[6]) mfe <= wdata[6*32+2];
    if (sel_vlnctrl[6]) {vfe, cfien, cfi} <= wdata[6*32+28+:3];
    if (sel_mrqc[6]) rss_en <= wdata[6*32];
    if (rst) begin
      vet <= 16'h8100;
      mo  <= 2'd0;
      {vmdq_en, vmdq_by_vlan, vmdq_default, mpben, mqa} <= {2'd0, NO_POOL, 2'd0};
      {sbp, mpe, upe, bam, mfe, cfi, cfien, vfe, rss_en} <= 9'd0;
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
      .mrqc_sel3 (sel_mrqc[3]),
      .mrqc_sel4 (sel_mrqc[4]),
      .mrqc_data3(wdata[3*32+:32]),
      .mrqc_data4(wdata[4*32+:32]),
      .key_sel   (sel_rssrk[6:4]),
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

  // ---- Ranks 2 to 5: receive addresses.
  wire hit5;
  wire [POOL_W-1:0] vind5;

  l2c_rar #(
      .ADDRESSES (ADDRESSES),
      .INDEX_W   (RAR_INDEX),
      .POOL_W    (POOL_W),
      .LEAF_PAIRS(LEAF_PAIRS)
  ) u_rar (
      .clk   (clk),
      .rst   (rst),
      .due   ({due[4:2], last1}),
      .mac   (mac1),
      .sel1  (sel_rar[1]),
      .index1(windex[1*9+:RAR_INDEX]),
      .data1 (wdata[1*32+:32]),
      .sel4  (sel_rar[4]),
      .index4(windex[4*9+:RAR_INDEX]),
      .vind4 (pool_of(wdata[4*32+18+:6])),
      .hit   (hit5),
      .vind  (vind5)
  );

  // ---- Ranks 2 to 7: bit tables. A bit is chosen from its word in two steps.
  reg [11:0] mta_index2;
  wire [31:0] mta_word5, vfta_word4, vftavind_word4;
  reg [4:0] mta_bit3, mta_bit4, mta_bit5;
  reg [2:0] mta_bit6;
  reg [7:0] mta_byte6, vfta_byte5;
  reg mta7, vfta6;
  reg [POOL_W-1:0] nibble5;

  l2c_table_ram #(
      .ADDR_W(7)
  ) u_mta (
      .clk       (clk),
      .we        (sel_mta[3]),
      .waddr     (windex[3*9+:7]),
      .wdata     (wdata[3*32+:32]),
      .wdata_late(wdata[5*32+:32]),
      .raddr     (mta_index2[11:5]),
      .rdata     (mta_word5)
  );
  l2c_table_ram #(
      .ADDR_W(7)
  ) u_vfta (
      .clk       (clk),
      .we        (sel_vfta[2]),
      .waddr     (windex[2*9+:7]),
      .wdata     (wdata[2*32+:32]),
      .wdata_late(wdata[4*32+:32]),
      .raddr     (tci1[11:5]),
      .rdata     (vfta_word4)
  );
  // l2c_writes gives banks 0 to 3 of VFTAVIND the numbers 1, 2, 3, 0. The bank of a VLAN ID is mapped in the same way.
  l2c_table_ram #(
      .ADDR_W(9)
  ) u_vftavind (
      .clk       (clk),
      .we        (sel_vftavind[2]),
      .waddr     (windex[2*9+:9]),
      .wdata     (wdata[2*32+:32]),
      .wdata_late(wdata[4*32+:32]),
      .raddr     ({tci1[4] ^ tci1[3], !tci1[3], tci1[11:5]}),
      .rdata     (vftavind_word4)
  );

  wire [15:0] b45 = mac1[47:32];
  reg tag2, tag3, tag4, tag5, tag6;
  reg [15:0] tci2, tci3, tci4, tci5, tci6;
  integer i;

  always @(posedge clk) begin
    mta_index2 <= mo == 2'd0 ? b45[15:4] : mo == 2'd1 ? b45[14:3] : mo == 2'd2 ? b45[13:2] : b45[11:0];
    {mta_bit3, mta_bit4, mta_bit5} <= {mta_index2[4:0], mta_bit3, mta_bit4};
    if (due[5]) for (i = 0; i < 8; i = i + 1) mta_byte6[i] <= mta_word5[{i[2:0], mta_bit5[1:0]}];
    mta_bit6 <= mta_bit5[4:2];
    mta7     <= mta_byte6[mta_bit6];

    {tag2, tag3, tag4, tag5, tag6} <= {tag1, tag2, tag3, tag4, tag5};
    tci2 <= tag1 ? tci1 : 16'd0;
    {tci3, tci4, tci5, tci6} <= {tci2, tci3, tci4, tci5};
    if (due[4]) for (i = 0; i < 8; i = i + 1) vfta_byte5[i] <= vfta_word4[{i[2:0], tci4[1:0]}];
    vfta6   <= vfta_byte5[tci5[4:2]];
    nibble5 <= pool_of({2'b00, vftavind_word4[{tci4[2:0], 2'b00}+:4]});
  end

  // ---- Ranks 2 to 8: drop reason, VMDq index and traffic class.
  reg bad2, bad3, bad4, bad5, bad6, error2, error3, error4, error5, error6;
  reg ones2a, ones2b, group2, broad3, group3, broad4, group4, broad5, group5, broad6, group6;
  reg hit6;
  reg vmdq_on6, dcb_on6;
  reg [POOL_W-1:0] vmdq6, vmdq7;
  reg [2:0] tc6, tc7;
  reg bad7, refused7, by_mta7, vlan7, pif7;
  reg [6:0] base7;  // queue without the RSS index
  reg high7;  // the RSS index is the high nibble of the RETA entry
  reg [3:0] mask7;  // bits of the RSS index that count

  wire [5:0] pool6 = {{6 - POOL_W{1'b0}}, vmdq6};
  wire [6:0] class6 = {4'b0000, tc6} << CLASS_BITS;
  wire [6:0] class_pool6 = {3'b000, pool6[3:0] & CLASS_MASK};
  wire [6:0] class_bit6 = {3'b000, POOL_BIT & {4{pool6[0]}}};

  wire inexact = broad6 ? bam : group6 ? mpe : upe;
  wire vlan_miss = vfe && tag6 && (!vfta6 || (cfien && tci6[12] != cfi));

  always @(posedge clk) begin
    due <= {due[9:2], last1};
    {bad2, bad3, bad4, bad5, bad6} <= {runt1, bad2, bad3, bad4, bad5};
    {error2, error3, error4, error5, error6} <= {error1, error2, error3, error4, error5};
    ones2a <= &mac1[23:0];
    ones2b <= &mac1[47:24];
    group2 <= mac1[0];
    {group3, group4, group5, group6} <= {group2, group3, group4, group5};
    {broad3, broad4, broad5, broad6} <= {ones2a && ones2b, broad3, broad4, broad5};
    hit6  <= hit5;

    vmdq_on6 <= vmdq_en;
    dcb_on6  <= mpben && mqa;
    vmdq6 <= !vmdq_en ? NO_POOL : vmdq_by_vlan ? (tag5 ? nibble5 : vmdq_default) : (hit5 ? vind5 : vmdq_default);
    tc6   <= mpben && mqa ? tci5[15:13] : 3'd0;  // TCI is 0 when not tagged

    bad7     <= bad6 || (error6 && !sbp);
    refused7 <= !hit6 && !inexact;  // but perhaps admitted by the MTA
    by_mta7  <= mfe && group6;
    vlan7    <= vlan_miss;
    pif7     <= !hit6 && !(broad6 && bam);
    vmdq7    <= vmdq6;
    tc7      <= tc6;
    high7    <= vmdq_on6 && !dcb_on6 && vmdq6[0];
    mask7    <= !dcb_on6 ? 4'b1111 : vmdq_on6 ? RSS_MASK : CLASS_MASK;
    case ({dcb_on6, vmdq_on6, rss_en})
      3'b010: base7 <= {1'b0, pool6};
      3'b011: base7 <= {pool6[2:0], 4'b0000};
      3'b100, 3'b101: base7 <= class6;
      3'b110: base7 <= class6 | class_pool6;
      3'b111: base7 <= class6 | class_bit6;
      default: base7 <= 7'd0;
    endcase
    if (rst) due <= 9'b0;
  end

  // ---- Ranks 7 to 11: values that wait for the hash, and the queue.
  reg go5, go6, go7, go8, go9, go10;
  reg [3:0] kind6, kind7, kind8, kind9, kind10;
  reg [6:0] ptype5, ptype6, ptype7, ptype8, ptype9, ptype10;
  reg tag7, tag8, tag9, tag10, pif8, pif9, pif10, high8, high9;
  reg [15:0] tci7, tci8, tci9, tci10;
  reg [POOL_W-1:0] vmdq8, vmdq9, vmdq10;
  reg [2:0] tc8, tc9, tc10;
  reg [1:0] drop8, drop9, drop10;
  reg [6:0] base8, base9, base10;
  reg [3:0] mask8, mask9;
  reg [31:0] hash10;
  reg [3:0] rss10;

  wire [31:0] reta_word;
  l2c_field_ram #(
      .ADDR_W(5)
  ) u_reta (
      .clk  (clk),
      .we   (sel_reta[9]),
      .waddr(windex[9*9+:5]),
      .wdata(wdata[9*32+:32]),
      .raddr(hash9[6:2]),
      .rdata(reta_word)
  );
  wire [3:0] reta_nibble = reta_word[{hash9[1:0], high9, 2'b00}+:4];

  always @(posedge clk) begin
    {ptype5, ptype6, ptype7, ptype8, ptype9, ptype10} <= {ptype4, ptype5, ptype6, ptype7, ptype8, ptype9};
    {go5, go6, go7, go8, go9, go10} <= {go4, go5, go6, go7, go8, go9};
    {kind6, kind7, kind8, kind9, kind10} <= {kind5, kind6, kind7, kind8, kind9};
    {tag7, tag8, tag9, tag10} <= {tag6, tag7, tag8, tag9};
    {tci7, tci8, tci9, tci10} <= {tci6, tci7, tci8, tci9};
    {vmdq8, vmdq9, vmdq10} <= {vmdq7, vmdq8, vmdq9};
    {tc8, tc9, tc10} <= {tc7, tc8, tc9};
    {pif8, pif9, pif10} <= {pif7, pif8, pif9};
    {high8, high9} <= {high7, high8};
    {mask8, mask9} <= {mask7, mask8};
    {base8, base9, base10} <= {base7, base8, base9};
    drop8 <= bad7 ? 2'd1 : refused7 && !(by_mta7 && mta7) ? 2'd2 : vlan7 ? 2'd3 : 2'd0;
    {drop9, drop10} <= {drop8, drop9};
    hash10 <= hash9;
    rss10  <= reta_nibble & mask9 & {4{go9}};

    m_valid    <= due[10];
    m_drop     <= drop10;
    m_queue    <= queue_of(base10 | {3'b000, rss10});
    m_vmdq     <= vmdq10;
    m_tc       <= tc10;
    m_tagged   <= tag10;
    m_tci      <= tci10;
    m_pif      <= pif10;
    m_ptype    <= ptype10;
    m_rss_type <= kind10;
    m_rss_hash <= hash10 & {32{go10}};
    if (rst) m_valid <= 1'b0;
  end

  wire unused = &{1'b0, wr_addr[1:0], first1, pool6, wdata, windex, sel_rdrxctl, sel_fctrl, sel_vlnctrl, sel_mcstctrl,
                  sel_ruppbmr, sel_mta, sel_rar, sel_mrqc, sel_vmd_ctl, sel_reta, sel_rssrk, sel_vfta,
                  sel_vftavind};

`ifndef SYNTHESIS
  initial begin
    if (RX_QUEUES < 1 || RX_QUEUES > 128 || POOLS < 1 || POOLS > 64 || POOLS > RX_QUEUES || ADDRESSES < 1 ||
        ADDRESSES > 128) begin
      $display("l2_classifier: RX_QUEUES is %0d, must be 1..128; POOLS is %0d, must be 1..64 and at most RX_QUEUES; ",
               RX_QUEUES, POOLS, "ADDRESSES is %0d, must be 1..128", ADDRESSES);
      $stop;
    end
  end
`endif
endmodule

`resetall
