// The ports of l2_classifier as an interface, for ixsim_classifier_uvm_pkg. NOT RUN: see there.
interface ixsim_classifier_if (
    input logic clk
);
  import ixsim_reference_pkg::*;

  logic rst, tvalid, tlast, tuser, wr_en, m_valid;
  logic [63:0] tdata;
  logic [7:0] tkeep;
  logic [15:0] wr_addr;
  logic [31:0] wr_data;
  decision_t decision;

  // Values just before the rising edge: those that a flip-flop captures.
  clocking sample @(posedge clk);
    default input #1step;
    input rst, tvalid, tlast, tuser, tdata, tkeep, wr_en, wr_addr, wr_data, m_valid, decision;
  endclocking
endinterface
