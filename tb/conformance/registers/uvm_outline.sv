// The parts of UVM that the agent of ixsim uses, as declarations: a parser checks the agent against them where no UVM
// library is at hand. Nothing here runs.
`define uvm_component_utils(T) typedef uvm_registry#(T) type_id;
`define uvm_object_utils(T) typedef uvm_registry#(T) type_id;
`define uvm_object_utils_begin(T) `uvm_object_utils(T)
`define uvm_object_utils_end
`define uvm_field_int(FIELD, FLAG) localparam int flag_of_``FIELD = $bits(FIELD) + FLAG;
`define uvm_fatal(ID, TEXT) uvm_report(ID, TEXT);
`define uvm_error(ID, TEXT) uvm_report(ID, TEXT);
`define uvm_info(ID, TEXT, LEVEL) uvm_report(ID, TEXT);

package uvm_pkg;
  localparam int UVM_DEFAULT = 1;
  localparam int UVM_LOW = 100;
  typedef enum {UVM_PASSIVE, UVM_ACTIVE} uvm_active_passive_enum;
  function void uvm_report(string id, string text);
  endfunction

  class uvm_phase;
  endclass
  class uvm_object;
    function new(string name = "");
    endfunction
  endclass
  class uvm_component extends uvm_object;
    function new(string name, uvm_component parent);
      super.new(name);
    endfunction
    virtual function void build_phase(uvm_phase phase);
    endfunction
    virtual function void connect_phase(uvm_phase phase);
    endfunction
    virtual function void report_phase(uvm_phase phase);
    endfunction
    virtual task run_phase(uvm_phase phase);
    endtask
  endclass
  class uvm_registry #(type T = int);
    static function T create(string name, uvm_component parent = null);
      return null;
    endfunction
  endclass
  class uvm_sequence_item extends uvm_object;
    function new(string name = "");
      super.new(name);
    endfunction
  endclass
  class uvm_sequence #(type REQ = uvm_sequence_item) extends uvm_sequence_item;
    function new(string name = "");
      super.new(name);
    endfunction
    virtual task body();
    endtask
    task start_item(uvm_sequence_item item);
    endtask
    task finish_item(uvm_sequence_item item);
    endtask
  endclass
  class uvm_seq_item_export #(type REQ = uvm_sequence_item);
    task try_next_item(output REQ item);
    endtask
    function void item_done();
    endfunction
    function void connect(uvm_seq_item_export#(REQ) other);
    endfunction
  endclass
  class uvm_sequencer #(type REQ = uvm_sequence_item) extends uvm_component;
    `uvm_component_utils(uvm_sequencer#(REQ))
    uvm_seq_item_export #(REQ) seq_item_export;
    function new(string name, uvm_component parent);
      super.new(name, parent);
    endfunction
  endclass
  class uvm_driver #(type REQ = uvm_sequence_item) extends uvm_component;
    uvm_seq_item_export #(REQ) seq_item_port;
    function new(string name, uvm_component parent);
      super.new(name, parent);
    endfunction
  endclass
  class uvm_monitor extends uvm_component;
    function new(string name, uvm_component parent);
      super.new(name, parent);
    endfunction
  endclass
  class uvm_agent extends uvm_component;
    function new(string name, uvm_component parent);
      super.new(name, parent);
    endfunction
    function uvm_active_passive_enum get_is_active();
      return UVM_ACTIVE;
    endfunction
  endclass
  class uvm_analysis_port #(type T = int);
    function new(string name, uvm_component parent);
    endfunction
    function void write(input T item);
    endfunction
  endclass
  class uvm_analysis_imp #(type T = int, type IMP = int);
    function new(string name, IMP imp);
    endfunction
  endclass
  class uvm_config_db #(type T = int);
    static function bit get(uvm_component context_of, string instance_name, string field, inout T value);
      return 1'b0;
    endfunction
  endclass
endpackage
