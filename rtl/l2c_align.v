// Takes beats, finds the VLAN tag, and realigns the bytes after the type field into 8-byte words.
//
// Algorithm: the header starts at s = 14 or 18, in lane 6 or lane 2. Each word therefore consists of bytes of
// the previous beat and of this beat. Bytes of the last beat that do not fill a word follow one clock later as
// a "tail" word, if there are at least four of them. This is possible for tagged frames only. Fewer than four
// bytes change no decision. That clock is free, because the first two beats of the next frame give no word.
//
// Ranks, for a beat taken at edge t: the input registers have it at t, and all outputs from t+1 ("rank 1").
// The tail word follows at t+2. mac, tag and tci keep their values until the first or second beat of the next
// frame reaches them. `word` is big-endian: byte 0 is in bits 63:56.
//
// Protocol: beats obey the rules in docs/rtl_classifier.md, Stream. VLNCTRL.VET on `vet` is sampled one clock
// after the first beat of the frame, and must include the writes of edges before that beat (delay 1).
`resetall
`default_nettype none

module l2c_align (
    input  wire        clk,
    input  wire        rst,
    input  wire [63:0] tdata,
    input  wire [ 7:0] tkeep,
    input  wire        tvalid,
    input  wire        tlast,
    input  wire        tuser,
    input  wire [15:0] vet,
    output reg         first,       // this clock's beat is the first of a frame
    output reg         last,        // this clock's beat is the last of a frame
    output reg         runt,        // with last: shorter than 14 bytes
    output reg         error,       // with last: tuser
    output reg  [47:0] mac,         // destination address, byte 0 in bits 7:0
    output reg         tag,
    output reg  [15:0] tci,
    output wire        type_ipv4,
    output wire        type_ipv6,
    output reg  [63:0] word,
    output reg         word_valid,
    output reg         word_tail,   // a tail word: bytes 0..3 are valid
    output reg         word_first,  // word 0 of the header
    output reg  [ 5:0] word_index,  // saturates at 32
    output reg         word_has4,   // bytes 0..3 are valid
    output reg         word_full    // bytes 0..7 are valid
);
  // Input rank, and the position in its frame of the next (or this) valid beat.
  reg [63:0] d;
  reg        keep1, keep5, keep7;
  reg v, l, u;
  reg at0, at1, at2, at3, at4;

  wire [15:0] lanes01 = {d[7:0], d[15:8]};
  wire [15:0] lanes45 = {d[39:32], d[47:40]};
  wire [15:0] lanes67 = {d[55:48], d[63:56]};

  reg [63:16] prior;  // the previous beat
  reg [15:0] frame_vet;
  reg u4, u6;  // type fields of an untagged and of a tagged frame
  reg t4, t6;
  reg tail;  // the previous beat was a last one and leaves four bytes or more

  wire makes_word = v && (at3 || at4 || (at2 && !tag));
  wire makes_first = v && (tag ? at3 : at2);

  assign type_ipv4 = tag ? t4 : u4;
  assign type_ipv6 = tag ? t6 : u6;

  always @(posedge clk) begin
    d <= tdata;
    {keep7, keep5, keep1} <= {tkeep[7], tkeep[5], tkeep[1]};
    {v, l, u} <= {tvalid, tlast, tuser};

    if (v) begin
      at0 <= l;
      at1 <= at0 && !l;
      at2 <= at1 && !l;
      at3 <= at2 && !l;
      at4 <= (at3 || at4) && !l;
      prior <= d[63:16];
    end

    first <= v && at0;
    last  <= v && l;
    runt  <= at0 || (at1 && !keep5);
    error <= u;

    if (v && at0) begin
      mac       <= d[47:0];
      frame_vet <= vet;
    end
    if (v && at1) begin
      tag <= lanes45 == frame_vet && (!l || keep7);
      tci <= lanes67;
      u4  <= lanes45 == 16'h0800;
      u6  <= lanes45 == 16'h86dd;
    end
    if (v && at2) begin
      t4 <= lanes01 == 16'h0800;
      t6 <= lanes01 == 16'h86dd;
    end

    tail <= v && l && tag && keep5 && !at0 && !at1;

    word <= tag ? {prior[23:16], prior[31:24], prior[39:32], prior[47:40],
                   prior[55:48], prior[63:56], d[7:0], d[15:8]}
                : {prior[55:48], prior[63:56], d[7:0], d[15:8],
                   d[23:16], d[31:24], d[39:32], d[47:40]};
    word_valid <= makes_word;
    word_tail  <= tail;
    word_first <= makes_first;
    word_has4  <= !l || tag || keep1 || tail;
    word_full  <= (!l || (tag ? keep1 : keep5)) && !tail;
    if (makes_first) word_index <= 6'd0;
    else if ((makes_word || tail) && !word_index[5]) word_index <= word_index + 6'd1;

    if (rst) begin
      {v, first, last, tail, word_valid, word_tail} <= 6'b0;
      {at4, at3, at2, at1, at0} <= 5'b00001;
    end
  end

`ifndef SYNTHESIS
  // Stream rule: tkeep is FF except in the last beat, where it is a run of ones from lane 0.
  always @(posedge clk) begin
    if (!rst && tvalid && (tlast ? !tkeep[0] || |(tkeep & (tkeep + 8'd1)) : tkeep != 8'hff)) begin
      $display("l2_classifier: stream rule S2 broken: tlast %b tkeep %b", tlast, tkeep);
      $stop;
    end
  end
`endif
endmodule

`resetall
