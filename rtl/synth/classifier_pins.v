// Puts l2_classifier behind four pins for place and route. A shift register gives the inputs, and all outputs are
// combined into one. Both have registers, so that pads and their routes do not decide the clock rate.
// This module is only for synthesis. Its parameters are those of l2_classifier.
`resetall
`default_nettype none

module classifier_pins #(
    parameter RX_QUEUES   = 64,
    parameter POOLS       = 16,
    parameter ADDRESSES   = 16,
    parameter LEAF_PAIRS  = 2,
    parameter HASH_GROUPS = 3
) (
    input  wire clk,
    input  wire rst,
    input  wire scan_in,
    output reg  scan_out
);
  localparam IN = 64 + 8 + 3 + 1 + 16 + 32;
  localparam QUEUE_W = RX_QUEUES > 64 ? 7 : 6;
  localparam POOL_W = POOLS > 32 ? 6 : POOLS > 16 ? 5 : 4;
  localparam REST = 1 + 2 + 3 + 1 + 16 + 1 + 7 + 4 + 32;
  localparam OUT = REST + QUEUE_W + POOL_W;

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
      .RX_QUEUES  (RX_QUEUES),
      .POOLS      (POOLS),
      .ADDRESSES  (ADDRESSES),
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
      .m_tc         (q[5:3]),
      .m_tagged     (q[6]),
      .m_tci        (q[22:7]),
      .m_pif        (q[23]),
      .m_ptype      (q[30:24]),
      .m_rss_type   (q[34:31]),
      .m_rss_hash   (q[66:35]),
      .m_queue      (q[REST+:QUEUE_W]),
      .m_vmdq       (q[REST+QUEUE_W+:POOL_W])
  );
endmodule

`resetall
