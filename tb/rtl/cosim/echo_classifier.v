// A module with the ports of the classifier that returns its inputs, for the tests of the loader. 12 clocks after
// a last beat its decision has the number of beats of the frame, the bytes of the last beat, the word written
// last, the value of +add=, and the initial value of a register that is never set.
`default_nettype none

module l2_classifier (
    input  wire        clk,
    input  wire        rst,
    input  wire [63:0] s_axis_tdata,
    input  wire [7:0]  s_axis_tkeep,
    input  wire        s_axis_tvalid,
    input  wire        s_axis_tlast,
    input  wire        s_axis_tuser,
    input  wire        wr_en,
    input  wire [15:0] wr_addr,
    input  wire [31:0] wr_data,
    output reg         m_valid,
    output reg  [1:0]  m_drop,
    output reg  [5:0]  m_queue,
    output reg  [3:0]  m_vmdq,
    output reg  [2:0]  m_tc,
    output reg         m_tagged,
    output reg  [15:0] m_tci,
    output reg         m_pif,
    output reg  [6:0]  m_ptype,
    output reg  [3:0]  m_rss_type,
    output reg  [31:0] m_rss_hash
);
  reg [11:0] pending;
  reg [5:0]  beats;
  reg [31:0] word;
  reg [15:0] address;
  reg [63:0] bytes;
  reg [7:0]  keep;
  reg        user;
  reg [31:0] add;
  reg [3:0]  never_set;

  initial if (!$value$plusargs("add=%d", add)) add = 0;

  always @(posedge clk) begin
    pending <= {pending[10:0], s_axis_tvalid && s_axis_tlast};
    m_valid <= pending[10];
    if (s_axis_tvalid) begin
      bytes <= s_axis_tdata;
      keep  <= s_axis_tkeep;
      user  <= s_axis_tuser;
      beats <= pending[0] ? 6'd1 : beats + 1;
    end
    if (wr_en) begin
      word    <= wr_data;
      address <= wr_addr;
    end
    m_drop     <= {1'b0, user};
    m_queue    <= beats;
    m_vmdq     <= never_set;
    m_tc       <= keep[2:0];
    m_tagged   <= keep[3];
    m_tci      <= address;
    m_pif      <= keep[4];
    m_ptype    <= bytes[6:0];
    m_rss_type <= bytes[63:60];
    m_rss_hash <= word + add;
    if (rst) begin
      pending <= 0;
      m_valid <= 0;
      beats   <= 0;
    end
    if (wr_en && wr_addr == 16'hdead) begin
      $display("wrote to %x", wr_addr);
      $stop;
    end
  end
endmodule

`default_nettype wire
