// A round-robin scheduler by plain search, with a fault that `+fault=K` selects; 0 is none. A lock-step check
// must detect each fault. With fault 0 it is a second implementation of the port contract.
//
//   1 pointer moves by one            5 pointer back to queue 0 when the search has wrapped
//   2 pointer moves without ready     6 pointer survives a reset
//   3 index not reduced modulo N      7 an offer is held until it is taken
//   4 grant registered                8 an offer at a reset moves the pointer
`default_nettype none

module faulty_rr_scheduler #(
    parameter N = 5
) (
    input  wire                 clk,
    input  wire                 rst,
    input  wire [        N-1:0] req,
    input  wire                 ready,
    output wire                 valid,
    output wire [        N-1:0] gnt,
    output wire [$clog2(N)-1:0] idx
);

  integer fault;
  initial if ($value$plusargs("fault=%d", fault) == 0) fault = 0;

  reg [7:0] pointer, winner, at, sum;
  reg found, wrapped;
  reg [N-1:0] grant, grant_q, held;
  wire [N-1:0] asked = fault == 7 && held != 0 ? held : req;
  integer i;

  always @* begin
    found = 0;
    wrapped = 0;
    winner = 0;
    sum = 0;
    grant = 0;
    for (i = 0; i < N; i = i + 1) begin
      at = pointer + i[7:0];
      if (at >= N) at = at - N;
      if (!found && asked[at]) begin
        found = 1;
        wrapped = at < pointer;
        winner = at;
        sum = pointer + i[7:0];
        grant[at] = 1;
      end
    end
  end

  wire [7:0] shown = fault == 3 ? sum : winner;
  assign valid = found;
  assign gnt = fault == 4 ? grant_q : grant;
  assign idx = shown[$clog2(N)-1:0];

  wire [7:0] from = fault == 1 ? pointer : winner;
  always @(posedge clk) begin
    grant_q <= grant;
    held <= found && !ready && !rst ? grant : 0;
    if (found && (ready || fault == 2)) pointer <= fault == 5 && wrapped || from == N - 1 ? 0 : from + 1;
    if (rst && !(fault == 6 && pointer < N) && !(fault == 8 && found && ready && pointer < N)) pointer <= 0;
  end

endmodule

`default_nettype wire
