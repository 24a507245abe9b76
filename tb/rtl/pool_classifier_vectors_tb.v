// Plays recorded vectors into pool_classifier, one word a clock, and compares every output at every edge.
//
// Plusargs, parameter and stimulus are those of l2_classifier_vectors_tb. Expectation, 140 bits: 31:0 rss_hash, 47:32
// tci, 111:48 pools, 115:112 rss, 118:116 tc, 122:120 drop, 125 pif, 126 tagged, 127 valid, 134:128 ptype, 139:136
// rss_type; other bits 0. If valid is 0, only valid is compared. If drop is not 0, only valid and drop are compared.
// From the first reset on an unknown bit is a mismatch.
// Prints one line PASS or FAIL with counts; ends by $fatal on FAIL.
`timescale 1ns / 1ps
`default_nettype none

module pool_classifier_vectors_tb;
  parameter EDGES = 1;

  reg [127:0] stimulus[0:EDGES-1];
  reg [139:0] expected[0:EDGES-1];
  reg [127:0] s;
  reg [139:0] want, got;
  reg [8*1024-1:0] path;
  reg clk, reset_seen;
  integer edge_no, decisions, writes, mismatches;

  wire m_valid, m_tagged, m_pif;
  wire [2:0] m_drop, m_tc;
  wire [63:0] m_pools;
  wire [3:0] m_rss, m_rss_type;
  wire [15:0] m_tci;
  wire [6:0] m_ptype;
  wire [31:0] m_rss_hash;

  pool_classifier dut (
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
      .m_pools      (m_pools),
      .m_rss        (m_rss),
      .m_tc         (m_tc),
      .m_tagged     (m_tagged),
      .m_tci        (m_tci),
      .m_pif        (m_pif),
      .m_ptype      (m_ptype),
      .m_rss_type   (m_rss_type),
      .m_rss_hash   (m_rss_hash)
  );

  reg [139:0] mask;

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
      got = {m_rss_type, 1'b0, m_ptype, m_valid, m_tagged, m_pif, 2'b00, m_drop, 1'b0, m_tc, m_rss, m_pools, m_tci,
             m_rss_hash};
      mask = 140'd0;
      if (reset_seen) mask[127] = 1'b1;
      if (reset_seen && want[127]) begin
        decisions = decisions + 1;
        mask[122:120] = 3'b111;
        if (want[122:120] == 3'd0) mask = {140{1'b1}};
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
