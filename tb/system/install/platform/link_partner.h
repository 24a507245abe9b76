// The link partner: it sends numbered frames and expects each one back with its addresses exchanged.
#ifndef PLATFORM_LINK_PARTNER_H
#define PLATFORM_LINK_PARTNER_H

#include <ixsim/ethernet_controller.h>
#include <ixsim/frame.h>

#include <algorithm>
#include <cstdint>
#include <deque>
#include <vector>

class LinkPartner : public sc_core::sc_module {
 public:
  static constexpr std::uint8_t kAddress[6] = {0x02, 0, 0, 0, 0, 0x02};

  tlm_utils::simple_initiator_socket<LinkPartner> out;
  tlm_utils::simple_target_socket<LinkPartner> in;

  SC_HAS_PROCESS(LinkPartner);
  LinkPartner(sc_core::sc_module_name name, const std::uint8_t (&mac_address)[6], unsigned frames,
              sc_core::sc_time start)
      : sc_core::sc_module(name), out("out"), in("in"), frames_(frames), start_(start) {
    std::copy_n(mac_address, 6, mac_address_);
    in.register_nb_transport_fw(this, &LinkPartner::receive);
    SC_THREAD(send);
  }

  unsigned returned() const { return returned_; }
  unsigned wrong() const { return wrong_; }

 private:
  void send() {
    wait(start_);
    for (unsigned number = 0; number < frames_; ++number) {
      const std::size_t size = 64 + 97 * number % 1'400;  // with the FCS
      std::vector<std::uint8_t> frame(size);
      std::copy_n(mac_address_, 6, frame.begin());
      std::copy_n(kAddress, 6, frame.begin() + 6);
      frame[12] = 0x88;  // an experimental EtherType of IEEE 802
      frame[13] = 0xb5;
      for (std::size_t i = 14; i < size - 4; ++i) frame[i] = static_cast<std::uint8_t>(number + i);
      ixsim::write_fcs(frame.data(), frame.size());

      tlm::tlm_generic_payload payload;
      payload.set_command(tlm::TLM_WRITE_COMMAND);
      payload.set_data_ptr(frame.data());
      payload.set_data_length(static_cast<unsigned>(size));
      payload.set_streaming_width(static_cast<unsigned>(size));
      tlm::tlm_phase phase = tlm::BEGIN_REQ;  // the first preamble byte, now
      sc_core::sc_time delay;
      out->nb_transport_fw(payload, phase, delay);
      if (payload.is_response_error()) ++wrong_;
      sent_.push_back(std::move(frame));
      // 8 bytes of preamble, the frame, and a gap of 12, 800 ps each.
      wait(sc_core::sc_time(0.8 * static_cast<double>(size + 20), sc_core::SC_NS));
    }
  }

  tlm::tlm_sync_enum receive(tlm::tlm_generic_payload& payload, tlm::tlm_phase&, sc_core::sc_time&) {
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    std::vector<std::uint8_t> expected;
    if (!sent_.empty()) {
      expected = std::move(sent_.front());
      sent_.pop_front();
      std::swap_ranges(expected.begin(), expected.begin() + 6, expected.begin() + 6);
      ixsim::write_fcs(expected.data(), expected.size());
    }
    const std::uint8_t* const bytes = payload.get_data_ptr();
    const bool right = std::equal(expected.begin(), expected.end(), bytes, bytes + payload.get_data_length());
    ++(right ? returned_ : wrong_);
    return tlm::TLM_COMPLETED;
  }

  std::uint8_t mac_address_[6];
  unsigned frames_;
  sc_core::sc_time start_;
  std::deque<std::vector<std::uint8_t>> sent_;
  unsigned returned_ = 0;
  unsigned wrong_ = 0;
};

#endif
