// Drives one Verilated classifier through the C interface of classifier_abi.h. ixsim verilates it together
// with the Verilog: the in-tree module at build time, a user's module at its first use. Both take the same
// path.
//
// Timing contract: that of rtl_instance.h.
#include "Vclassifier.h"
#include "classifier_abi.h"

#define RTL_TOP Vclassifier
#include "rtl_instance.h"

namespace {

OPTIONAL_OUTPUT(m_drop)
OPTIONAL_OUTPUT(m_queue)
OPTIONAL_OUTPUT(m_vmdq)
OPTIONAL_OUTPUT(m_tc)
OPTIONAL_OUTPUT(m_tagged)
OPTIONAL_OUTPUT(m_tci)
OPTIONAL_OUTPUT(m_pif)
OPTIONAL_OUTPUT(m_ptype)
OPTIONAL_OUTPUT(m_rss_type)
OPTIONAL_OUTPUT(m_rss_hash)
// The pool classifier has these instead of queue and VMDq index.
OPTIONAL_OUTPUT(m_pools)
OPTIONAL_OUTPUT(m_rss)

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
      [out](const auto& top) {
        out->valid = top.m_valid;
        out->drop = sample_m_drop(top, 0);
        out->queue = sample_m_queue(top, 0);
        out->vmdq = sample_m_vmdq(top, 0);
        out->tc = sample_m_tc(top, 0);
        out->tagged = sample_m_tagged(top, 0);
        out->tci = sample_m_tci(top, 0);
        out->pif = sample_m_pif(top, 0);
        out->ptype = sample_m_ptype(top, 0);
        out->rss_type = sample_m_rss_type(top, 0);
        out->rss_hash = sample_m_rss_hash(top, 0);
        out->pools = sample_m_pools(top, 0);
        out->rss = sample_m_rss(top, 0);
      });
}

const IxsimClassifierApi api = {create, destroy, clock_edge, start_waveform, stop_waveform, error_text};

}  // namespace

extern "C" __attribute__((visibility("default"))) const IxsimClassifierApi* ixsim_classifier_api(void) {
  return &api;
}
