// The round-robin and the deficit scheduler at all tested sizes, so that one simulation covers them. The number of
// queues is a parameter, and a build for each size would cost minutes. Each instance has its own inputs, 128
// request lines wide.
`default_nettype none

module schedulers (
    input  wire           clk,
    input  wire [  9:0]   rst,
    input  wire [1279:0]  req,
    input  wire [  9:0]   ready,
    input  wire [179:0]   len,
    input  wire [  9:0]   wr_en,
    input  wire [ 69:0]   wr_addr,
    input  wire [179:0]   wr_data,
    input  wire [  9:0]   deficit_rst,
    input  wire [  9:0]   deficit_ready,
    output wire [  9:0]   valid,
    output wire [1279:0]  gnt,
    output wire [ 69:0]   idx,
    output wire [  9:0]   deficit_valid,
    output wire [1279:0]  deficit_gnt,
    output wire [ 69:0]   deficit_idx
);

  genvar i;
  generate
    for (i = 0; i < 10; i = i + 1) begin : gen_size
      localparam N = i == 0 ? 2 : i == 1 ? 3 : i == 2 ? 5 : i == 3 ? 8 : i == 4 ? 31 : i == 5 ? 32 : i == 6 ? 33
                   : i == 7 ? 64 : i == 8 ? 100 : 128;
      localparam W = $clog2(N);
      // Zero above the size, in case a port is wider than it should be.
      wire [127:0] g, dg;
      wire [  6:0] x, dx;
      assign gnt[128*i+:128] = g;
      assign idx[7*i+:7] = x;
      assign deficit_gnt[128*i+:128] = dg;
      assign deficit_idx[7*i+:7] = dx;
      if (N < 128) begin : gen_pad
        assign g[127:N] = 0;
        assign dg[127:N] = 0;
      end
      if (W < 7) begin : gen_pad_idx
        assign x[6:W]  = 0;
        assign dx[6:W] = 0;
      end
      rr_scheduler #(
          .N(N)
      ) rr (
          .clk(clk), .rst(rst[i]), .req(req[128*i+:N]), .ready(ready[i]),
          .valid(valid[i]), .gnt(g[N-1:0]), .idx(x[W-1:0])
      );
      drr_scheduler #(
          .N(N)
      ) drr (
          .clk(clk), .rst(deficit_rst[i]), .req(req[128*i+:N]), .ready(deficit_ready[i]), .len(len[18*i+:18]),
          .wr_en(wr_en[i]), .wr_addr(wr_addr[7*i+:W]), .wr_data(wr_data[18*i+:18]),
          .valid(deficit_valid[i]), .gnt(dg[N-1:0]), .idx(dx[W-1:0])
      );
    end
  endgenerate

endmodule

`default_nettype wire
