// Makes a classifier of a user's parser: IXSIM_PART gives tag, packet type and the fields to hash, and the in-tree
// classifier does the rest.
//
// The parser takes the stream as it comes. RSS type and hash are computed here from its fields, with MRQC and RSSRK
// as they were at the frame's last beat. Source: docs/rtl_classifier.md, a filter, a parser or a hash alone; RSS
// types: classifier.md.
`resetall
`default_nettype none

module parser_part #(
    parameter RX_QUEUES = 64,
    parameter POOLS     = 16,
    parameter ADDRESSES = 16
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
    output wire        m_valid,
    output wire [ 1:0] m_drop,
    output wire [(RX_QUEUES > 64 ? 7 : 6)-1:0] m_queue,
    output wire [(POOLS > 32 ? 6 : POOLS > 16 ? 5 : 4)-1:0] m_vmdq,
    output wire [ 2:0] m_tc,
    output wire        m_tagged,
    output wire [15:0] m_tci,
    output wire        m_pif,
    output wire [ 6:0] m_ptype,
    output wire [ 3:0] m_rss_type,
    output wire [31:0] m_rss_hash
);
  // ---- Registers, and what they were at last beats.
  reg [15:0] vet;
  reg [31:0] mrqc;
  reg [319:0] key;
  integer i;

  function [31:0] key_order;
    input [31:0] x;
    key_order = {x[7:0], x[15:8], x[23:16], x[31:24]};
  endfunction

  always @(posedge clk) begin
    if (wr_en && wr_addr[15:2] == 14'h1422) vet <= wr_data[15:0];
    if (wr_en && wr_addr[15:2] == 14'h1606) mrqc <= wr_data;
    for (i = 0; i < 10; i = i + 1)
      if (wr_en && wr_addr[15:2] == 14'h1720 + i[13:0]) key[319-32*i-:32] <= key_order(wr_data);
    if (rst) begin
      vet  <= 16'h8100;
      mrqc <= 32'd0;
    end
  end

  reg [351:0] held[0:2047];
  reg [10:0] held_in, held_out;
  wire part_valid;
  wire [31:0] types;  // MRQC
  wire [319:0] secret;
  assign {types, secret} = held[held_out];

  always @(posedge clk) begin
    if (s_axis_tvalid && s_axis_tlast) held[held_in] <= {mrqc, key};
    held_in  <= held_in + {10'd0, s_axis_tvalid && s_axis_tlast};
    held_out <= held_out + {10'd0, part_valid};
    if (rst) {held_in, held_out} <= 22'd0;
  end

  // ---- The part, and what follows from its fields.
  wire part_tagged, home_valid, route_valid;
  wire [15:0] part_tci;
  wire [6:0] part_ptype;
  wire [127:0] source, destination, home, route;
  wire [31:0] ports;

  `IXSIM_PART u_part (
      .clk          (clk),
      .rst          (rst),
      .s_axis_tdata (s_axis_tdata),
      .s_axis_tkeep (s_axis_tkeep),
      .s_axis_tvalid(s_axis_tvalid),
      .s_axis_tlast (s_axis_tlast),
      .vet          (vet),
      .m_valid      (part_valid),
      .m_tagged     (part_tagged),
      .m_tci        (part_tci),
      .m_ptype      (part_ptype),
      .m_source     (source),
      .m_destination(destination),
      .m_ports      (ports),
      .m_home_valid (home_valid),
      .m_home       (home),
      .m_route_valid(route_valid),
      .m_route      (route)
  );

  wire ipv4 = part_ptype[0] || part_ptype[1];
  wire ipv6 = part_ptype[2] || part_ptype[3];
  wire tcp = part_ptype[4];
  wire udp = part_ptype[5];
  wire [3:0] kind4 = tcp && types[16] ? 4'd1 : udp && types[22] ? 4'd7 : types[17] ? 4'd2 : 4'd0;
  wire [3:0] kind6 = tcp && types[18] ? 4'd6 : tcp && types[21] ? 4'd3 : udp && types[24] ? 4'd9 :
                     udp && types[23] ? 4'd8 : types[19] ? 4'd4 : types[20] ? 4'd5 : 4'd0;
  wire [3:0] kind = !types[0] ? 4'd0 : ipv4 ? kind4 : ipv6 ? kind6 : 4'd0;
  wire exchanged = kind == 4'd4 || kind == 4'd6 || kind == 4'd9;
  wire with_ports = kind != 4'd2 && kind != 4'd4 && kind != 4'd5;
  wire [31:0] its_ports = with_ports ? ports : 32'd0;
  wire [287:0] fields = ipv4 ? {source[127:96], destination[127:96], its_ports, 192'd0} :
                        {exchanged && home_valid ? home : source,
                         exchanged && route_valid ? route : destination, its_ports};

  function [31:0] toeplitz;
    input [319:0] k;
    input [287:0] x;
    integer b;
    begin
      toeplitz = 32'd0;
      for (b = 0; b < 288; b = b + 1) if (x[287-b]) toeplitz = toeplitz ^ k[319-b-:32];
    end
  endfunction

  wire [31:0] hash = kind == 4'd0 ? 32'd0 : toeplitz(secret, fields);

  wire has_result, rest_tagged;
  wire [15:0] rest_tci;
  wire [ 6:0] rest_ptype;
  wire [ 3:0] rest_type;
  wire [31:0] rest_hash;

  rest_of_classifier #(
      .RX_QUEUES(RX_QUEUES),
      .POOLS    (POOLS),
      .ADDRESSES(ADDRESSES),
      .RESULT_W (60)
  ) u_rest (
      .clk          (clk),
      .rst          (rst),
      .s_axis_tdata (s_axis_tdata),
      .s_axis_tkeep (s_axis_tkeep),
      .s_axis_tvalid(s_axis_tvalid),
      .s_axis_tlast (s_axis_tlast),
      .s_axis_tuser (s_axis_tuser),
      .wr_en        (wr_en),
      .wr_addr      (wr_addr),
      .wr_data      (wr_data),
      .ask          (s_axis_tvalid && s_axis_tlast),
      .answer       (part_valid),
      .result       ({part_tagged, part_tci, part_ptype, kind, hash}),
      .waits        (1'b1),
      .m_valid      (m_valid),
      .m_drop       (m_drop),
      .m_queue      (m_queue),
      .m_vmdq       (m_vmdq),
      .m_tc         (m_tc),
      .m_tagged     (rest_tagged),
      .m_tci        (rest_tci),
      .m_pif        (m_pif),
      .m_ptype      (rest_ptype),
      .m_rss_type   (rest_type),
      .m_rss_hash   (rest_hash),
      .has_result   (has_result),
      .its_result   ({m_tagged, m_tci, m_ptype, m_rss_type, m_rss_hash})
  );

  wire unused = &{1'b0, types, rest_tagged, rest_tci, rest_ptype, rest_type, rest_hash, has_result};
endmodule

`resetall
