// A deficit round-robin scheduler by plain search and arithmetic, with a fault that `+fault=K` selects; 0 is
// none. A lock-step check must detect each fault. With fault 0 it is a second implementation of the port
// contract.
//
//   1 credit kept when a queue runs empty   6 debts do not saturate
//   2 a visit goes on with credit 0         7 the quantum is added at every take
//   3 debts forgotten                       8 a visit ends as soon as its queue does not request
//   4 a quantum counts at its own edge      9 debts survive a reset
//   5 no pause after a take               10 debts forgotten 1,023 clocks after the last take
`default_nettype none

module faulty_drr_scheduler #(
    parameter N     = 5,
    parameter LEN_W = 18
) (
    input  wire                 clk,
    input  wire                 rst,
    input  wire [        N-1:0] req,
    input  wire                 ready,
    input  wire [    LEN_W-1:0] len,
    input  wire                 wr_en,
    input  wire [$clog2(N)-1:0] wr_addr,
    input  wire [    LEN_W-1:0] wr_data,
    output wire                 valid,
    output wire [        N-1:0] gnt,
    output wire [$clog2(N)-1:0] idx
);

  integer fault;
  initial if ($value$plusargs("fault=%d", fault) == 0) fault = 0;

  localparam signed [31:0] DEEPEST = -(32'sd1 << LEN_W);

  reg [7:0] pointer, current, winner, at;
  reg open, settle, found;
  reg [9:0] still;
  reg [N-1:0] grant;
  reg signed [31:0] credit[0:N-1];
  reg [LEN_W-1:0] quantum[0:N-1];
  wire pause = settle && fault != 5;
  wire same = open && !settle && req[current];
  integer i;

  always @* begin
    found = 0;
    winner = current;
    grant = 0;
    if (same) begin
      found = 1;
      grant[current] = 1;
    end else begin
      for (i = 0; i < N; i = i + 1) begin
        at = pointer + i[7:0];
        if (at >= N) at = at - N;
        if (!found && req[at]) begin
          found = 1;
          winner = at;
          grant[at] = 1;
        end
      end
    end
    if (pause) begin
      found = 0;
      grant = 0;
    end
  end

  assign valid = found;
  assign gnt = grant;
  assign idx = winner[$clog2(N)-1:0];

  wire [LEN_W-1:0] added = fault == 4 && wr_en && wr_addr == idx ? wr_data : quantum[idx];
  wire signed [31:0] debt = fault == 3 ? 0 : credit[idx] > 0 && fault != 1 ? 0 : credit[idx];
  wire signed [31:0] left = credit[current] - $signed({{32 - LEN_W{1'b0}}, len});
  wire signed [31:0] next = left < DEEPEST && fault != 6 ? DEEPEST : left;
  integer k;

  always @(posedge clk) begin
    settle <= 0;
    if (fault == 8 && open && !settle && !req[current]) open <= 0;
    if (settle) begin
      credit[current] <= next;
      open <= next > 0 || fault == 2 && next == 0;
    end
    if (found && ready) begin
      settle <= 1;
      current <= winner;
      if (!same) pointer <= winner == N - 1 ? 0 : winner + 1;
      if (!same || fault == 7) begin
        credit[idx] <= (same ? credit[idx] : debt) + $signed({{32 - LEN_W{1'b0}}, added});
      end
    end
    if (wr_en) quantum[wr_addr] <= wr_data;
    still <= found && ready ? 10'd0 : still == 10'd1023 ? still : still + 10'd1;
    if (fault == 10 && still == 10'd1023)
      for (k = 0; k < N; k = k + 1) if (credit[k] < 0) credit[k] <= 0;
    if (rst) begin
      pointer <= 0;
      current <= 0;
      open <= 0;
      settle <= 0;
      still <= 0;
      for (k = 0; k < N; k = k + 1) begin
        if (fault != 9 || credit[k] > 0 || credit[k] < DEEPEST) credit[k] <= 0;
      end
    end
  end

endmodule

`default_nettype wire
