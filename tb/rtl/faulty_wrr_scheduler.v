// A weighted round-robin scheduler by plain search, with a fault that `+fault=K` selects; 0 is none. A lock-step check
// must detect each fault. With fault 0 it is a second implementation of the port contract.
//
//   1 pointer moves by one             6 units left are kept for the next visit
//   2 state moves without ready        7 units survive a reset
//   3 weight 0 counts as 2             8 a weight counts at its own edge
//   4 a visit has a unit too many      9 a weight written in a visit changes that visit
//   5 a visit ends as soon as its queue does not request
`default_nettype none

module faulty_wrr_scheduler #(
    parameter N = 5,
    parameter WEIGHT_W = 20
) (
    input  wire                 clk,
    input  wire                 rst,
    input  wire [        N-1:0] req,
    input  wire                 ready,
    input  wire                 wr_en,
    input  wire [$clog2(N)-1:0] wr_addr,
    input  wire [ WEIGHT_W-1:0] wr_data,
    output wire                 valid,
    output wire [        N-1:0] gnt,
    output wire [$clog2(N)-1:0] idx
);

  integer fault;
  initial if ($value$plusargs("fault=%d", fault) == 0) fault = 0;

  reg [7:0] pointer, current, first, at;
  reg found;
  reg [WEIGHT_W:0] units;
  reg [WEIGHT_W:0] kept[0:N-1];
  reg [WEIGHT_W-1:0] weight[0:N-1];
  integer i;

  always @* begin
    found = 0;
    first = 0;
    for (i = N - 1; i >= 0; i = i - 1) begin
      at = pointer + i[7:0];
      if (at >= N) at = at - N;
      if (req[at]) begin
        found = 1;
        first = at;
      end
    end
  end

  wire again = units != 0 && req[current];
  wire [7:0] shown = again ? current : first;
  assign valid = found;
  assign gnt = found ? {{N - 1{1'b0}}, 1'b1} << shown : {N{1'b0}};
  assign idx = shown[$clog2(N)-1:0];

  wire [WEIGHT_W-1:0] now = fault == 8 && wr_en && !rst && wr_addr == idx ? wr_data : weight[shown];
  wire [WEIGHT_W:0] worth = (now != 0 ? {1'b0, now} : fault == 3 ? 2 : 1) + (fault == 4);
  wire [7:0] from = fault == 1 ? pointer : shown;
  always @(posedge clk) begin
    if (found && (ready || fault == 2)) begin
      if (again) units <= units - 1'b1;
      else begin
        if (fault == 6) kept[current] <= units;
        current <= shown;
        pointer <= from == N - 1 ? 0 : from + 1;
        units <= fault == 6 && kept[shown] != 0 ? kept[shown] - 1'b1 : worth - 1'b1;
        if (fault == 6) kept[shown] <= 0;
      end
    end else if (fault == 5 && !req[current]) units <= 0;
    if (fault == 9 && wr_en && wr_addr == current && units != 0 && wr_data != 0) units <= {1'b0, wr_data};
    if (wr_en && !rst) weight[wr_addr] <= wr_data;
    if (rst) begin
      pointer <= 0;
      if (fault != 7) units <= 0;
      for (i = 0; i < N; i = i + 1) kept[i] <= 0;
    end
  end

endmodule

`default_nettype wire
