// The reference classifier of ixsim for test benches in SystemVerilog, by DPI-C: link libixsim_reference.so.
//
// Timing contract: there is no clock. A frame sees the writes before the call of beat() that ends it; VLNCTRL.VET alone
// is that of its first beat. For a frame and a write at the same edge, pass the beat first.
//
// Source: include/ixsim/reference_library.h, which describes each function.
package ixsim_reference_pkg;

  import "DPI-C" function chandle ixsim_reference_new(
      input string profile, input int unsigned rx_queues, input int unsigned pools, input int unsigned addresses);
  import "DPI-C" function string ixsim_reference_error();
  import "DPI-C" function void ixsim_reference_free(input chandle handle);
  import "DPI-C" function void ixsim_reference_reset(input chandle handle);
  import "DPI-C" function void ixsim_reference_write(
      input chandle handle, input int unsigned offset, input int unsigned value);
  import "DPI-C" function int ixsim_reference_beat(
      input chandle handle, input longint unsigned data, input int unsigned bytes, input int unsigned last,
      input int unsigned error);
  import "DPI-C" function longint unsigned ixsim_reference_field(input chandle handle, input string name);

  // A decision, by the names of the module's ports. Fields that mean nothing are 0.
  typedef struct packed {
    logic [1:0]  m_drop;
    logic [5:0]  m_queue;
    logic [3:0]  m_vmdq;
    logic [2:0]  m_tc;
    logic        m_tagged;
    logic [15:0] m_tci;
    logic        m_pif;
    logic [6:0]  m_ptype;
    logic [3:0]  m_rss_type;
    logic [31:0] m_rss_hash;
  } decision_t;

  class reference_classifier;
    local chandle handle;

    // A reference of a device profile. Ends the simulation if there is none of that name.
    function new(string profile = "82598");
      handle = ixsim_reference_new(profile, 0, 0, 0);
      if (handle == null) $fatal(1, "ixsim_reference_pkg: %s", ixsim_reference_error());
    endfunction

    function void free();
      ixsim_reference_free(handle);
      handle = null;
    endfunction

    function void reset();
      ixsim_reference_reset(handle);
    endfunction

    function void write(int unsigned offset, int unsigned value);
      ixsim_reference_write(handle, offset, value);
    endfunction

    // Takes a beat of 64 bits as its ports have it. Returns whether it ends its frame; get_decision() then gives that frame's.
    function bit beat(longint unsigned tdata, logic [7:0] tkeep, bit tlast, bit tuser);
      int result;
      result = ixsim_reference_beat(handle, tdata, $countones(tkeep), {31'd0, tlast}, {31'd0, tuser});
      if (result < 0) $fatal(1, "ixsim_reference_pkg: %s", ixsim_reference_error());
      return result == 1;
    endfunction

    function void get_decision(output decision_t d);
      d.m_drop = 2'(ixsim_reference_field(handle, "drop"));
      d.m_queue = 6'(ixsim_reference_field(handle, "queue"));
      d.m_vmdq = 4'(ixsim_reference_field(handle, "vmdq"));
      d.m_tc = 3'(ixsim_reference_field(handle, "tc"));
      d.m_tagged = 1'(ixsim_reference_field(handle, "tagged"));
      d.m_tci = 16'(ixsim_reference_field(handle, "tci"));
      d.m_pif = 1'(ixsim_reference_field(handle, "pif"));
      d.m_ptype = 7'(ixsim_reference_field(handle, "ptype"));
      d.m_rss_type = 4'(ixsim_reference_field(handle, "rss_type"));
      d.m_rss_hash = 32'(ixsim_reference_field(handle, "rss_hash"));
    endfunction
  endclass

endpackage
