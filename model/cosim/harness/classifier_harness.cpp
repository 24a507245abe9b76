// Drives one Verilated classifier behind the C interface of classifier_abi.h. Verilated together with the
// Verilog by ixsim (the in-tree module at build time, a user's module when it is first named), so that both
// go the same way.
//
// Timing contract: that of rtl_instance.h.
#include "Vclassifier.h"
#include "classifier_abi.h"

#define RTL_TOP Vclassifier
#include "rtl_instance.h"

namespace {

int clock_edge(void* handle, const IxsimClassifierInputs* in, IxsimClassifierOutputs* out) {
  return edge(
      handle,
      [in](Vclassifier& top) {
        top.rst = in->rst;
        top.s_axis_tdata = in->tdata;
        top.s_axis_tkeep = in->tkeep;
        top.s_axis_tvalid = in->tvalid;
        top.s_axis_tlast = in->tlast;
        top.s_axis_tuser = in->tuser;
        top.wr_en = in->wr_en;
        top.wr_addr = in->wr_addr;
        top.wr_data = in->wr_data;
      },
      [out](const Vclassifier& top) {
        out->valid = top.m_valid;
        out->drop = top.m_drop;
        out->queue = top.m_queue;
        out->vmdq = top.m_vmdq;
        out->tc = top.m_tc;
        out->tagged = top.m_tagged;
        out->tci = top.m_tci;
        out->pif = top.m_pif;
        out->ptype = top.m_ptype;
        out->rss_type = top.m_rss_type;
        out->rss_hash = top.m_rss_hash;
      });
}

const IxsimClassifierApi api = {create, destroy, clock_edge, start_waveform, stop_waveform, error_text};

}  // namespace

extern "C" __attribute__((visibility("default"))) const IxsimClassifierApi* ixsim_classifier_api(void) {
  return &api;
}
