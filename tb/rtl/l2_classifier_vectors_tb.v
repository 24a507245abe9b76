// Plays recorded vectors into l2_classifier, one word a clock, and compares every output at every edge.
//
// Word i of the stimulus is at the inputs at edge i. Word i of the expectation has the outputs required at edge
// i. Plusargs: +stimulus=FILE +expected=FILE (both for $readmemh). Parameter EDGES: words in each file.
// Stimulus, 128 bits: 63:0 tdata, 71:64 tkeep, 72 tvalid, 73 tlast, 74 tuser, 75 wr_en, 76 rst, 95:80 wr_addr,
// 127:96 wr_data. Expectation, 80 bits: 31:0 rss_hash, 47:32 tci, 53:48 queue, 55:54 drop, 59:56 vmdq,
// 62:60 tc, 63 tagged, 64 pif, 71:65 ptype, 75:72 rss_type, 76 valid. If valid is 0, only valid is compared. If
// drop is not 0, only valid and drop are compared. From the first reset on an unknown bit is a mismatch.
// Prints one line PASS or FAIL with counts; ends by $fatal on FAIL.
`timescale 1ns / 1ps
`default_nettype none

module l2_classifier_vectors_tb;
  parameter EDGES = 1;

  reg [127:0] stimulus[0:EDGES-1];
  reg [79:0] expected[0:EDGES-1];
  reg [127:0] s;
  reg [79:0] want, got;
  reg [8*1024-1:0] path;
  reg clk, reset_seen;
  integer edge_no, decisions, writes, mismatches;

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
      .rst          (s[76]),
      .s_axis_tdata (s[63:0]),
      .s_axis_tkeep (s[71:64]),
      .s_axis_tvalid(s[72]),
      .s_axis_tlast (s[73]),
      .s_axis_tuser (s[74]),
      .wr_en        (s[75]),
      .wr_addr      (s[95:80]),
      .wr_data      (s[127:96]),
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

  reg [79:0] mask;

  initial begin
    if (!$value$plusargs("stimulus=%s", path)) $fatal(1, "FAIL: no +stimulus=FILE");
    $readmemh(path, stimulus);
    if (!$value$plusargs("expected=%s", path)) $fatal(1, "FAIL: no +expected=FILE");
    $readmemh(path, expected);
    clk = 1'b0;
    reset_seen = 1'b0;
    decisions = 0;
    writes = 0;
    mismatches = 0;
    for (edge_no = 0; edge_no < EDGES; edge_no = edge_no + 1) begin
      s = stimulus[edge_no];
      want = expected[edge_no];
      if (^s === 1'bx || ^want === 1'bx) $fatal(1, "FAIL: no word %0d in the vectors", edge_no);
      #3.2;
      got = {3'b000, m_valid, m_rss_type, m_ptype, m_pif, m_tagged, m_tc, m_vmdq, m_drop, m_queue, m_tci,
             m_rss_hash};
      mask = 80'd0;
      if (reset_seen) mask[76] = 1'b1;
      if (reset_seen && want[76]) begin
        decisions = decisions + 1;
        mask[55:54] = 2'b11;
        if (want[55:54] == 2'd0) mask[75:0] = {76{1'b1}};
      end
      if ((got & mask) !== (want & mask)) begin
        mismatches = mismatches + 1;
        if (mismatches <= 20) begin
          $display("edge %0d: got %h, expected %h, compared bits %h", edge_no, got, want, mask);
        end
      end
      if (s[76]) reset_seen = 1'b1;
      if (s[75] && !s[76]) writes = writes + 1;
      clk = 1'b1;
      #3.2 clk = 1'b0;
    end
    if (mismatches == 0 && decisions > 0) begin
      $display("PASS: %0d edges, %0d decisions, %0d writes", EDGES, decisions, writes);
      $finish;
    end
    $fatal(1, "FAIL: %0d edges, %0d decisions, %0d writes, %0d mismatches", EDGES, decisions, writes, mismatches);
  end
endmodule
