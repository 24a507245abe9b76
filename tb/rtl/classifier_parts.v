// A filter, a parser and a hash as parts of a classifier (docs/rtl_classifier.md), for tests of `ixsim check
// classifier --part`. They are written from the contract in the plainest form, each with a few clocks of latency.
//
// +fault=1 and 2 of each are errors in its function, named where they act; +fault=3 is that some results come
// a clock late.
`resetall
`default_nettype none

module sample_filter (
    input  wire        clk,
    input  wire        rst,
    input  wire        s_valid,
    input  wire [47:0] s_mac,
    input  wire        s_tagged,
    input  wire [15:0] s_tci,
    input  wire        wr_en,
    input  wire [15:0] wr_addr,
    input  wire [31:0] wr_data,
    output wire        m_valid,
    output wire [ 1:0] m_drop,
    output wire [ 3:0] m_vmdq,
    output wire        m_pif
);
  integer fault;
  initial if (!$value$plusargs("fault=%d", fault)) fault = 0;

  reg [47:0] address[0:15];
  reg [ 3:0] vind[0:15];
  reg [15:0] av;
  reg [31:0] mta[0:127];
  reg [31:0] vfta[0:127];
  reg [31:0] vftavind[0:511];
  reg mpe, upe, bam, mfe, cfi, cfien, vfe, vmdq_on, by_vlan;
  reg [1:0] mo;
  reg [3:0] default_pool;

  wire [15:0] offset = {wr_addr[15:2], 2'b00};
  always @(posedge clk) begin
    if (wr_en) begin
      if (offset == 16'h5080) {bam, upe, mpe} <= wr_data[10:8];
      if (offset == 16'h5088) {vfe, cfien, cfi} <= wr_data[30:28];
      if (offset == 16'h5090) {mfe, mo} <= wr_data[2:0];
      if (offset == 16'h581c) {default_pool, by_vlan, vmdq_on} <= {wr_data[7:4], wr_data[1:0]};
      if (offset[15:9] == 7'h29) mta[offset[8:2]] <= wr_data;
      if (offset[15:9] == 7'h50) vfta[offset[8:2]] <= wr_data;
      if (offset >= 16'ha200 && offset < 16'haa00) vftavind[offset[10:2]-9'h080] <= wr_data;
      if (offset[15:7] == 9'h0a8 && !offset[2]) address[offset[6:3]][31:0] <= wr_data;
      if (offset[15:7] == 9'h0a8 && offset[2]) begin
        address[offset[6:3]][47:32] <= wr_data[15:0];
        vind[offset[6:3]] <= wr_data[21:18];
        av[offset[6:3]] <= wr_data[31];
      end
    end
    if (rst) begin
      av <= 16'd0;
      {mpe, upe, bam, mfe, cfi, cfien, vfe, vmdq_on, by_vlan, mo, default_pool} <= 15'd0;
    end
  end

  // The decision, when the key is taken.
  integer n;
  reg hit;
  reg [3:0] its_vind;
  always @* begin
    hit = 1'b0;
    its_vind = 4'd0;
    for (n = 15; n >= 0; n = n - 1)
      if (av[n] && address[n] == s_mac) begin
        hit = 1'b1;
        its_vind = vind[n];
      end
  end

  wire broad = &s_mac;
  wire [15:0] last_bytes = s_mac[47:32];
  wire [11:0] index = mo == 2'd0 ? last_bytes[15:4] : mo == 2'd1 ? last_bytes[14:3] : mo == 2'd2 ? last_bytes[13:2] :
                      last_bytes[11:0];
  wire [31:0] mta_word = mta[index[11:5]];
  wire by_mta = mfe && mta_word[index[4:0]];
  // Fault 1: MPE admits broadcast.
  wire admit = hit || (broad ? bam || by_mta || (fault == 1 && mpe) : s_mac[0] ? mpe || by_mta : upe);
  wire [31:0] vfta_word = vfta[s_tci[11:5]];
  wire refuse = vfe && s_tagged && (!vfta_word[s_tci[4:0]] || (cfien && s_tci[12] != cfi));
  // Fault 2: VLANs that end in 7 read the nibble below theirs.
  wire [2:0] nibble = fault == 2 && s_tci[2:0] == 3'd7 ? 3'd6 : s_tci[2:0];
  wire [31:0] vind_word = vftavind[{s_tci[4:3], s_tci[11:5]}];
  wire [3:0] by_tag = s_tagged ? vind_word[4*nibble+:4] : default_pool;
  wire [3:0] vmdq = !vmdq_on ? 4'd0 : by_vlan ? by_tag : hit ? its_vind : default_pool;

  sample_delay #(
      .WIDTH(7),
      .CLOCKS(3)
  ) delay (
      .clk   (clk),
      .rst   (rst),
      .valid (s_valid),
      .value ({!admit ? 2'd2 : refuse ? 2'd3 : 2'd0, vmdq, !hit && !(broad && bam)}),
      .late  (fault == 3),
      .valid_out(m_valid),
      .value_out({m_drop, m_vmdq, m_pif})
  );
endmodule

module sample_parser (
    input  wire         clk,
    input  wire         rst,
    input  wire [ 63:0] s_axis_tdata,
    input  wire [  7:0] s_axis_tkeep,
    input  wire         s_axis_tvalid,
    input  wire         s_axis_tlast,
    input  wire [ 15:0] vet,
    output wire         m_valid,
    output wire         m_tagged,
    output wire [ 15:0] m_tci,
    output wire [  6:0] m_ptype,
    output wire [127:0] m_source,
    output wire [127:0] m_destination,
    output wire [ 31:0] m_ports,
    output wire         m_home_valid,
    output wire [127:0] m_home,
    output wire         m_route_valid,
    output wire [127:0] m_route
);
  integer fault;
  initial if (!$value$plusargs("fault=%d", fault)) fault = 0;

  // The frame, as far as it is looked at, and its length so far.
  localparam MOST = 18 + 256;
  reg [7:0] b[0:MOST+7];
  integer count;
  reg [15:0] frame_vet;

  reg is_tagged, home_valid, route_valid;
  reg [15:0] tci;
  reg [6:0] ptype;
  reg [127:0] source, destination, home, route;
  reg [31:0] ports;
  integer k, n, s, a, o, end4;
  reg [7:0] h;

  task walk;
    begin
      {is_tagged, tci, ptype, home_valid, route_valid} = 26'd0;
      {source, destination, home, route, ports} = 544'd0;
      is_tagged = n >= 16 && {b[12], b[13]} == frame_vet;
      if (is_tagged) tci = {b[14], b[15]};
      s = is_tagged ? 18 : 14;
      a = n > s ? n - s : 0;
      if (a > 256) a = 256;
      end4 = 4 * (b[s] & 15);
      if (a >= 20 && {b[s-2], b[s-1]} == 16'h0800 && b[s][7:4] == 4 && end4 >= 20 && a >= end4) begin
        ptype[1:0] = {end4 > 20, 1'b1};
        for (k = 0; k < 4; k = k + 1) begin
          source[127-8*k-:8] = b[s+12+k];
          destination[127-8*k-:8] = b[s+16+k];
        end
        if (b[s+6][5:0] == 0 && b[s+7] == 0) transport(b[s+9], end4);
      end else if (a >= 40 && {b[s-2], b[s-1]} == 16'h86dd && b[s][7:4] == 6) begin
        h = b[s+6];
        ptype[3:2] = {h == 0 || h == 43 || h == 44 || h == 60, 1'b1};
        for (k = 0; k < 16; k = k + 1) begin
          source[127-8*k-:8] = b[s+8+k];
          destination[127-8*k-:8] = b[s+24+k];
        end
        o = 40;
        while (o < 256 && (h == 0 || h == 43 || h == 60) && a >= o + 2) begin
          if (h == 60 && b[s+o+1] >= 2 && {b[s+o+2], b[s+o+3]} == 16'h0102 && {b[s+o+6], b[s+o+7]} == 16'hc910 &&
              a >= o + 8) begin
            home_valid = a >= o + 24;
            for (k = 0; k < 16; k = k + 1) if (home_valid) home[127-8*k-:8] = b[s+o+8+k];
          end
          // Fault 1: any routing header is one of type 2.
          if (h == 43 && b[s+o+1] == 2 && (b[s+o+2] == 2 || fault == 1) && a >= o + 8) begin
            route_valid = a >= o + 24;
            for (k = 0; k < 16; k = k + 1) if (route_valid) route[127-8*k-:8] = b[s+o+8+k];
          end
          h = b[s+o];
          o = o + 8 + 8 * b[s+o+1];
        end
        if (o < 256) transport(h, o);
      end
    end
  endtask
  task transport(input [7:0] protocol, input integer at);
    // Fault 2: the ports need not be there.
    if (a >= at + (fault == 2 ? 3 : 4)) begin
      ptype[6:4] = {protocol == 132, protocol == 17, protocol == 6};
      if (ptype[6:4] != 0) ports = {b[s+at], b[s+at+1], b[s+at+2], b[s+at+3]};
    end
  endtask

  reg done;
  reg [569:0] result;
  always @(posedge clk) begin
    done <= 1'b0;
    if (s_axis_tvalid && !rst) begin
      if (count == 0) frame_vet = vet;
      for (k = 0; k < 8; k = k + 1) if (count + k < MOST + 8) b[count+k] = s_axis_tdata[8*k+:8];
      n = count;
      for (k = 0; k < 8; k = k + 1) if (s_axis_tkeep[k] || !s_axis_tlast) n = n + 1;
      count = n > MOST ? MOST : n;
      if (s_axis_tlast) begin
        walk;
        count = 0;
        done <= 1'b1;
        result <= {is_tagged, tci, ptype, source, destination, ports, home_valid, home, route_valid, route};
      end
    end
    if (rst) count = 0;
  end

  sample_delay #(
      .WIDTH(570),
      .CLOCKS(1)
  ) delay (
      .clk   (clk),
      .rst   (rst),
      .valid (done),
      .value (result),
      .late  (fault == 3),
      .valid_out(m_valid),
      .value_out({m_tagged, m_tci, m_ptype, m_source, m_destination, m_ports, m_home_valid, m_home, m_route_valid,
                  m_route})
  );
endmodule

module sample_hash #(
    parameter CLOCKS = 4
) (
    input  wire         clk,
    input  wire         rst,
    input  wire         s_valid,
    input  wire [287:0] s_data,
    input  wire [  5:0] s_length,
    input  wire [319:0] s_key,
    output wire         m_valid,
    output wire [ 31:0] m_hash
);
  integer fault;
  initial if (!$value$plusargs("fault=%d", fault)) fault = 0;

  integer i;
  reg [31:0] hash;
  always @* begin
    hash = 32'd0;
    for (i = 0; i < 288; i = i + 1)
      // Fault 1: the last port byte is forgotten. Fault 2: bit 100 of the input meets the key bits one too far.
      if (s_data[287-i] && i < 8 * (s_length - (fault == 1 && s_length[2])))
        hash = hash ^ s_key[319-i-(fault == 2 && i == 100)-:32];
  end

  sample_delay #(
      .WIDTH(32),
      .CLOCKS(CLOCKS)
  ) delay (
      .clk   (clk),
      .rst   (rst),
      .valid (s_valid),
      .value (hash),
      .late  (fault == 3),
      .valid_out(m_valid),
      .value_out(m_hash)
  );
endmodule

// A value some clocks later; `late` holds some of them back by a clock, if no other one comes then.
module sample_delay #(
    parameter WIDTH  = 1,
    parameter CLOCKS = 1
) (
    input  wire             clk,
    input  wire             rst,
    input  wire             valid,
    input  wire [WIDTH-1:0] value,
    input  wire             late,
    output wire             valid_out,
    output wire [WIDTH-1:0] value_out
);
  reg [CLOCKS:1] valids;
  reg [WIDTH-1:0] values[1:CLOCKS];
  reg held;
  reg [WIDTH-1:0] held_value;
  reg [2:0] number;
  wire [CLOCKS:0] all = {valids, valid};
  wire holds = late && all[CLOCKS] && !all[CLOCKS-1] && number[2];
  assign valid_out = held || (valids[CLOCKS] && !holds);
  assign value_out = held ? held_value : values[CLOCKS];
  integer i;
  always @(posedge clk) begin
    valids[1] <= valid;
    values[1] <= value;
    for (i = 2; i <= CLOCKS; i = i + 1) begin
      valids[i] <= valids[i-1];
      values[i] <= values[i-1];
    end
    held <= holds;
    held_value <= values[CLOCKS];
    if (valids[CLOCKS]) number <= number + 3'd1;
    if (rst) begin
      valids <= {CLOCKS{1'b0}};
      held <= 1'b0;
      number <= 3'd0;
    end
  end
endmodule

`resetall
