// Selects from the parser result and MRQC whether a frame is hashed, over which fields, and its RSS type.
//
// Algorithm: a write to MRQC computes an answer for each protocol class (class 0..5: IPv4 TCP, IPv4 UDP,
// other IPv4, IPv6 TCP, IPv6 UDP, other IPv6). A frame then selects the answer of its class.
//
// Ranks: parser result at rank 3; go .. with_ports at rank 4, kind at rank 5. Delays: MRQC 4 and 5.
`resetall
`default_nettype none

module l2c_rss (
    input  wire        clk,
    input  wire        rst,
    input  wire        sel3,   // write to MRQC in rank 3, rank 4
    input  wire        sel4,
    input  wire [31:0] data3,
    input  wire [31:0] data4,
    // Rank 3
    input  wire        last,   // the frame's result is on the inputs below
    input  wire        ipv4,
    input  wire        ipv6,
    input  wire        tcp,
    input  wire        udp,
    input  wire        home_ok,
    input  wire        route_ok,
    // Rank 4
    output reg         go,          // to be hashed
    output reg         go_ipv6,
    output reg         with_ports,
    output reg         use_home,
    output reg         use_route,
    // Rank 5
    output reg  [ 3:0] kind  // RSS type
);
  // Bits of MRQC.
  localparam EN = 0, TCP4 = 16, IP4 = 17, TCP6EX = 18, IP6EX = 19, IP6 = 20, TCP6 = 21, UDP4 = 22, UDP6 = 23;
  localparam UDP6EX = 24;

  // Answers that must be early: is there a type, does it hash ports, is it an EX type?
  reg [5:0] typed;
  reg [5:3] exchanged;
  reg ports0, ports1, ports3, ports4;

  always @(posedge clk) begin
    if (sel3) begin
      ports0       <= data3[TCP4];
      ports1       <= data3[UDP4];
      ports3       <= data3[TCP6EX] || data3[TCP6];
      ports4       <= data3[UDP6EX] || data3[UDP6];
      typed[0]     <= data3[EN] && (data3[TCP4] || data3[IP4]);
      typed[1]     <= data3[EN] && (data3[UDP4] || data3[IP4]);
      typed[2]     <= data3[EN] && data3[IP4];
      typed[3]     <= data3[EN] && (data3[TCP6EX] || data3[TCP6] || data3[IP6EX] || data3[IP6]);
      typed[4]     <= data3[EN] && (data3[UDP6EX] || data3[UDP6] || data3[IP6EX] || data3[IP6]);
      typed[5]     <= data3[EN] && (data3[IP6EX] || data3[IP6]);
      exchanged[3] <= data3[TCP6EX] || (!data3[TCP6] && data3[IP6EX]);
      exchanged[4] <= data3[UDP6EX] || (!data3[UDP6] && data3[IP6EX]);
      exchanged[5] <= data3[IP6EX];
    end
    if (rst) typed <= 6'b0;
  end

  wire typed4 = tcp ? typed[0] : udp ? typed[1] : typed[2];
  wire typed6 = tcp ? typed[3] : udp ? typed[4] : typed[5];
  wire exchanged6 = tcp ? exchanged[3] : udp ? exchanged[4] : exchanged[5];
  wire ports_any = (ipv4 && ((tcp && ports0) || (udp && ports1))) ||
                   (ipv6 && ((tcp && ports3) || (udp && ports4)));

  reg is4, is6, is_tcp, is_udp;

  always @(posedge clk) begin
    go         <= last && ((ipv4 && typed4) || (ipv6 && typed6));
    go_ipv6    <= last && ipv6 && typed6;
    with_ports <= ports_any;
    use_home   <= last && ipv6 && typed6 && exchanged6 && home_ok;
    use_route  <= last && ipv6 && typed6 && exchanged6 && route_ok;
    {is4, is6, is_tcp, is_udp} <= {ipv4, ipv6, tcp, udp};
  end

  // The type itself.
  reg [9:0] mrqc;  // UDP6EX .. TCP4, EN
  wire tcp4_on = mrqc[1], ip4_on = mrqc[2], tcp6ex_on = mrqc[3], ip6ex_on = mrqc[4], ip6_on = mrqc[5];
  wire tcp6_on = mrqc[6], udp4_on = mrqc[7], udp6_on = mrqc[8], udp6ex_on = mrqc[9];

  wire [3:0] kind_any4 = ip4_on ? 4'd2 : 4'd0;
  wire [3:0] kind4 = is_tcp && tcp4_on ? 4'd1 : is_udp && udp4_on ? 4'd7 : kind_any4;
  wire [3:0] kind_any6 = ip6ex_on ? 4'd4 : ip6_on ? 4'd5 : 4'd0;
  wire [3:0] kind6 = is_tcp && tcp6ex_on ? 4'd6 : is_tcp && tcp6_on ? 4'd3
                   : is_udp && udp6ex_on ? 4'd9 : is_udp && udp6_on ? 4'd8 : kind_any6;

  always @(posedge clk) begin
    if (sel4) mrqc <= {data4[UDP6EX:TCP4], data4[EN]};
    if (rst) mrqc <= 10'b0;
    kind <= !mrqc[0] ? 4'd0 : is4 ? kind4 : is6 ? kind6 : 4'd0;
  end

  wire unused = &{1'b0, data3[31:25], data3[15:1], data4[31:25], data4[15:1]};
endmodule

`resetall
