// A table of keys (receive addresses, VLANs): finds the lowest valid entry that equals a key.
//
// Algorithm: each entry has three partial comparisons, and then their AND. Next comes the number of the lowest
// match in each group of eight entries, and then the lowest group with a match. Each step takes a clock. The entries
// are still in clocks without a frame or a write: this saves power, and most of the time of a simulation.
//
// Ranks (pool_classifier.v): key at rank 1, hit and number at rank 5. due[k] is 1 if a frame is at rank k. Writes to
// the key and to the valid bit take effect with delay 2. After a reset no entry is valid if CLEARED is 1; otherwise
// all entries are undefined. ENTRIES: a multiple of 8, 16 to 128. KEY_W: a multiple of 3. A key has two words: we_low
// writes its LOW_W low bits, and we_high writes the other bits. Bit 31 of the word of we_high is the valid bit.
`resetall
`default_nettype none

module pc_match #(
    parameter ENTRIES = 64,
    parameter NUMBER_W = 6,
    parameter KEY_W = 12,
    parameter LOW_W = 0,
    parameter CLEARED = 0
) (
    input  wire                clk,
    input  wire                rst,
    input  wire [         3:1] due,
    input  wire [   KEY_W-1:0] key,
    input  wire                we_low,
    input  wire                we_high,
    input  wire [NUMBER_W-1:0] entry,
    input  wire [        31:0] data,
    output reg                 hit,
    output reg  [NUMBER_W-1:0] number
);
  localparam THIRD = KEY_W / 3;
  localparam GROUPS = ENTRIES / 8;

  wire write = we_low || we_high;  // the same for all entries, so that a simulator passes them over without a write
  reg [ENTRIES-1:0] matched;
  reg [GROUPS-1:0] any;
  reg [GROUPS*3-1:0] lowest;  // number of the lowest match in each group

  genvar n, g;
  generate
    for (n = 0; n < ENTRIES; n = n + 1) begin : gen_entry
      localparam [NUMBER_W-1:0] SELF = n;
      reg [KEY_W-1:0] mine;
      reg             valid;
      reg [      2:0] part;

      if (LOW_W != 0) begin : gen_low
        always @(posedge clk) if (write) if (we_low && entry == SELF) mine[LOW_W-1:0] <= data[LOW_W-1:0];
      end
      always @(posedge clk) begin
        if (write) if (we_high && entry == SELF) begin
          mine[KEY_W-1:LOW_W] <= data[KEY_W-LOW_W-1:0];
          valid               <= data[31];
        end
        if (due[1]) begin
          part[0] <= key[THIRD-1:0] == mine[THIRD-1:0];
          part[1] <= key[2*THIRD-1:THIRD] == mine[2*THIRD-1:THIRD];
          part[2] <= key[KEY_W-1:2*THIRD] == mine[KEY_W-1:2*THIRD] && valid;
        end
        if (due[2]) matched[n] <= &part;
        if (rst && CLEARED != 0) valid <= 1'b0;
      end
    end

    for (g = 0; g < GROUPS; g = g + 1) begin : gen_group
      wire [7:0] m = matched[8*g+:8];
      always @(posedge clk) if (due[3]) begin
        any[g] <= |m;
        lowest[3*g+2] <= !(m[0] || m[1] || m[2] || m[3]);
        lowest[3*g+1] <= !(m[0] || m[1]) && (m[2] || m[3] || !(m[4] || m[5]));
        lowest[3*g+0] <= !m[0] && (m[1] || (!m[2] && (m[3] || (!m[4] && (m[5] || !m[6])))));
      end
    end
  endgenerate

  // Returns the lowest bit that is set, as one-hot, by a prefix of logarithmic depth.
  function [GROUPS-1:0] first_of;
    input [GROUPS-1:0] x;
    reg [GROUPS-1:0] p;
    begin
      p = x | (x << 1);
      p = p | (p << 2);
      p = p | (p << 4);
      p = p | (p << 8);
      first_of = x & ~(p << 1);
    end
  endfunction

  wire [GROUPS-1:0] first = first_of(any);
  reg [NUMBER_W-1:0] picked;
  integer i, j;

  always @* begin
    picked = {NUMBER_W{1'b0}};
    for (i = 0; i < GROUPS; i = i + 1) begin
      for (j = 0; j < 3; j = j + 1) picked[j] = picked[j] | (first[i] & lowest[3*i+j]);
      for (j = 3; j < NUMBER_W; j = j + 1) picked[j] = picked[j] | (first[i] & i[j-3]);
    end
  end

  always @(posedge clk) begin
    hit    <= |any;
    number <= picked;
  end

  wire unused = &{1'b0, we_low, data};

`ifndef SYNTHESIS
  initial begin
    if (ENTRIES < 16 || ENTRIES > 128 || ENTRIES % 8 != 0 || KEY_W % 3 != 0) begin
      $display("pc_match: ENTRIES is %0d, must be a multiple of 8, 16..128; KEY_W is %0d, a multiple of 3",
               ENTRIES, KEY_W);
      $stop;
    end
  end
`endif
endmodule

`resetall
