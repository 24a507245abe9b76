// Front end of l2_classifier and pool_classifier: computes tag, packet type, RSS type and hash from the beats.
//
// It realigns the stream, reads the headers, selects the hash input and computes the hash. The classifiers
// decide which frames are admitted.
//
// Ranks (l2_classifier.v): the outputs from first to tci are at rank 1, ptype and go at rank 4, kind at
// rank 5, hash at rank 9. vet is a register of delay 1, counted from the first beat. Writes to MRQC come
// at delays 3 and 4, and writes to RSSRK at delays 4, 5 and 6.
`resetall
`default_nettype none

module l2c_front #(
    parameter LEAF_PAIRS  = 0,
    parameter HASH_GROUPS = 6
) (
    input  wire        clk,
    input  wire        rst,
    input  wire [63:0] tdata,
    input  wire [ 7:0] tkeep,
    input  wire        tvalid,
    input  wire        tlast,
    input  wire        tuser,
    input  wire [15:0] vet,
    input  wire        mrqc_sel3,
    input  wire        mrqc_sel4,
    input  wire [31:0] mrqc_data3,
    input  wire [31:0] mrqc_data4,
    input  wire [ 2:0] key_sel,     // delays 6, 5, 4
    input  wire [11:0] key_index,
    input  wire [95:0] key_data,
    input  wire        last3,       // a last beat is at rank 3
    output wire        first,       // a first beat is at rank 1
    output wire        last,
    output wire        runt,
    output wire        error,
    output wire [47:0] mac,
    output wire        tag,
    output wire [15:0] tci,
    output reg  [ 6:0] ptype,
    output wire        go,          // a frame with a hash is at rank 4
    output wire [ 3:0] kind,
    output wire [31:0] hash
);
  // ---- Ranks 0 and 1: beats to words.
  wire type_ipv4, type_ipv6, word_valid, word_tail, word_first, word_has4, word_full;
  wire [63:0] word;
  wire [ 5:0] word_index;

  l2c_align u_align (
      .clk       (clk),
      .rst       (rst),
      .tdata     (tdata),
      .tkeep     (tkeep),
      .tvalid    (tvalid),
      .tlast     (tlast),
      .tuser     (tuser),
      .vet       (vet),
      .first     (first),
      .last      (last),
      .runt      (runt),
      .error     (error),
      .mac       (mac),
      .tag       (tag),
      .tci       (tci),
      .type_ipv4 (type_ipv4),
      .type_ipv6 (type_ipv6),
      .word      (word),
      .word_valid(word_valid),
      .word_tail (word_tail),
      .word_first(word_first),
      .word_index(word_index),
      .word_has4 (word_has4),
      .word_full (word_full)
  );

  // ---- Ranks 2 and 3: headers.
  wire ipv4, ipv4_options, ipv6, ipv6_extension, tcp, udp, sctp, home_ok, route_ok;
  wire [2:0] store_we, store_addr0, store_addr1, store_addr2;
  wire [31:0] store_data0, store_data1, store_data2;

  l2c_parser u_parser (
      .clk           (clk),
      .first         (first),
      .type_ipv4     (type_ipv4),
      .type_ipv6     (type_ipv6),
      .word          (word),
      .word_valid    (word_valid),
      .word_tail     (word_tail),
      .word_first    (word_first),
      .word_index    (word_index),
      .word_has4     (word_has4),
      .word_full     (word_full),
      .ipv4          (ipv4),
      .ipv4_options  (ipv4_options),
      .ipv6          (ipv6),
      .ipv6_extension(ipv6_extension),
      .tcp           (tcp),
      .udp           (udp),
      .sctp          (sctp),
      .home_ok       (home_ok),
      .route_ok      (route_ok),
      .store_we      (store_we),
      .store_addr0   (store_addr0),
      .store_addr1   (store_addr1),
      .store_addr2   (store_addr2),
      .store_data0   (store_data0),
      .store_data1   (store_data1),
      .store_data2   (store_data2)
  );

  always @(posedge clk) ptype <= {sctp, udp, tcp, ipv6_extension, ipv6, ipv4_options, ipv4};

  // ---- Ranks 4 to 9: RSS.
  wire go_ipv6, with_ports, use_home, use_route;

  l2c_rss u_rss (
      .clk       (clk),
      .rst       (rst),
      .sel3      (mrqc_sel3),
      .sel4      (mrqc_sel4),
      .data3     (mrqc_data3),
      .data4     (mrqc_data4),
      .last      (last3),
      .ipv4      (ipv4),
      .ipv6      (ipv6),
      .tcp       (tcp),
      .udp       (udp),
      .home_ok   (home_ok),
      .route_ok  (route_ok),
      .go        (go),
      .go_ipv6   (go_ipv6),
      .with_ports(with_ports),
      .use_home  (use_home),
      .use_route (use_route),
      .kind      (kind)
  );

  l2c_hash #(
      .LEAF_PAIRS (LEAF_PAIRS),
      .LEAF_GROUPS(HASH_GROUPS)
  ) u_hash (
      .clk        (clk),
      .sel        (key_sel),
      .index      (key_index),
      .data       (key_data),
      .store_we   (store_we),
      .store_addr0(store_addr0),
      .store_addr1(store_addr1),
      .store_addr2(store_addr2),
      .store_data0(store_data0),
      .store_data1(store_data1),
      .store_data2(store_data2),
      .go         (go),
      .go_ipv6    (go_ipv6),
      .with_ports (with_ports),
      .use_home   (use_home),
      .use_route  (use_route),
      .hash       (hash)
  );
endmodule

`resetall
