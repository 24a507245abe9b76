// l2_classifier as a module of latency 1 with data of 32 to 512 bits, and the same with s_axis_tready: error-free
// modules of other forms, for tests of the check. prompt_pool_classifier.v has the pool classifier in these forms.
//
// Why it works: each edge of clk clocks the block many times in zero time. The first of these clocks take the 64-bit
// words of the beat, a later one the write, and the rest is long enough for the decision.
// +fault=1: the lanes of the last word of a frame are those of a whole word. +fault=2: writes come an
// edge late. +fault=3 (with s_axis_tready): a beat is taken at the first edge at which it is valid, and again when the
// module is ready. +fault=4 (the same): never ready again after 1,000 clocks.
`timescale 1ns / 1ps
`default_nettype none

module prompt_stream #(
    parameter WIDTH = 64
) (
    input  wire               clk,
    input  wire               rst,
    input  wire [  WIDTH-1:0] s_axis_tdata,
    input  wire [WIDTH/8-1:0] s_axis_tkeep,
    input  wire               s_axis_tvalid,
    input  wire               s_axis_tlast,
    input  wire               s_axis_tuser,
    input  wire               wr_en,
    input  wire [       15:0] wr_addr,
    input  wire [       31:0] wr_data,
    // For the block
    output reg                fast,        // its clock
    output wire               begins,      // the first clock of an edge of clk
    output wire               fast_rst,
    output wire [       63:0] fast_tdata,
    output wire [        7:0] fast_tkeep,
    output wire               fast_tvalid,
    output wire               fast_tlast,
    output wire               fast_tuser,
    output wire               fast_wr_en,
    output wire [       15:0] fast_wr_addr,
    output wire [       31:0] fast_wr_data
);

  localparam WORDS = WIDTH > 64 ? WIDTH / 64 : 1;
  localparam TICKS = WORDS + 14;  // clocks of the block an edge
  localparam [6:0] LAST = 2 * TICKS - 1;
  localparam NARROW = WIDTH < 64;

  integer fault;
  initial if (!$value$plusargs("fault=%d", fault)) fault = 0;

  // The inputs at an edge of clk.
  reg [WORDS*64-1:0] words;
  reg [ WORDS*8-1:0] lanes;
  reg                valid;
  reg                last;
  reg                user;
  reg                reset;
  reg                write;
  reg         [15:0] address;
  reg         [31:0] value;
  reg                old_write;   // at the previous edge
  reg         [15:0] old_address;
  reg         [31:0] old_value;
  reg                late;        // a write of VLNCTRL that the first beat of this frame must not see
  reg         [31:0] late_value;
  reg                go = 1'b0;

  // The lower half of a word, if the data has 32 bits.
  reg         [31:0] low;
  reg                half = 1'b0;
  reg                first_half = 1'b0;  // it is the frame's first beat
  reg                open = 1'b0;
  reg                held = 1'b0;
  reg         [31:0] held_value;

  wire whole = !NARROW || half || s_axis_tlast;  // this beat completes a word
  wire waits = NARROW && (first_half || (s_axis_tvalid && !open && !whole));
  wire holds = waits && wr_en && wr_addr[15:2] == 14'h1422;
  wire ends_wait = s_axis_tvalid && whole;
  always @(posedge clk) begin
    go    <= ~go;
    reset <= rst;
    valid <= s_axis_tvalid && whole && !rst;
    last  <= s_axis_tlast;
    user  <= s_axis_tuser;
    if (NARROW) begin
      words <= half ? {s_axis_tdata[31:0], low} : {s_axis_tdata[31:0], s_axis_tdata[31:0]};
      lanes <= half ? {s_axis_tkeep[3:0], 4'hF} : {4'h0, s_axis_tkeep[3:0]};
    end else begin
      words <= s_axis_tdata;
      lanes <= s_axis_tkeep;
    end
    write      <= wr_en && !rst && !(holds && !ends_wait);
    address    <= wr_addr;
    value      <= wr_data;
    {old_write, old_address, old_value} <= {write, address, value};
    late       <= held && ends_wait && !rst;
    late_value <= held_value;
    if (s_axis_tvalid) begin
      open       <= !s_axis_tlast;
      half       <= !whole;
      first_half <= !whole && !open;
      low        <= s_axis_tdata[31:0];
    end
    if (holds && !ends_wait) begin
      held       <= 1'b1;
      held_value <= wr_data;
    end else if (ends_wait) held <= 1'b0;
    if (rst) {open, half, first_half, held} <= 4'b0;
  end

  // The clock of the block.
  initial fast = 1'b0;
  reg       seen = 1'b0;
  reg [6:0] count = LAST;
  always @(posedge go or negedge go or posedge fast or negedge fast) begin
    if (seen != go) begin
      seen  <= go;
      count <= 7'd0;
      fast  <= 1'b1;
    end else if (count != LAST) begin
      count <= count + 7'd1;
      fast  <= ~fast;
    end
  end
  wire [5:0] tick = count[6:1];

  // The word of this tick; a beat ends with its last word that has lanes.
  wire  [5:0] at = tick < WORDS ? tick : 6'd0;
  wire [63:0] word = words[64*at+:64];
  wire  [7:0] keep = lanes[8*at+:8];
  wire        more = last && tick + 1 < WORDS ? lanes[8*((at+1)%WORDS)] : tick + 1 < WORDS;
  wire        present = valid && tick < WORDS && (tick == 0 || !last || keep[0]);
  wire        write_now = (fault == 2 ? old_write : write) && tick == WORDS + 1;
  wire        late_now = late && tick == WORDS;
  wire        ends = last && !more;

  assign begins = tick == 0;
  assign fast_rst = reset && begins;
  assign fast_tdata = word;
  assign fast_tkeep = ends && fault != 1 ? keep : 8'hFF;
  assign fast_tvalid = present;
  assign fast_tlast = ends;
  assign fast_tuser = user;
  assign fast_wr_en = write_now || late_now;
  assign fast_wr_addr = late_now ? 16'h5088 : fault == 2 ? old_address : address;
  assign fast_wr_data = late_now ? late_value : fault == 2 ? old_value : value;

endmodule

module prompt_classifier #(
    parameter WIDTH = 64
) (
    input  wire               clk,
    input  wire               rst,
    input  wire [  WIDTH-1:0] s_axis_tdata,
    input  wire [WIDTH/8-1:0] s_axis_tkeep,
    input  wire               s_axis_tvalid,
    input  wire               s_axis_tlast,
    input  wire               s_axis_tuser,
    input  wire               wr_en,
    input  wire [       15:0] wr_addr,
    input  wire [       31:0] wr_data,
    output reg                m_valid,
    output reg  [        1:0] m_drop,
    output reg  [        5:0] m_queue,
    output reg  [        3:0] m_vmdq,
    output reg  [        2:0] m_tc,
    output reg                m_tagged,
    output reg  [       15:0] m_tci,
    output reg                m_pif,
    output reg  [        6:0] m_ptype,
    output reg  [        3:0] m_rss_type,
    output reg  [       31:0] m_rss_hash
);

  wire fast, begins, fast_rst, fast_tvalid, fast_tlast, fast_tuser, fast_wr_en;
  wire [63:0] fast_tdata;
  wire [ 7:0] fast_tkeep;
  wire [15:0] fast_wr_addr;
  wire [31:0] fast_wr_data;
  prompt_stream #(
      .WIDTH(WIDTH)
  ) stream (
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
      .fast         (fast),
      .begins       (begins),
      .fast_rst     (fast_rst),
      .fast_tdata   (fast_tdata),
      .fast_tkeep   (fast_tkeep),
      .fast_tvalid  (fast_tvalid),
      .fast_tlast   (fast_tlast),
      .fast_tuser   (fast_tuser),
      .fast_wr_en   (fast_wr_en),
      .fast_wr_addr (fast_wr_addr),
      .fast_wr_data (fast_wr_data)
  );

  wire [76:0] decision;
  l2_classifier dut (
      .clk          (fast),
      .rst          (fast_rst),
      .s_axis_tdata (fast_tdata),
      .s_axis_tkeep (fast_tkeep),
      .s_axis_tvalid(fast_tvalid),
      .s_axis_tlast (fast_tlast),
      .s_axis_tuser (fast_tuser),
      .wr_en        (fast_wr_en),
      .wr_addr      (fast_wr_addr),
      .wr_data      (fast_wr_data),
      .m_valid      (decision[76]),
      .m_drop       (decision[75:74]),
      .m_queue      (decision[73:68]),
      .m_vmdq       (decision[67:64]),
      .m_tc         (decision[63:61]),
      .m_tagged     (decision[60]),
      .m_tci        (decision[59:44]),
      .m_pif        (decision[43]),
      .m_ptype      (decision[42:36]),
      .m_rss_type   (decision[35:32]),
      .m_rss_hash   (decision[31:0])
  );

  always @(posedge fast) begin
    if (begins) m_valid <= 1'b0;
    else if (decision[76])
      {m_valid, m_drop, m_queue, m_vmdq, m_tc, m_tagged, m_tci, m_pif, m_ptype, m_rss_type, m_rss_hash} <= decision;
  end

endmodule

// Ready three times of four, in no order.
module stalling_ready (
    input  wire clk,
    input  wire valid,
    output wire ready,
    output wire takes
);

  integer fault;
  initial if (!$value$plusargs("fault=%d", fault)) fault = 0;

  reg [15:0] noise = 16'hACE1;
  reg [ 9:0] clocks = 10'd0;
  always @(posedge clk) begin
    noise <= {noise[14:0], noise[15] ^ noise[13] ^ noise[12] ^ noise[10]};
    if (clocks != 10'd1000) clocks <= clocks + 10'd1;
  end
  assign ready = |noise[1:0] && !(fault == 4 && clocks == 10'd1000);
  assign takes = valid && (ready || fault == 3);

endmodule

module stalling_classifier #(
    parameter WIDTH = 64
) (
    input  wire               clk,
    input  wire               rst,
    input  wire [  WIDTH-1:0] s_axis_tdata,
    input  wire [WIDTH/8-1:0] s_axis_tkeep,
    input  wire               s_axis_tvalid,
    output wire               s_axis_tready,
    input  wire               s_axis_tlast,
    input  wire               s_axis_tuser,
    input  wire               wr_en,
    input  wire [       15:0] wr_addr,
    input  wire [       31:0] wr_data,
    output wire               m_valid,
    output wire [        1:0] m_drop,
    output wire [        5:0] m_queue,
    output wire [        3:0] m_vmdq,
    output wire [        2:0] m_tc,
    output wire               m_tagged,
    output wire [       15:0] m_tci,
    output wire               m_pif,
    output wire [        6:0] m_ptype,
    output wire [        3:0] m_rss_type,
    output wire [       31:0] m_rss_hash
);

  wire takes;  // what of s_axis_tvalid the block sees
  stalling_ready ready (
      .clk  (clk),
      .valid(s_axis_tvalid),
      .ready(s_axis_tready),
      .takes(takes)
  );
  prompt_classifier #(
      .WIDTH(WIDTH)
  ) prompt (
      .clk          (clk),
      .rst          (rst),
      .s_axis_tdata (s_axis_tdata),
      .s_axis_tkeep (s_axis_tkeep),
      .s_axis_tvalid(takes),
      .s_axis_tlast (s_axis_tlast),
      .s_axis_tuser (s_axis_tuser),
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

endmodule

`default_nettype wire
