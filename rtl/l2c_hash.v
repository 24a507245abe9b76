// The Toeplitz hash over up to 288 bits of a frame. The key may be rewritten at any time.
//
// Algorithm: 96 input bits a clock for three clocks (IPv6: source 0..2; source 3, destination 0..1;
// destination 2..3, ports), or one clock (IPv4: source, destination, ports). Each clock multiplies them
// with a window of 127 key bits into LEAF_GROUPS partial sums of each hash bit. The next clock adds
// these to the accumulator. A window begins with the last word of the window before, so each key word
// is read at one clock only and needs one delay only. Frames with an address to hash end at least five
// clocks apart, so one engine is enough. Frames without such an address never start it.
//
// Ranks: go at rank 4; fields and window at ranks 5, 6, 7; partial sums at 6, 7, 8; accumulator at 7,
// 8, 9. `hash` is the result of the frame at rank 9 and for at least one clock more. Delays: RSSRK 0..3
// 5, 4..6 6, 7..9 7. LEAF_PAIRS: see l2c_product. LEAF_GROUPS: partial sums of a hash bit, 1 to 8.
`resetall
`default_nettype none

module l2c_hash #(
    parameter LEAF_PAIRS  = 0,
    parameter LEAF_GROUPS = 6
) (
    input  wire         clk,
    input  wire [  6:4] sel,     // write to RSSRK in ranks 6..4
    input  wire [3*4-1:0] index,
    input  wire [3*32-1:0] data,
    // Field store
    input  wire [  2:0] store_we,
    input  wire [  2:0] store_addr0,
    input  wire [  2:0] store_addr1,
    input  wire [  2:0] store_addr2,
    input  wire [ 31:0] store_data0,
    input  wire [ 31:0] store_data1,
    input  wire [ 31:0] store_data2,
    // Rank 4
    input  wire         go,
    input  wire         go_ipv6,
    input  wire         with_ports,
    input  wire         use_home,
    input  wire         use_route,
    output reg  [ 31:0] hash
);
  // Input bits of each group except the last one: whole leaves.
  localparam PAIRS = LEAF_PAIRS == 0 ? 3 : LEAF_PAIRS;
  localparam SPAN = (96 / PAIRS + LEAF_GROUPS - 1) / LEAF_GROUPS * PAIRS;

  // ---- Key: word 0 first, first key bit in bit 31. Register bytes are little-endian.
  reg [31:0] key[0:9];

  function [31:0] key_order;
    input [31:0] x;
    key_order = {x[7:0], x[15:8], x[23:16], x[31:24]};
  endfunction

  integer i;
  always @(posedge clk) begin
    for (i = 0; i < 4; i = i + 1) if (sel[4] && index[3:0] == i[3:0]) key[i] <= key_order(data[31:0]);
    for (i = 4; i < 7; i = i + 1) if (sel[5] && index[7:4] == i[3:0]) key[i] <= key_order(data[63:32]);
    for (i = 7; i < 10; i = i + 1) if (sel[6] && index[11:8] == i[3:0]) key[i] <= key_order(data[95:64]);
  end

  // ---- Sequence: turn k reads part k of the field store.
  reg go5, go6, more5, more6, ports5, ports6, home5, route5, route6;

  always @(posedge clk) begin
    {go5, more5, ports5, home5, route5} <= {go, go_ipv6, with_ports, use_home, use_route};
    {go6, more6, ports6, route6}        <= {go5, more5, ports5, route5};
  end

  wire [31:0] field0, field1, field2;
  wire take01 = go || more5 || more6;
  wire take2 = (go && (go_ipv6 || with_ports)) || more5 || (more6 && ports6);

  l2c_field_ram #(
      .ADDR_W(3)
  ) u_bank0 (
      .clk  (clk),
      .we   (store_we[0]),
      .waddr(store_addr0),
      .wdata(store_data0),
      .raddr({use_home || home5 || route6, more6, more5}),
      .rdata(field0)
  );
  l2c_field_ram #(
      .ADDR_W(3)
  ) u_bank1 (
      .clk  (clk),
      .we   (store_we[1]),
      .waddr(store_addr1),
      .wdata(store_data1),
      .raddr({use_home || route5 || route6, more6, more5}),
      .rdata(field1)
  );
  l2c_field_ram #(
      .ADDR_W(3)
  ) u_bank2 (
      .clk  (clk),
      .we   (store_we[2]),
      .waddr(store_addr2),
      .wdata(store_data2),
      .raddr({use_home || route5, more6, more5}),
      .rdata(field2)
  );

  reg [95:0] fields;
  reg [127:0] window;

  always @(posedge clk) begin
    fields[95:32] <= {field0, field1};
    fields[31:0]  <= field2;
    if (!take01) fields[95:32] <= 64'b0;
    if (!take2) fields[31:0] <= 32'b0;
    window <= {go ? key[0] : window[31:0], go ? {key[1], key[2], key[3]}
                                              : go5 ? {key[4], key[5], key[6]} : {key[7], key[8], key[9]}};
  end

  // ---- Product and sum.
  wire [32*LEAF_GROUPS-1:0] sums;
  reg [32*LEAF_GROUPS-1:0] partial;
  reg [31:0] sum;

  l2c_product #(
      .LEAF_PAIRS(LEAF_PAIRS),
      .GROUPS    (LEAF_GROUPS),
      .SPAN      (SPAN)
  ) u_product (
      .fields(fields),
      .window(window),
      .sums  (sums)
  );

  integer g;
  always @* begin
    sum = 32'b0;
    for (g = 0; g < LEAF_GROUPS; g = g + 1) sum = sum ^ partial[32*g+:32];
  end

  always @(posedge clk) partial <= sums;

  always @(posedge clk) hash <= sum ^ (go6 ? 32'b0 : hash);

`ifndef SYNTHESIS
  initial begin
    if ((LEAF_PAIRS != 0 && LEAF_PAIRS != 2 && LEAF_PAIRS != 3) || LEAF_GROUPS < 1 || LEAF_GROUPS > 8) begin
      $display("l2c_hash: LEAF_PAIRS is %0d, must be 0, 2 or 3; LEAF_GROUPS is %0d, must be 1..8",
               LEAF_PAIRS, LEAF_GROUPS);
      $stop;
    end
  end
`endif
endmodule

`resetall
