// Puts l2_classifier behind four pins for place and route: inputs come from a shift register, outputs are
// folded into one, both through registers, so that pads and their routes do not decide the clock rate.
// Never simulated, never instantiated elsewhere. LEAF_PAIRS, HASH_GROUPS: see l2_classifier.
`resetall
`default_nettype none

module classifier_pins #(
    parameter LEAF_PAIRS  = 2,
    parameter HASH_GROUPS = 3
) (
    input  wire clk,
    input  wire rst,
    input  wire scan_in,
    output reg  scan_out
);
  localparam IN = 64 + 8 + 3 + 1 + 16 + 32;
  localparam OUT = 1 + 2 + 6 + 4 + 3 + 1 + 16 + 1 + 7 + 4 + 32;

  reg [IN-1:0] shift, in;
  reg [OUT-1:0] out, fold;
  reg reset;
  wire [OUT-1:0] q;

  always @(posedge clk) begin
    reset    <= rst;
    shift    <= {shift[IN-2:0], scan_in};
    in       <= shift;
    out      <= q;
    fold     <= {fold[OUT-2:0], 1'b0} ^ out;
    scan_out <= fold[OUT-1];
  end

  l2_classifier #(
      .LEAF_PAIRS (LEAF_PAIRS),
      .HASH_GROUPS(HASH_GROUPS)
  ) u_classifier (
      .clk          (clk),
      .rst          (reset),
      .s_axis_tdata (in[63:0]),
      .s_axis_tkeep (in[71:64]),
      .s_axis_tvalid(in[72]),
      .s_axis_tlast (in[73]),
      .s_axis_tuser (in[74]),
      .wr_en        (in[75]),
      .wr_addr      (in[91:76]),
      .wr_data      (in[123:92]),
      .m_valid      (q[0]),
      .m_drop       (q[2:1]),
      .m_queue      (q[8:3]),
      .m_vmdq       (q[12:9]),
      .m_tc         (q[15:13]),
      .m_tagged     (q[16]),
      .m_tci        (q[32:17]),
      .m_pif        (q[33]),
      .m_ptype      (q[40:34]),
      .m_rss_type   (q[44:41]),
      .m_rss_hash   (q[76:45])
  );
endmodule

`resetall
