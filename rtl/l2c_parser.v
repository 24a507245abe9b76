// Walks the IPv4 or IPv6 headers of one frame word by word, and writes the fields that may be hashed to the field
// store of the hash engine.
//
// Algorithm: a header is the number of words until the next target. An IPv6 header and each of its extensions set a
// down counter. The word at its end is a target and names the next header. For IPv4 the only target is the word in
// which the transport header starts: in its first half, or in its second half if the header length is odd. Words
// beyond word 31 (256 bytes) are ignored.
//
// Ranks: words at rank 1, decoded bytes at rank 2, state at rank 3. The outputs ipv4 .. route_ok are combinational
// in the state and in a tail word at rank 2. They are the result of the frame in the one clock in which its last
// beat is at rank 3; the first beat of the next frame clears them a clock later. Store writes belong to the edge
// that takes a word from rank 2 to rank 3.
//
// Field store: three banks of 32-bit words, so that three words leave at a time. The address is {exchanged, part}.
// For parts 0, 1 and 2, bank 0 has source 0, source 3, destination 2; bank 1 has source 1, destination 0,
// destination 3; bank 2 has source 2, destination 1, ports. IPv4 has source, destination and ports in part 0.
// "Exchanged" is the home address instead of the source, and the type-2 routing address instead of the destination.
`resetall
`default_nettype none

module l2c_parser (
    input  wire        clk,
    // Rank 1
    input  wire        first,
    input  wire        type_ipv4,
    input  wire        type_ipv6,
    input  wire [63:0] word,
    input  wire        word_valid,
    input  wire        word_tail,
    input  wire        word_first,
    input  wire [ 5:0] word_index,
    input  wire        word_has4,
    input  wire        word_full,
    // Rank 3
    output wire        ipv4,
    output wire        ipv4_options,
    output wire        ipv6,
    output wire        ipv6_extension,
    output wire        tcp,
    output wire        udp,
    output wire        sctp,
    output wire        home_ok,
    output wire        route_ok,
    // Field store, into rank 3
    output wire [ 2:0] store_we,
    output wire [ 2:0] store_addr0,
    output wire [ 2:0] store_addr1,
    output wire [ 2:0] store_addr2,
    output wire [31:0] store_data0,
    output wire [31:0] store_data1,
    output wire [31:0] store_data2
);
  // ---- Rank 2: decode.
  wire [7:0] byte0 = word[63:56];
  wire [7:0] byte1 = word[55:48];
  wire [7:0] byte2 = word[47:40];
  wire [7:0] byte3 = word[39:32];
  wire [7:0] byte6 = word[15:8];
  wire [7:0] byte7 = word[7:0];
  // An extension names the next header in its first byte, the IPv6 header in byte 6.
  wire [7:0] named = word_first ? byte6 : byte0;

  reg [63:0] w;
  reg clear, normal, tail, has4, full;
  reg i0, i1, i2, i3, i4;
  reg starts4, starts6;
  reg names_hop, names_route, names_option, names_tcp, names_udp, names_sctp, names_fragment;
  reg carries_tcp, carries_udp, carries_sctp;
  reg fragment_bits;
  reg length_zero;
  reg home_length, home_a, home_b, route_a;

  always @(posedge clk) begin
    w      <= word;
    clear  <= first;
    normal <= word_valid && !word_index[5];
    tail   <= word_tail && !word_index[5];
    has4   <= word_has4;
    full   <= word_full;
    i0     <= word_first;
    i1     <= word_index == 6'd1;
    i2     <= word_index == 6'd2;
    i3     <= word_index == 6'd3;
    i4     <= word_index == 6'd4;

    starts4 <= type_ipv4 && byte0[7:4] == 4'd4 && byte0[3:0] >= 4'd5;
    starts6 <= type_ipv6 && byte0[7:4] == 4'd6;

    names_hop      <= named == 8'd0;
    names_route    <= named == 8'd43;
    names_option   <= named == 8'd60;
    names_tcp      <= named == 8'd6;
    names_udp      <= named == 8'd17;
    names_sctp     <= named == 8'd132;
    names_fragment <= byte6 == 8'd44;

    carries_tcp   <= byte1 == 8'd6;
    carries_udp   <= byte1 == 8'd17;
    carries_sctp  <= byte1 == 8'd132;
    fragment_bits <= |byte6[5:0] || |byte7;

    length_zero <= byte1 == 8'd0;
    home_length <= |byte1[7:1];
    home_a      <= byte2 == 8'h01 && byte3 == 8'h02;
    home_b      <= byte6 == 8'hc9 && word[7:0] == 8'h10;
    route_a     <= byte1 == 8'd2 && byte2 == 8'd2;
  end

  // ---- Rank 3: state.
  reg v4, v6;  // version and type are those of IPv4, of IPv6
  reg walking;
  reg target;  // the next word is a target
  reg [7:0] left;  // words until the target
  reg odd, options, fragment, extension;
  reg is_hop, is_route, is_option, is_tcp, is_udp, is_sctp;  // kind of the header at the target
  reg v4_whole, v6_whole, l4;
  reg home, route;  // the address is complete
  reg addr1, addr2, addr_route;  // the next word: first half, second half of an address; in a routing header

  wire is_extension = is_hop || is_route || is_option;
  wire at_target = walking && target;
  wire near_target = left == 8'd1;

  always @(posedge clk) begin
    if (normal) begin
      addr1 <= 1'b0;
      addr2 <= addr1;
      if (i0) begin
        v4        <= starts4;
        v6        <= starts6;
        walking   <= starts4 || starts6;
        target    <= 1'b0;
        left      <= starts6 ? 8'd4 : {5'b0, w[59:57]} - 8'd1;
        odd       <= w[56];
        options   <= w[59:56] != 4'd5;
        fragment  <= fragment_bits;
        extension <= names_hop || names_route || names_option || names_fragment;
      end else if (at_target) begin
        left   <= w[55:48];
        target <= length_zero;
        if (v4 || !is_extension) walking <= 1'b0;
      end else begin
        left   <= left - 8'd1;
        target <= near_target;
      end

      if (i0 || (at_target && v6)) begin
        {is_hop, is_route, is_option} <= {names_hop, names_route, names_option};
        // A transport header that has been reached is not overwritten by its own first bytes.
        if (i0 || is_extension) {is_tcp, is_udp, is_sctp} <= {names_tcp, names_udp, names_sctp};
      end else if (i1 && v4) begin
        {is_tcp, is_udp, is_sctp} <= {carries_tcp, carries_udp, carries_sctp} & {3{!fragment}};
      end

      if (i4) v6_whole <= v6 && full;
      if (walking && v4) v4_whole <= odd ? target && has4 : v4_whole || (near_target && full);
      if (at_target) l4 <= v4 ? (odd ? full : has4) : has4 && !is_extension;

      if (at_target && v6 && is_option && home_length && home_a && home_b && full) begin
        home       <= 1'b0;
        addr1      <= 1'b1;
        addr_route <= 1'b0;
      end
      if (at_target && v6 && is_route && route_a && full) begin
        route      <= 1'b0;
        addr1      <= 1'b1;
        addr_route <= 1'b1;
      end
      if (addr2 && full) begin
        if (addr_route) route <= 1'b1;
        else home <= 1'b1;
      end
    end
    if (clear) begin
      {v4, v6, walking, v4_whole, v6_whole, l4, home, route, addr1, addr2} <= 10'b0;
    end
  end

  // ---- Result of the frame. A tail word is too short to change more than this.
  wire tail_hit = tail && walking && target;
  wire l4_found = l4 || (tail_hit && !(v4 && odd));

  assign ipv4           = v4_whole || (tail_hit && v4 && odd);
  assign ipv4_options   = ipv4 && options;
  assign ipv6           = v6_whole;
  assign ipv6_extension = v6_whole && extension;
  assign tcp            = l4_found && is_tcp;
  assign udp            = l4_found && is_udp;
  assign sctp           = l4_found && is_sctp;
  assign home_ok        = home;
  assign route_ok       = route;

  // ---- Field store. Words that are incomplete are written too, and not used.
  wire here = normal || tail;
  wire ports4 = here && v4 && at_target;
  wire ports6 = here && v6 && at_target && !is_extension;
  wire home1 = addr1 && !addr_route;
  wire home2 = addr2 && !addr_route;
  wire route1 = addr1 && addr_route;
  wire route2 = addr2 && addr_route;
  wire dest4 = here && v4 && i2;
  wire [31:0] upper = w[63:32];
  wire [31:0] lower = w[31:0];

  assign store_we[0] = normal && ((v4 && i1) || (v6 && (i1 || i2 || i4)) || home1 || addr2);
  assign store_we[1] = dest4 || (normal && ((v6 && (i1 || i3 || i4)) || addr1 || route2));
  assign store_we[2] = ports4 || ports6 || (normal && ((v6 && (i2 || i3)) || home2 || route1));

  assign store_addr0 = {addr1 || addr2, i4 || route2, i2 || home2};
  assign store_addr1 = {addr1 || addr2, i4 || route2, i3 || route1};
  assign store_addr2 = {addr1 || addr2, ports6, (v6 && i3) || route1};

  assign store_data0 = (v4 || i2 || home2) ? lower : upper;
  assign store_data1 = (i1 || i4 || home1 || route2) ? lower : upper;
  assign store_data2 = ((v6 && i3) || route1 || (v4 && odd)) ? lower : upper;
endmodule

`resetall
