// Drives one Verilated classifier through the C interface of classifier_abi.h. ixsim verilates it together
// with the Verilog: the in-tree module at build time, a user's module at its first use. Both take the same
// path.
//
// Timing contract: that of rtl_instance.h, and that of stream_adapter.h for a stream of another form.
#include "Vclassifier.h"
#include "classifier_abi.h"

#define RTL_TOP Vclassifier
#include "rtl_instance.h"
#include "stream_adapter.h"

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

// Sets all inputs but the data and its lanes.
template <typename Top>
void drive(Top& top, const IxsimClassifierInputs& in) {
  top.rst = in.rst;
  top.s_axis_tvalid = in.tvalid;
  top.s_axis_tlast = in.tlast;
  top.s_axis_tuser = in.tuser;
  top.wr_en = in.wr_en;
  top.wr_addr = in.wr_addr;
  top.wr_data = in.wr_data;
}

template <typename Top>
void sample(const Top& top, IxsimClassifierOutputs& out) {
  out.valid = top.m_valid;
  out.drop = sample_m_drop(top, 0);
  out.queue = sample_m_queue(top, 0);
  out.vmdq = sample_m_vmdq(top, 0);
  out.tc = sample_m_tc(top, 0);
  out.tagged = sample_m_tagged(top, 0);
  out.tci = sample_m_tci(top, 0);
  out.pif = sample_m_pif(top, 0);
  out.ptype = sample_m_ptype(top, 0);
  out.rss_type = sample_m_rss_type(top, 0);
  out.rss_hash = sample_m_rss_hash(top, 0);
  out.pools = sample_m_pools(top, 0);
  out.rss = sample_m_rss(top, 0);
}

template <typename Top>
int adapted_edge(void* handle, const IxsimClassifierInputs& in, IxsimClassifierOutputs& out) {
  auto& instance = *static_cast<Instance*>(handle);
  Top& top = *instance.top;
  if (!instance.state) {
    const std::string latency = instance.context.commandArgsPlusMatch("ixsim_latency=");
    const std::size_t equals = latency.find('=');
    instance.state = std::make_shared<StreamAdapter>(
        equals == std::string::npos ? 0u : static_cast<unsigned>(std::stoul(latency.substr(equals + 1))));
  }
  return failed([&] {
    Verilated::threadContextp(&instance.context);
    static_cast<StreamAdapter*>(instance.state.get())
        ->edge(in, out, data_bytes<Top>(),
               [&](const IxsimClassifierInputs& beat, const std::uint8_t* data, std::uint64_t keep,
                   IxsimClassifierOutputs& sampled) {
                 top.clk = 0;
                 drive(top, beat);
                 std::memcpy(&top.s_axis_tdata, data, sizeof top.s_axis_tdata);
                 if (sizeof top.s_axis_tdata == 4) keep &= 15;
                 std::memcpy(&top.s_axis_tkeep, &keep, sizeof top.s_axis_tkeep);
                 top.wr_en = 0;
                 top.eval();
                 const bool ready = is_ready(top, 0);
                 top.wr_en = beat.wr_en && (ready || !beat.tvalid || beat.rst);
                 top.eval();
                 sample(top, sampled);
                 step(instance);
                 return ready;
               });
  });
}

template <typename Top>
int plain_edge(void* handle, const IxsimClassifierInputs& in, IxsimClassifierOutputs& out) {
  return edge(
      handle,
      [&in](Top& top) {
        drive(top, in);
        top.s_axis_tdata = in.tdata;
        top.s_axis_tkeep = in.tkeep;
      },
      [&out](const auto& top) { sample(top, out); });
}

template <typename Top>
int clock_edge(void* handle, const IxsimClassifierInputs* in, IxsimClassifierOutputs* out) {
  if constexpr (kAdapted<Top>) {
    return adapted_edge<Top>(handle, *in, *out);
  } else {
    return plain_edge<Top>(handle, *in, *out);
  }
}

const IxsimClassifierApi api = {create,        destroy,    clock_edge<Vclassifier>, start_waveform,
                                stop_waveform, error_text, kAdapted<Vclassifier>};

}  // namespace

extern "C" __attribute__((visibility("default"))) const IxsimClassifierApi* ixsim_classifier_api(void) {
  return &api;
}
