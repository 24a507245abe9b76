// A plain SystemVerilog bench of an L2 classifier: random frames, register writes and resets, each decision compared
// with the reference at its clock. No class library is needed. `run` builds it with Verilator.
//
// Inputs change and outputs are read at the falling edge. Parameters: TOP is the macro with the module's name, LATENCY
// its clocks from the last beat to the decision. Plusargs: +frames=N, +seed=N.
`timescale 1ns / 1ps
`ifndef TOP
`define TOP l2_classifier
`endif

module classifier_bench #(
    parameter int LATENCY = 12
);
  import ixsim_reference_pkg::*;

  logic clk = 1'b0;
  always #3.2 clk = ~clk;

  logic rst = 1'b1;
  logic [63:0] tdata = '0;
  logic [7:0] tkeep = '0;
  logic tvalid = 1'b0, tlast = 1'b0, tuser = 1'b0, wr_en = 1'b0;
  logic [15:0] wr_addr = '0;
  logic [31:0] wr_data = '0;
  logic m_valid;
  decision_t found;

  `TOP dut (
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
      .m_drop       (found.m_drop),
      .m_queue      (found.m_queue),
      .m_vmdq       (found.m_vmdq),
      .m_tc         (found.m_tc),
      .m_tagged     (found.m_tagged),
      .m_tci        (found.m_tci),
      .m_pif        (found.m_pif),
      .m_ptype      (found.m_ptype),
      .m_rss_type   (found.m_rss_type),
      .m_rss_hash   (found.m_rss_hash)
  );

  reference_classifier classifier;
  decision_t           expected[LATENCY+1];  // of the edges to come; the first is that of this edge
  bit                  due     [LATENCY+1];
  int unsigned frames = 1000, seed = 1, compared = 0, edges = 0;

  // Lets an edge pass with the inputs as they are: the outputs that it captures are compared first.
  task automatic clock_edge();
    @(negedge clk);
    if (edges > 1 && m_valid !== due[0]) begin
      $display("edge %0d: m_valid: reference %b, RTL %b", edges, due[0], m_valid);
      $fatal(1, "FAIL");
    end
    if (due[0] && edges > 1) begin
      if (found.m_drop !== expected[0].m_drop || (expected[0].m_drop == 0 && found !== expected[0])) begin
        $display("edge %0d: reference %p", edges, expected[0]);
        $display("edge %0d: RTL       %p", edges, found);
        $fatal(1, "FAIL");
      end
      compared++;
    end
    for (int i = 0; i < LATENCY; i++) begin
      expected[i] = expected[i+1];
      due[i] = due[i+1];
    end
    due[LATENCY] = 1'b0;
    edges++;
  endtask

  // Passes the inputs that were just set to the classifier. The frame first: it does not see a write at its last beat.
  task automatic apply();
    if (rst) begin
      classifier.reset();
      for (int i = 0; i <= LATENCY; i++) due[i] = 1'b0;
    end else begin
      if (tvalid) begin
        if (classifier.beat(tdata, tkeep, tlast, tuser)) begin
          classifier.get_decision(expected[LATENCY-1]);
          due[LATENCY-1] = 1'b1;
        end
      end
      if (wr_en) classifier.write({16'd0, wr_addr}, wr_data);
    end
  endtask

  // One edge with these inputs; others are 0.
  task automatic edge_with(input bit reset, input bit write, input logic [15:0] address, input logic [31:0] value);
    clock_edge();
    {rst, tvalid, tlast, tuser} = {reset, 3'b000};
    {wr_en, wr_addr, wr_data} = {write, address, value};
    apply();
  endtask

  task automatic write_register(input logic [15:0] address, input logic [31:0] value);
    edge_with(1'b0, 1'b1, address, value);
  endtask

  function automatic int unsigned below(int unsigned limit);
    return $urandom() % limit;
  endfunction

  // All words that decisions depend on and that a reset leaves undefined.
  task automatic write_tables();
    for (int n = 0; n < 128; n++) write_register(16'h5200 + 16'(4 * n), $urandom() & $urandom());
    for (int n = 0; n < 128; n++) write_register(16'hA000 + 16'(4 * n), $urandom());
    for (int n = 0; n < 512; n++) write_register(16'hA200 + 16'(4 * n), $urandom());
    for (int n = 0; n < 32; n++) write_register(16'h5C00 + 16'(4 * n), $urandom());
    for (int n = 0; n < 10; n++) write_register(16'h5C80 + 16'(4 * n), $urandom());
    for (int n = 0; n < 16; n++) begin  // receive addresses 02:00:00:00:00:n, the first four valid
      write_register(16'h5400 + 16'(8 * n), 32'h0000_0002);
      write_register(16'h5404 + 16'(8 * n), {n < 4, 9'd0, 4'(n), 2'd0, 8'(n), 8'd0});
    end
    write_register(16'h5818, 32'h01FF_0001);  // MRQC: RSS over all types
  endtask

  task automatic set_random_write();
    wr_en   = 1'b1;
    wr_data = $urandom();
    case (below(5))
      0: {wr_addr, wr_data} = {16'h5080, $urandom() & 32'h702};  // FCTRL
      1: {wr_addr, wr_data} = {16'h5088, ($urandom() & 32'h7000_0000) | 32'h8100};  // VLNCTRL
      2: wr_addr = 16'h5818;  // MRQC
      3: wr_addr = 16'h581C;  // VMD_CTL
      default: wr_addr = 16'hA000 + 16'(4 * below(128));  // VFTA
    endcase
  endtask

  // A frame with one of four addresses or another one, with or without a tag, IPv4 or IPv6, cut at any length.
  task automatic send_frame();
    byte unsigned bytes[$];
    int unsigned type_at, length;
    bit ipv6 = 1'($urandom()), bad = below(16) == 0;
    for (int i = 0; i < 100; i++) bytes.push_back(8'($urandom()));
    if (below(4) != 0) for (int i = 0; i < 6; i++) bytes[i] = i == 0 ? 8'd2 : i == 5 ? 8'(below(5)) : 8'd0;
    type_at = 12;
    if (below(2) == 0) begin
      {bytes[12], bytes[13]} = 16'h8100;
      type_at = 16;
    end
    {bytes[type_at], bytes[type_at+1]} = ipv6 ? 16'h86DD : 16'h0800;
    bytes[type_at+2] = ipv6 ? 8'h60 : 8'h45;
    if (!ipv6) {bytes[type_at+8], bytes[type_at+9]} = below(4) == 0 ? 16'h2000 : 16'h0000;
    bytes[type_at+(ipv6?8 : 11)] = below(2) == 0 ? 8'd6 : 8'd17;
    length = below(8) == 0 ? 1 + below(100) : 60 + below(41);
    for (int unsigned at = 0; at < length; at += 8) begin
      clock_edge();
      {rst, wr_en, tvalid} = 3'b001;
      tlast = at + 8 >= length;
      tuser = tlast && bad;
      for (int i = 0; i < 8; i++) begin
        tkeep[i] = at + i < length;
        tdata[8*i+:8] = at + i < 100 ? bytes[at+i] : 8'($urandom());
      end
      if (below(10) == 0) set_random_write();
      apply();
    end
  endtask

  initial begin
    void'($value$plusargs("frames=%d", frames));
    void'($value$plusargs("seed=%d", seed));
    void'($urandom(seed));
    classifier = new("82598");
    while (compared < frames) begin
      edge_with(1'b1, 1'b0, '0, '0);
      write_tables();
      repeat (200) begin
        send_frame();
        while (below(4) == 0) edge_with(1'b0, 1'b0, '0, '0);
      end
    end
    classifier.free();
    $display("PASS: %0d decisions agree", compared);
    $finish;
  end
endmodule
