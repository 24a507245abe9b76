// Directed test of l2_classifier. It compares with figures of the contract (docs/rtl_classifier.md) or with published
// ones (Toeplitz vectors), and not with another implementation. For every register group it checks that a frame does
// not see a write at the edge of its last beat, that it sees a write at the edge before, and that writes to offsets
// next to the group change nothing.
//
// Every play starts from a reset with all tables written, drives a schedule of edges, and requires decisions at
// exactly the listed edges. Prints one line for each failed check, and PASS or FAIL; ends by $fatal on FAIL.
`timescale 1ns / 1ps
`default_nettype none

module l2_classifier_examples_tb;
  localparam EDGES = 256;

  localparam [15:0] RDRXCTL = 16'h2f00, FCTRL = 16'h5080, VLNCTRL = 16'h5088, MCSTCTRL = 16'h5090;
  localparam [15:0] RUPPBMR = 16'h50a0, MTA = 16'h5200, RAL = 16'h5400, RAH = 16'h5404, MRQC = 16'h5818;
  localparam [15:0] VMD_CTL = 16'h581c, RETA = 16'h5c00, RSSRK = 16'h5c80, VFTA = 16'ha000, VFTAVIND = 16'ha200;
  localparam [31:0] SBP = 32'h2, UPE = 32'h200;

  localparam [319:0] KEY = {160'h6d5a56da255b0ec24167253d43a38fb0d0ca2bcb,
                            160'hae7b30b477cb2da38030f20c6a42b73bbeac01fa};
  localparam [127:0] HOST_A = 128'h3ffe_2501_0200_1fff_0000_0000_0000_0007;
  localparam [127:0] HOST_B = 128'h3ffe_2501_0200_0003_0000_0000_0000_0001;
  localparam [127:0] HOST_C = 128'h3ffe_0501_0008_0000_0260_97ff_fe40_efab;
  localparam [127:0] HOST_D = 128'hff02_0000_0000_0000_0000_0000_0000_0001;

  reg clk;
  reg rst, tvalid, tlast, tuser, wr_en;
  reg [63:0] tdata;
  reg [7:0] tkeep;
  reg [15:0] wr_addr;
  reg [31:0] wr_data;
  wire m_valid, m_tagged, m_pif;
  wire [1:0] m_drop;
  wire [5:0] m_queue;
  wire [3:0] m_vmdq, m_rss_type;
  wire [2:0] m_tc;
  wire [15:0] m_tci;
  wire [6:0] m_ptype;
  wire [31:0] m_rss_hash;

  l2_classifier dut (
      .clk          (clk),
      .rst          (rst),
      .s_axis_tdata (tdata),
      .s_axis_tkeep (tkeep),
      .s_axis_tvalid(tvalid),
      .s_axis_tlast (tlast),
      .s_axis_tuser (tuser),
      .wr_en        (wr_en),
      .wr_addr      (wr_addr),
      .wr_data      (wr_data),
      .m_valid      (m_valid),
      .m_drop       (m_drop),
      .m_queue      (m_queue),
      .m_vmdq       (m_vmdq),
      .m_tc         (m_tc),
      .m_tagged     (m_tagged),
      .m_tci        (m_tci),
      .m_pif        (m_pif),
      .m_ptype      (m_ptype),
      .m_rss_type   (m_rss_type),
      .m_rss_hash   (m_rss_hash)
  );

  // ---- Schedule and record of one play.
  reg [EDGES-1:0] s_valid, s_last, s_user, s_write, s_reset;
  reg [63:0] s_data[0:EDGES-1];
  reg [7:0] s_keep[0:EDGES-1];
  reg [15:0] s_addr[0:EDGES-1];
  reg [31:0] s_value[0:EDGES-1];

  reg [EDGES-1:0] seen;
  reg [1:0] drop[0:EDGES-1];
  reg [5:0] queue[0:EDGES-1];
  reg [15:0] tci[0:EDGES-1];
  reg [6:0] ptype[0:EDGES-1];
  reg [3:0] rss_type[0:EDGES-1];
  reg [31:0] hash[0:EDGES-1];
  reg [75:0] whole[0:EDGES-1];  // the decision; for a drop only its reason
  reg [EDGES-1:0] was_tagged, pif;

  reg [7:0] b[0:2047];  // the frame being built
  integer n;  // its length
  integer checks, failures, example, i, seed;
  integer edges;  // length of the play

  task idle;
    begin
      {rst, tvalid, tlast, tuser, wr_en} = 5'b0;
      tdata = {$random(seed), $random(seed)};
      tkeep = 8'hff;
      wr_addr = 16'h0;
      wr_data = $random(seed);
    end
  endtask

  task tick;
    begin
      #3.2 clk = 1'b1;
      #3.2 clk = 1'b0;
    end
  endtask

  task write(input [15:0] addr, input [31:0] value);
    begin
      idle;
      wr_en = 1'b1;
      wr_addr = addr;
      wr_data = value;
      tick;
    end
  endtask

  function [31:0] key_word(input integer k);
    key_word = {KEY[288-32*k+:8], KEY[296-32*k+:8], KEY[304-32*k+:8], KEY[312-32*k+:8]};
  endfunction

  task no_schedule;
    begin
      {s_valid, s_last, s_user, s_write, s_reset} = 0;
      for (i = 0; i < edges; i = i + 1) s_data[i] = {$random(seed), $random(seed)};
      for (i = 0; i < edges; i = i + 1) s_keep[i] = 8'hff;
    end
  endtask

  // Reset, every word written, an empty schedule.
  task fresh;
    begin
      idle;
      rst = 1'b1;
      tick;
      tick;
      for (i = 0; i < 128; i = i + 1) write(MTA + 4 * i, 32'h0);
      for (i = 0; i < 16; i = i + 1) write(RAL + 8 * i, 32'h0);
      for (i = 0; i < 16; i = i + 1) write(RAH + 8 * i, 32'h0);
      for (i = 0; i < 32; i = i + 1) write(RETA + 4 * i, 32'h0);
      for (i = 0; i < 10; i = i + 1) write(RSSRK + 4 * i, key_word(i));
      for (i = 0; i < 128; i = i + 1) write(VFTA + 4 * i, 32'h0);
      for (i = 0; i < 512; i = i + 1) write(VFTAVIND + 4 * i, 32'h0);
      write(FCTRL, UPE);
      no_schedule;
    end
  endtask

  task put16(input integer at, input [15:0] value);
    {b[at], b[at+1]} = value;
  endtask
  task put32(input integer at, input [31:0] value);
    {b[at], b[at+1], b[at+2], b[at+3]} = value;
  endtask
  task put128(input integer at, input [127:0] value);
    begin
      put32(at, value[127:96]);
      put32(at + 4, value[95:64]);
      put32(at + 8, value[63:32]);
      put32(at + 12, value[31:0]);
    end
  endtask

  // A frame of `length` bytes, payload random, unicast.
  task ethernet(input integer length, input [47:0] to, input [15:0] kind);
    begin
      n = length;
      for (i = 0; i < 2048; i = i + 1) b[i] = $random(seed);
      put16(0, to[47:32]);
      put32(2, to[31:0]);
      put16(12, kind);
    end
  endtask

  // IPv4 with TCP of the first published vector in a 60-byte frame.
  task ipv4_tcp(input [15:0] fragment);
    begin
      ethernet(60, 48'h02_00_00_00_00_01, 16'h0800);
      b[14] = 8'h45;
      put16(20, fragment);
      b[23] = 8'd6;
      put32(26, {8'd66, 8'd9, 8'd149, 8'd187});
      put32(30, {8'd161, 8'd142, 8'd100, 8'd80});
      put16(34, 16'd2794);
      put16(36, 16'd1766);
    end
  endtask

  task ipv6(input integer length, input [7:0] next, input [127:0] from, input [127:0] to);
    begin
      ethernet(length, 48'h02_00_00_00_00_01, 16'h86dd);
      b[14] = 8'h60;
      b[20] = next;
      put128(22, from);
      put128(38, to);
    end
  endtask

  // IPv6, destination options with a home address, type-2 routing header, TCP: 122 bytes.
  task mobile(input [127:0] from, input [127:0] to, input [127:0] home, input [127:0] route);
    begin
      ipv6(122, 8'd60, from, to);
      put32(54, {8'd43, 8'd2, 8'h01, 8'h02});  // padding of two bytes brings the option to its place
      put32(58, {8'h00, 8'h00, 8'hc9, 8'h10});
      put128(62, home);
      put32(78, {8'd6, 8'd2, 8'd2, 8'd1});
      put128(86, route);
      put16(102, 16'd2794);
      put16(104, 16'd1766);
    end
  endtask

  task add_tag(input [15:0] tag_control);
    begin
      for (i = n + 3; i >= 16; i = i - 1) b[i] = b[i-4];
      n = n + 4;
      put16(12, 16'h8100);
      put16(14, tag_control);
    end
  endtask

  // Beats of the frame at edges from, from+1, ... With gap >= 0, the beats from that number on come 4 edges later.
  integer beat, lane, at;
  task place(input integer from, input user, input integer gap);
    for (beat = 0; 8 * beat < n; beat = beat + 1) begin
      at = from + beat + ((gap >= 0 && beat >= gap) ? 4 : 0);
      s_valid[at] = 1'b1;
      s_last[at] = 8 * beat + 8 >= n;
      s_user[at] = s_last[at] ? user : $random(seed);
      for (lane = 0; lane < 8 && 8 * beat + lane < n; lane = lane + 1) begin
        s_data[at][8*lane+:8] = b[8*beat+lane];
        s_keep[at][lane] = 1'b1;
      end
      for (lane = n - 8 * beat; lane < 8; lane = lane + 1) s_keep[at][lane] = 1'b0;
    end
  endtask

  task write_at(input integer edge_no, input [15:0] addr, input [31:0] value);
    begin
      s_write[edge_no] = 1'b1;
      s_addr[edge_no] = addr;
      s_value[edge_no] = value;
    end
  endtask

  integer e;
  task play;
    begin
      for (e = 0; e < 16; e = e + 1) begin
        idle;
        tick;
      end
      seen = 0;
      for (e = 0; e < edges; e = e + 1) begin
        idle;
        tdata = s_data[e];
        {tvalid, tlast, tuser, rst} = {s_valid[e], s_last[e], s_user[e], s_reset[e]};
        tkeep = s_keep[e];
        if (s_write[e]) {wr_en, wr_addr, wr_data} = {1'b1, s_addr[e], s_value[e]};
        #1;  // what a flip-flop captures at this edge
        seen[e] = m_valid;
        drop[e] = m_drop;
        queue[e] = m_queue;
        tci[e] = m_tci;
        ptype[e] = m_ptype;
        rss_type[e] = m_rss_type;
        hash[e] = m_rss_hash;
        was_tagged[e] = m_tagged;
        pif[e] = m_pif;
        whole[e] = {m_drop, m_drop != 2'd0 ? 74'd0 : {m_queue, m_vmdq, m_tc, m_tagged, m_tci, m_pif, m_ptype,
                                                      m_rss_type, m_rss_hash}};
        tick;
      end
    end
  endtask

  task check(input ok, input integer what);
    begin
      checks = checks + 1;
      if (ok !== 1'b1) begin
        failures = failures + 1;
        $display("example %0d: check %0d (%h) failed", example, what, what[15:0]);
      end
    end
  endtask

  // Decisions at exactly these edges (-1: none).
  reg [EDGES-1:0] due;
  task decided(input integer e0, input integer e1, input integer e2);
    begin
      due = 0;
      if (e0 >= 0) due[e0] = 1'b1;
      if (e1 >= 0) due[e1] = 1'b1;
      if (e2 >= 0) due[e2] = 1'b1;
      check(seen === due, 0);
    end
  endtask

  // A tagged frame of 60 bytes at 0 and another at 8.
  task two_tagged(input [15:0] kind, input [15:0] tag);
    begin
      ethernet(60, 48'h02_00_00_00_00_01, kind);
      put16(14, tag);
      place(0, 1'b0, -1);
      place(8, 1'b0, -1);
    end
  endtask

  // ---- One write against one frame.
  localparam [47:0] UNICAST = 48'h02_00_00_00_00_03, MULTICAST = 48'h01_00_5e_00_11_22;
  localparam [15:0] VID_WORD = 4 * (16'h123 >> 5), MTA_WORD = 4 * (16'h442 >> 5);  // 2211 >> 3 = 442
  localparam BEFORE = -1, NEVER = -2;
  localparam LAST_BEAT = 15;
  reg [75:0] result;

  // Decision on one tagged IPv6 TCP frame whose last beat is at edge 15. There is one write long BEFORE it, NEVER, or
  // at an edge. All features that the write may affect are in use.
  task against(input [47:0] to, input [31:0] fctrl, input [31:0] vmd_ctl, input [15:0] addr, input [31:0] value,
               input integer edge_no);
    begin
      write(addr, 32'h0);
      for (i = 0; i < 10; i = i + 1) write(RSSRK + 4 * i, key_word(i));
      write(FCTRL, fctrl);
      write(VLNCTRL, 32'h40008100);
      write(VFTA + VID_WORD, 32'h1 << 3);
      write(MCSTCTRL, 32'h5);
      write(MTA + MTA_WORD, 32'h1 << 2);
      write(RAL + 8 * 3, 32'h00000002);
      write(RAH + 8 * 3, 32'h80140300);
      write(MRQC, 32'h1ff0001);
      write(VMD_CTL, vmd_ctl);
      write(RDRXCTL, 32'h10);
      write(RUPPBMR, 32'h80000000);
      no_schedule;
      seed = 11;  // the same frame each time
      mobile(HOST_C, HOST_D, HOST_A, HOST_B);
      put16(0, to[47:32]);
      put32(2, to[31:0]);
      add_tag(16'ha123);
      place(LAST_BEAT - (n - 1) / 8, 1'b0, -1);
      if (edge_no == BEFORE) write(addr, value);
      if (edge_no >= 0) write_at(edge_no, addr, value);
      play;
      result = whole[LAST_BEAT+12];
      check(seen[LAST_BEAT+12] && $countones(seen) == 1, addr);
    end
  endtask

  // The write changes the decision, if and only if it comes before the last beat.
  reg [75:0] without, with_it;
  task snapshot(input [47:0] to, input [31:0] fctrl, input [31:0] vmd_ctl, input [15:0] addr, input [31:0] value);
    begin
      against(to, fctrl, vmd_ctl, addr, value, NEVER);
      without = result;
      against(to, fctrl, vmd_ctl, addr, value, BEFORE);
      with_it = result;
      check((^without === 1'b0 || ^without === 1'b1) && with_it !== without, addr);
      against(to, fctrl, vmd_ctl, addr, value, LAST_BEAT - 1);
      check(result === with_it, addr);
      against(to, fctrl, vmd_ctl, addr, value, LAST_BEAT);
      check(result === without, addr);
    end
  endtask

  // The write changes nothing, at any of these edges.
  task ignored(input [15:0] addr);
    begin
      against(UNICAST, UPE, 32'h3, addr, 32'h0, NEVER);
      without = result;
      against(UNICAST, UPE, 32'h3, addr, 32'ha5a55a5a, BEFORE);
      check(result === without, addr);
    end
  endtask

  integer k, when_written;
  initial begin
    clk = 1'b0;
    seed = 7;
    checks = 0;
    failures = 0;
    edges = EDGES;
    idle;

    example = 1;
    fresh;
    ipv4_tcp(16'h0);
    place(0, 1'b0, -1);
    check(s_keep[7] === 8'h0f, 1);
    play;
    decided(19, -1, -1);
    check(drop[19] === 2'd0 && pif[19] === 1'b1 && was_tagged[19] === 1'b0 && tci[19] === 16'h0, 2);
    check(ptype[19] === 7'b0010001, 3);

    example = 2;
    fresh;
    ipv4_tcp(16'h0);
    place(0, 1'b0, -1);
    place(8, 1'b0, -1);
    play;
    decided(19, 27, -1);

    example = 3;
    fresh;
    ipv4_tcp(16'h0);
    place(0, 1'b0, 3);
    play;
    decided(23, -1, -1);

    example = 4;
    fresh;
    for (k = 0; k < 3; k = k + 1) begin
      ethernet(3 + 2 * k, 48'h02_00_00_00_00_01, 16'h0);
      place(k, 1'b0, -1);
    end
    play;
    decided(12, 13, 14);
    for (k = 12; k < 15; k = k + 1) check(drop[k] === 2'd1, k);

    example = 5;
    fresh;
    write(MRQC, 32'h1 | 32'h1 << 18);
    mobile(HOST_C, HOST_D, HOST_A, HOST_B);
    place(0, 1'b0, -1);
    ethernet(16, 48'h02_00_00_00_00_02, 16'h0);
    place(16, 1'b0, -1);
    play;
    decided(27, 29, -1);
    check(hash[27] === 32'h40207d3d && rss_type[27] === 4'd6, 1);
    check(drop[29] === 2'd0 && rss_type[29] === 4'd0 && hash[29] === 32'd0 && ptype[29] === 7'd0, 2);

    example = 6;
    for (k = 0; k < 4; k = k + 1) begin
      when_written = k < 2 ? 6 + k : 12 + k;
      fresh;
      write(VLNCTRL, 32'h40008100);
      two_tagged(16'h8100, 16'h2123);
      write_at(when_written, VFTA + 4 * (12'h123 >> 5), 32'h1 << (12'h123 & 31));
      play;
      decided(19, 27, -1);
      check(drop[19] === (k == 0 ? 2'd0 : 2'd3), 1 + 2 * k);
      check(drop[27] === (k < 3 ? 2'd0 : 2'd3), 2 + 2 * k);
      if (k == 0) check(was_tagged[19] === 1'b1 && tci[19] === 16'h2123, 9);
    end

    example = 7;
    for (k = 0; k < 2; k = k + 1) begin
      fresh;
      two_tagged(16'h9100, 16'h0456);
      write_at(7 + k, VLNCTRL, 32'h9100);
      play;
      decided(19, 27, -1);
      check(was_tagged[19] === 1'b0, 1 + 2 * k);
      check(was_tagged[27] === (k == 0), 2 + 2 * k);
    end

    example = 8;
    fresh;
    write(FCTRL, 32'h0);
    write(RAL + 8 * 5, 32'h33221102);
    write(RAH + 8 * 5, 32'h80005544);
    ethernet(60, 48'h02_aa_bb_cc_44_55, 16'h0);  // new low word, old high word
    place(0, 1'b0, -1);
    place(8, 1'b0, -1);
    write_at(6, RAL + 8 * 5, 32'hccbbaa02);
    write_at(7, RAH + 8 * 5, 32'h8000eedd);
    play;
    decided(19, 27, -1);
    check(drop[19] === 2'd0 && pif[19] === 1'b0, 1);
    check(drop[27] === 2'd2, 2);

    example = 9;
    fresh;
    write(RAL, 32'h00000002);  // the address of all three frames; AV must be 0 after the reset
    write(RAH, 32'h80000100);
    ipv4_tcp(16'h0);
    place(0, 1'b0, -1);
    place(8, 1'b0, -1);
    s_reset[20] = 1'b1;
    write_at(19, FCTRL, UPE);  // still under way at the reset: FCTRL must be 0 afterwards
    ethernet(60, 48'h02_00_00_00_00_01, 16'h8100);
    place(21, 1'b0, -1);
    play;
    decided(19, 40, -1);
    check(drop[40] === 2'd2, 1);
    // A reset inside a frame: the next beat is a first beat.
    fresh;
    ipv4_tcp(16'h0);
    place(0, 1'b0, -1);
    {s_valid[7:3], s_last[7:3]} = 10'b0;
    s_reset[3] = 1'b1;
    ethernet(13, 48'h02_00_00_00_00_01, 16'h0);
    place(4, 1'b0, -1);
    play;
    decided(17, -1, -1);
    check(drop[17] === 2'd1, 2);

    example = 10;
    for (k = 0; k < 2; k = k + 1) begin
      fresh;
      write(FCTRL, k == 0 ? UPE : UPE | SBP);
      ipv4_tcp(16'h0);
      place(0, 1'b1, -1);
      play;
      decided(19, -1, -1);
      check(drop[19] === (k == 0 ? 2'd1 : 2'd0), 1 + k);
    end

    example = 11;
    for (k = 0; k < 2; k = k + 1) begin
      fresh;
      write(MRQC, 32'h1 | 32'h1 << (k == 0 ? 18 : 21));
      if (k == 0) mobile(HOST_C, HOST_D, HOST_A, HOST_B);
      else mobile(HOST_A, HOST_B, HOST_C, HOST_D);
      place(0, 1'b0, -1);
      check(s_keep[15] === 8'h03, 1);
      play;
      decided(27, -1, -1);
      check(hash[27] === 32'h40207d3d && rss_type[27] === (k == 0 ? 4'd6 : 4'd3), 2 + k);
      check(ptype[27] === 7'b0011100, 4 + k);
    end

    example = 12;
    fresh;
    write(MRQC, 32'h1 | 32'h1 << 18 | 32'h1 << 19);
    mobile(HOST_C, HOST_B, HOST_A, HOST_D);
    n = 90;
    place(0, 1'b0, -1);
    play;
    decided(23, -1, -1);
    check(hash[23] === 32'h2cc18cd5 && rss_type[23] === 4'd4, 1);
    check(ptype[23] === 7'b0001100, 2);

    example = 13;
    for (k = 26; k < 28; k = k + 1) begin
      fresh;
      write(MRQC, 32'h1 | 32'h1 << 21);
      ipv6(14 + 40 + 8 * k + 20, 8'd0, HOST_A, HOST_B);
      for (i = 0; i < k; i = i + 1) put16(54 + 8 * i, i == k - 1 ? 16'h0600 : 16'h0000);
      put16(54 + 8 * k, 16'd2794);
      put16(56 + 8 * k, 16'd1766);
      place(0, 1'b0, -1);
      play;
      decided((n - 1) / 8 + 12, -1, -1);
      check(ptype[(n-1)/8+12] === (k == 26 ? 7'b0011100 : 7'b0001100), 1);
      check(hash[(n-1)/8+12] === (k == 26 ? 32'h40207d3d : 32'd0), 2);
    end

    example = 14;
    fresh;
    write(MRQC, 32'h10001);
    write(RETA + 4 * 30, 32'hddccbb5a);
    ipv4_tcp(16'h4000);
    place(0, 1'b0, -1);
    play;
    decided(19, -1, -1);
    check(hash[19] === 32'h51ccc178 && rss_type[19] === 4'd1 && queue[19] === 6'h0a, 1);
    write(VMD_CTL, 32'h11);  // index 1 takes the upper nibble
    play;
    check(queue[19] === 6'h15, 2);

    example = 15;
    fresh;
    write(MRQC, 32'h30001);
    ipv4_tcp(16'h2000);
    place(0, 1'b0, -1);
    play;
    decided(19, -1, -1);
    check(hash[19] === 32'h323e8fc2 && rss_type[19] === 4'd2 && ptype[19] === 7'b0000001, 1);

    fresh;
    edges = 32;
    example = 16;  // the snapshot rule, register by register
    snapshot(UNICAST, UPE, 32'h1, RDRXCTL, 32'h0);
    snapshot(UNICAST, UPE, 32'h1, RUPPBMR, 32'h0);
    snapshot(48'h02_00_00_00_00_04, UPE, 32'h1, FCTRL, 32'h0);
    snapshot(UNICAST, UPE, 32'h1, VLNCTRL, 32'h70008100);
    snapshot(MULTICAST, 32'h0, 32'h1, MCSTCTRL, 32'h1);
    snapshot(MULTICAST, 32'h0, 32'h1, MCSTCTRL, 32'h4);
    snapshot(MULTICAST, 32'h0, 32'h1, MTA + MTA_WORD, 32'h0);
    snapshot(UNICAST, 32'h0, 32'h1, RAL + 8 * 3, 32'h0);
    snapshot(UNICAST, 32'h0, 32'h1, RAH + 8 * 3, 32'h00140300);
    snapshot(UNICAST, 32'h0, 32'h1, RAH + 8 * 3, 32'h80180300);
    snapshot(UNICAST, UPE, 32'h1, MRQC, 32'h0);
    snapshot(UNICAST, UPE, 32'h1, MRQC, 32'h1200001);
    snapshot(UNICAST, UPE, 32'h1, VMD_CTL, 32'h0);
    snapshot(UNICAST, UPE, 32'h1, RETA + 4 * (7'h3d >> 2), 32'h0000ff00);  // hash 40207d3d
    for (k = 0; k < 10; k = k + 1) snapshot(UNICAST, UPE, 32'h1, RSSRK + 4 * k, ~key_word(k));
    snapshot(UNICAST, UPE, 32'h1, VFTA + VID_WORD, 32'h0);
    snapshot(UNICAST, UPE, 32'h3, VFTAVIND + VID_WORD, 32'h00006000);  // bank 0, nibble 3

    example = 17;  // offsets just outside a group, or of no register
    for (k = 0; k < 16; k = k + 1) ignored(RSSRK + 4 * 10 + 4 * k);
    ignored(RSSRK + 64);
    ignored(16'h2efc);
    ignored(16'h2f04);
    ignored(16'h5084);
    ignored(16'h508c);
    ignored(16'h51fc);
    ignored(16'h5480 + 8 * 3);
    ignored(16'h5380 + 8 * 3);
    ignored(16'h5814);
    ignored(16'h5820);
    ignored(16'h9e00 + VID_WORD);
    ignored(16'haa00 + VID_WORD);

    example = 18;  // tagged frames whose header ends behind the lanes of their last full word, or a byte short
    for (k = 0; k < 6; k = k + 1) begin
      fresh;
      edges = 64;
      write(MRQC, 32'h1 | 32'h1 << 16 | 32'h1 << 21);
      if (k < 2) begin
        ipv6(58, 8'd6, HOST_A, HOST_B);
        put16(54, 16'd2794);
        put16(56, 16'd1766);
      end else begin
        ipv4_tcp(16'h0);
        n = k < 4 ? 34 : 42;
        if (k >= 4) begin
          put32(38, {16'd2794, 16'd1766});
          b[14] = 8'h46;
        end
      end
      add_tag(16'h0);
      n = n - k % 2;
      place(0, 1'b0, -1);
      ethernet(16, UNICAST, 16'h0);
      place(8, 1'b0, -1);
      at = k < 2 ? 19 : k < 4 ? 16 : 17;
      play;
      decided(at, 21, -1);
      case (k)
        0: check(ptype[at] === 7'b0010100 && hash[at] === 32'h40207d3d, 1);
        1: check(ptype[at] === 7'b0000100 && hash[at] === 32'h0, 2);
        2: check(ptype[at] === 7'b0000001, 3);
        3: check(ptype[at] === 7'b0000000, 4);
        4: check(ptype[at] === 7'b0010011 && hash[at] === 32'h51ccc178, 5);
        default: check(ptype[at] === 7'b0000011 && hash[at] === 32'h0, 6);
      endcase
    end

    example = 19;  // of equal receive addresses the lowest valid one gives the VMDq index
    for (k = 0; k < 2; k = k + 1) begin
      fresh;
      edges = 32;
      write(VMD_CTL, 32'h1);
      ipv4_tcp(16'h0);
      for (i = 0; i < 16; i = i + 1) begin
        if (i == 4 || i == 9 || i == 15) begin
          write(RAL + 8 * i, 32'h00000002);
          write(RAH + 8 * i, {i > 4 * k, 9'h0, i[3:0], 2'b00, 16'h0100});  // k = 1: entry 4 is off
        end
      end
      place(0, 1'b0, -1);
      play;
      decided(19, -1, -1);
      check(queue[19] === (k == 0 ? 6'd4 : 6'd9) && pif[19] === 1'b0, k);
    end

    if (failures == 0) begin
      $display("PASS: 19 examples, %0d checks", checks);
      $finish;
    end
    $fatal(1, "FAIL: %0d of %0d checks", failures, checks);
  end
endmodule
