// Computes the set of pools that get a frame, and the reason if there is no pool.
//
// Algorithm: the address selects pools, by the bitmap of its receive address and by the filters of the pools
// (VMOLR). The VLAN restricts the set. If the set is empty, the default pool replaces it. Pools that must not
// receive (VFRE) are removed. Without replication only the lowest pool remains.
//
// Ranks (pool_classifier.v): the kind of the address at rank 7, bitmaps at rank 8. The outputs are combinational
// in the registers of rank 10. Delays: VMOLR 8; VT_CTL and VFRE 10.
`resetall
`default_nettype none

module pc_pools (
    input  wire        clk,
    input  wire        rst,
    // Writes, at the delays above
    input  wire        vmolr_en,
    input  wire [ 5:0] vmolr_pool,
    input  wire [28:22] vmolr_data,
    input  wire        vt_ctl_en,
    input  wire        vfre_en,
    input  wire        vfre_high,
    input  wire [31:0] vt_data,
    // Rank 7
    input  wire        by_bam,     // broadcast
    input  wire        by_mpe,     // other multicast
    input  wire        by_rompe,   // other multicast, and its bit in the MTA counts and is set
    input  wire        by_upe,     // unicast
    input  wire        by_rope,    // unicast, and its bit in the UTA is set
    input  wire        is_tagged,
    // Rank 8
    input  wire        mac_hit,
    input  wire [63:0] mac_pools,
    input  wire        vlan_hit,   // tagged, and there is an entry for the VLAN
    input  wire [63:0] vlan_pools,
    // After rank 10
    output wire        on,         // VT_CTL.VT_ENA; if it is 0, the other outputs have no meaning
    output wire        selected,   // the address selects a pool
    output wire        none,       // no pool is left, and there is no default pool
    output wire        defaulted,  // no pool is left, and there is a default pool
    output wire        disabled,   // none of the pools that are left may receive
    output wire [63:0] pools
);
  // ---- Ranks 7 and 8: filters of the pools.
  reg [63:0] upe, vpe, aupe, rompe, rope, bam, mpe;
  reg [63:0] extra8, narrow8;
  wire [63:0] this_pool = 64'd1 << vmolr_pool;

  always @(posedge clk) begin
    if (vmolr_en) begin
      upe   <= (upe & ~this_pool) | (this_pool & {64{vmolr_data[22]}});
      vpe   <= (vpe & ~this_pool) | (this_pool & {64{vmolr_data[23]}});
      aupe  <= (aupe & ~this_pool) | (this_pool & {64{vmolr_data[24]}});
      rompe <= (rompe & ~this_pool) | (this_pool & {64{vmolr_data[25]}});
      rope  <= (rope & ~this_pool) | (this_pool & {64{vmolr_data[26]}});
      bam   <= (bam & ~this_pool) | (this_pool & {64{vmolr_data[27]}});
      mpe   <= (mpe & ~this_pool) | (this_pool & {64{vmolr_data[28]}});
    end
    extra8  <= ({64{by_bam}} & bam) | ({64{by_mpe}} & mpe) | ({64{by_rompe}} & rompe) | ({64{by_upe}} & upe) |
               ({64{by_rope}} & rope);
    narrow8 <= is_tagged ? vpe : aupe;
  end

  // ---- Ranks 8 and 9: address and VLAN together.
  wire [63:0] address8 = ({64{mac_hit}} & mac_pools) | extra8;
  reg [63:0] left9;
  reg [7:0] selected9;  // bit g: one of the pools 8g to 8g + 7 is selected
  integer g;

  always @(posedge clk) begin
    left9 <= address8 & (({64{vlan_hit}} & vlan_pools) | narrow8);
    for (g = 0; g < 8; g = g + 1) selected9[g] <= |address8[8*g+:8];
  end

  // ---- Ranks 9 and 10: pools that may receive, and the lowest one of each group of eight.
  reg enable, no_default, replicate;
  reg [5:0] default_pool;
  reg [63:0] vfre;

  always @(posedge clk) begin
    if (vt_ctl_en) begin
      {replicate, no_default} <= vt_data[30:29];
      default_pool            <= vt_data[12:7];
      enable                  <= vt_data[0];
    end
    if (vfre_en && !vfre_high) vfre[31:0] <= vt_data;
    if (vfre_en && vfre_high) vfre[63:32] <= vt_data;
    if (rst) begin
      {enable, no_default, replicate, default_pool} <= 9'd0;
      vfre <= 64'd0;
    end
  end

  wire [63:0] may9 = left9 & vfre;
  reg [63:0] lowest9, may10, lowest10, default10;
  reg [7:0] left10, any10;
  reg selected10, on10, no_default10, replicate10, default_may10;
  integer h, i;

  function [7:0] first_of;
    input [7:0] x;
    reg [7:0] p;
    begin
      p = x | (x << 1);
      p = p | (p << 2);
      p = p | (p << 4);
      first_of = x & ~(p << 1);
    end
  endfunction

  always @* begin
    for (h = 0; h < 8; h = h + 1) lowest9[8*h+:8] = first_of(may9[8*h+:8]);
  end

  always @(posedge clk) begin
    may10 <= may9;
    for (i = 0; i < 8; i = i + 1) begin
      left10[i] <= |left9[8*i+:8];
      any10[i]  <= |may9[8*i+:8];
    end
    lowest10      <= lowest9;
    selected10    <= |selected9;
    default10     <= (64'd1 << default_pool) & vfre;
    default_may10 <= vfre[default_pool];
    on10          <= enable;
    no_default10  <= no_default;
    replicate10   <= replicate;
  end

  // ---- After rank 10.
  wire empty = !(|left10);
  wire [7:0] first10 = first_of(any10);
  reg [63:0] one;
  integer k;

  always @* begin
    for (k = 0; k < 8; k = k + 1) one[8*k+:8] = lowest10[8*k+:8] & {8{first10[k]}};
  end

  assign on        = on10;
  assign selected  = selected10;
  assign none      = empty && no_default10;
  assign defaulted = empty && !no_default10;
  assign disabled  = empty ? !default_may10 : !(|any10);
  assign pools     = empty ? default10 : replicate10 ? may10 : one;

  wire unused = &{1'b0, vt_data[31], vt_data[28:13], vt_data[6:1]};
endmodule

`resetall
