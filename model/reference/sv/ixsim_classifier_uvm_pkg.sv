// A UVM agent for modules with the ports of l2_classifier, and a scoreboard with the reference of ixsim.
//
// NOT RUN: no simulator with the UVM library was at hand. A test only parses this file (pyslang). The same steps
// run in examples/dpi/classifier_bench.sv without UVM.
//
// Timing contract: the driver changes inputs and the monitor samples at the falling edge of clk, so an item is one edge of
// the module. The scoreboard expects the decision of a frame `latency` edges after that of its last beat, and none at any
// other edge.
//
// Use: set the virtual interface "vif" and the integer "latency" in the configuration database, for the agent and the
// scoreboard; connect agent.monitor.edges to scoreboard.edges. Needs ixsim_reference_pkg.sv, ixsim_classifier_if.sv and
// the library libixsim_reference.so.
package ixsim_classifier_uvm_pkg;
  import uvm_pkg::*;
  import ixsim_reference_pkg::*;
  `include "uvm_macros.svh"

  // Inputs of the module at one edge, and its outputs there.
  class classifier_edge extends uvm_sequence_item;
    rand bit rst, tvalid, tlast, tuser, wr_en;
    rand bit [63:0] tdata;
    rand bit [7:0] tkeep;
    rand bit [15:0] wr_addr;
    rand bit [31:0] wr_data;
    logic m_valid;
    decision_t decision;

    constraint no_reset_by_default {soft rst == 1'b0;}
    constraint keep_is_a_run {
      tlast -> tkeep inside {8'h01, 8'h03, 8'h07, 8'h0F, 8'h1F, 8'h3F, 8'h7F, 8'hFF};
      !tlast -> tkeep == 8'hFF;
    }

    `uvm_object_utils_begin(classifier_edge)
      `uvm_field_int(rst, UVM_DEFAULT)
      `uvm_field_int(tvalid, UVM_DEFAULT)
      `uvm_field_int(tlast, UVM_DEFAULT)
      `uvm_field_int(tuser, UVM_DEFAULT)
      `uvm_field_int(tdata, UVM_DEFAULT)
      `uvm_field_int(tkeep, UVM_DEFAULT)
      `uvm_field_int(wr_en, UVM_DEFAULT)
      `uvm_field_int(wr_addr, UVM_DEFAULT)
      `uvm_field_int(wr_data, UVM_DEFAULT)
    `uvm_object_utils_end

    function new(string name = "classifier_edge");
      super.new(name);
    endfunction
  endclass

  typedef uvm_sequencer#(classifier_edge) classifier_sequencer;

  // A frame in consecutive beats. `frame` runs from the destination address to the last byte before the FCS.
  class frame_sequence extends uvm_sequence #(classifier_edge);
    `uvm_object_utils(frame_sequence)
    rand byte unsigned frame[];
    rand bit error;
    constraint length {frame.size() inside {[1 : 1518]};}

    function new(string name = "frame_sequence");
      super.new(name);
    endfunction

    task body();
      for (int at = 0; at < frame.size(); at += 8) begin
        classifier_edge item = classifier_edge::type_id::create("item");
        start_item(item);
        item.tvalid = 1'b1;
        item.tlast = at + 8 >= frame.size();
        item.tuser = item.tlast && error;
        for (int lane = 0; lane < 8; lane++) begin
          item.tkeep[lane] = at + lane < frame.size();
          item.tdata[8*lane+:8] = item.tkeep[lane] ? frame[at+lane] : 8'($urandom());
        end
        finish_item(item);
      end
    endtask
  endclass

  // Register writes, one an edge.
  class write_sequence extends uvm_sequence #(classifier_edge);
    `uvm_object_utils(write_sequence)
    bit [15:0] offset[$];
    bit [31:0] value[$];

    function new(string name = "write_sequence");
      super.new(name);
    endfunction

    task body();
      foreach (offset[i]) begin
        classifier_edge item = classifier_edge::type_id::create("item");
        start_item(item);
        item.wr_en   = 1'b1;
        item.wr_addr = offset[i];
        item.wr_data = value[i];
        finish_item(item);
      end
    endtask
  endclass

  // `edges` edges of reset.
  class reset_sequence extends uvm_sequence #(classifier_edge);
    `uvm_object_utils(reset_sequence)
    int unsigned edges = 1;

    function new(string name = "reset_sequence");
      super.new(name);
    endfunction

    task body();
      repeat (edges) begin
        classifier_edge item = classifier_edge::type_id::create("item");
        start_item(item);
        item.rst = 1'b1;
        finish_item(item);
      end
    endtask
  endclass

  class classifier_driver extends uvm_driver #(classifier_edge);
    `uvm_component_utils(classifier_driver)
    virtual ixsim_classifier_if vif;

    function new(string name, uvm_component parent);
      super.new(name, parent);
    endfunction

    function void build_phase(uvm_phase phase);
      super.build_phase(phase);
      if (!uvm_config_db#(virtual ixsim_classifier_if)::get(this, "", "vif", vif))
        `uvm_fatal("VIF", "vif: not set in the configuration database")
    endfunction

    // An edge without an item has all inputs 0.
    task run_phase(uvm_phase phase);
      forever begin
        classifier_edge item;
        seq_item_port.try_next_item(item);
        vif.rst    <= item != null && item.rst;
        vif.tvalid <= item != null && item.tvalid;
        vif.tlast  <= item != null && item.tlast;
        vif.tuser  <= item != null && item.tuser;
        vif.wr_en  <= item != null && item.wr_en;
        if (item != null) begin
          vif.tdata   <= item.tdata;
          vif.tkeep   <= item.tkeep;
          vif.wr_addr <= item.wr_addr;
          vif.wr_data <= item.wr_data;
        end
        @(negedge vif.clk);
        if (item != null) seq_item_port.item_done();
      end
    endtask
  endclass

  // Reads the ports just before each rising edge, when they have the values that the edge captures.
  class classifier_monitor extends uvm_monitor;
    `uvm_component_utils(classifier_monitor)
    virtual ixsim_classifier_if vif;
    uvm_analysis_port #(classifier_edge) edges;

    function new(string name, uvm_component parent);
      super.new(name, parent);
      edges = new("edges", this);
    endfunction

    function void build_phase(uvm_phase phase);
      super.build_phase(phase);
      if (!uvm_config_db#(virtual ixsim_classifier_if)::get(this, "", "vif", vif))
        `uvm_fatal("VIF", "vif: not set in the configuration database")
    endfunction

    task run_phase(uvm_phase phase);
      forever begin
        classifier_edge item;
        @(vif.sample);
        item = classifier_edge::type_id::create("item");
        item.rst      = vif.sample.rst;
        item.tvalid   = vif.sample.tvalid;
        item.tlast    = vif.sample.tlast;
        item.tuser    = vif.sample.tuser;
        item.tdata    = vif.sample.tdata;
        item.tkeep    = vif.sample.tkeep;
        item.wr_en    = vif.sample.wr_en;
        item.wr_addr  = vif.sample.wr_addr;
        item.wr_data  = vif.sample.wr_data;
        item.m_valid  = vif.sample.m_valid;
        item.decision = vif.sample.decision;
        edges.write(item);
      end
    endtask
  endclass

  class classifier_agent extends uvm_agent;
    `uvm_component_utils(classifier_agent)
    classifier_sequencer sequencer;
    classifier_driver driver;
    classifier_monitor monitor;

    function new(string name, uvm_component parent);
      super.new(name, parent);
    endfunction

    function void build_phase(uvm_phase phase);
      super.build_phase(phase);
      monitor = classifier_monitor::type_id::create("monitor", this);
      if (get_is_active() == UVM_ACTIVE) begin
        sequencer = classifier_sequencer::type_id::create("sequencer", this);
        driver = classifier_driver::type_id::create("driver", this);
      end
    endfunction

    function void connect_phase(uvm_phase phase);
      if (get_is_active() == UVM_ACTIVE) driver.seq_item_port.connect(sequencer.seq_item_export);
    endfunction
  endclass

  // Compares every decision with that of the reference, and the edge at which it comes.
  class classifier_scoreboard extends uvm_component;
    `uvm_component_utils(classifier_scoreboard)
    uvm_analysis_imp #(classifier_edge, classifier_scoreboard) edges;
    int latency = 12;
    int unsigned compared = 0;
    local reference_classifier classifier;
    local longint number = 0;
    local bit reset_seen = 1'b0;
    local decision_t expected[longint];  // by the edge at which it is due

    function new(string name, uvm_component parent);
      super.new(name, parent);
      edges = new("edges", this);
    endfunction

    function void build_phase(uvm_phase phase);
      super.build_phase(phase);
      void'(uvm_config_db#(int)::get(this, "", "latency", latency));
      classifier = new("82598");
    endfunction

    function void write(classifier_edge item);
      if (reset_seen) compare_outputs(item);
      if (item.rst) begin
        reset_seen = 1'b1;
        expected.delete();
        classifier.reset();
      end else begin
        // The frame first: it does not see a write at the edge of its last beat.
        if (item.tvalid) begin
          if (classifier.beat(item.tdata, item.tkeep, item.tlast, item.tuser))
            classifier.get_decision(expected[number+latency]);
        end
        if (item.wr_en) classifier.write({16'd0, item.wr_addr}, item.wr_data);
      end
      number++;
    endfunction

    local function void compare_outputs(classifier_edge item);
      bit due = expected.exists(number);
      if (item.m_valid !== due) begin
        `uvm_error("VALID", $sformatf("edge %0d: m_valid: reference %b, RTL %b", number, due, item.m_valid))
      end else if (due) begin
        decision_t want = expected[number];
        compared++;
        if (item.decision.m_drop !== want.m_drop || (want.m_drop == 0 && item.decision !== want))
          `uvm_error("DECISION", $sformatf("edge %0d: reference %p, RTL %p", number, want, item.decision))
      end
      expected.delete(number);
    endfunction

    function void report_phase(uvm_phase phase);
      `uvm_info("COMPARED", $sformatf("%0d decisions compared", compared), UVM_LOW)
      classifier.free();
    endfunction
  endclass

endpackage
