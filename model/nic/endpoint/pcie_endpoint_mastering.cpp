// Requests of a function that must not be bus master: those of a port are held back, continue, or are dropped
// by a reset; those of a virtual function are refused.
#include <algorithm>

#include "nic/endpoint/pcie_endpoint.h"

namespace ixsim::nic {

void PcieEndpoint::set_mastering(unsigned port, bool mastering, Time now) {
  Function& function = functions_[port];
  if (function.mastering == mastering) return;
  function.mastering = mastering;
  if (mastering) {
    function.apart = !function.completions.empty();
    // Requests held back continue at the next edge.
    for (auto* queue : {&function.posted, &function.fetches, &function.reads, &function.completions}) {
      if (!queue->empty()) queue->front()->ready = std::max(queue->front()->ready, clock_.edge_after(now));
    }
    agenda_.arm(transmit_slot_, std::max(clock_.edge_after(now), link_.free_at()));
    function.dma->space_freed(now);
    return;
  }
  function.apart = true;
  for (std::size_t i = function.posted.size(); i > 0; --i) {
    DmaRequest* request = function.posted.pop();
    if (is_answer(*request)) {
      function.completions.push(request);
      function.posted_bytes -= request->length;
    } else {
      function.posted.push(request);
    }
  }
}

void PcieEndpoint::set_requester(const Requesters& requesters, DmaRequest& request) {
  request.function = static_cast<std::uint16_t>(requesters.requester(request));
  request.refused = !requesters.may_request(request.function);
}

void PcieEndpoint::refuse_waiting(unsigned port) {
  Function& function = functions_[port];
  if (function.requesters == nullptr) return;
  for (auto* queue : {&function.posted, &function.fetches, &function.reads}) {
    for (std::size_t i = 0; i < queue->size(); ++i) {
      DmaRequest& request = *(*queue)[i];
      const bool stays =
          request.kind == DmaKind::kMessage || (request.kind == DmaKind::kWrite && request.sent > 0);
      request.refused |= !stays && !function.requesters->may_request(request.function);
    }
  }
}

bool PcieEndpoint::reads_outstanding(unsigned port) const {
  for (const ReadTag& tag : root_.tags()) {
    if (tag.request != nullptr && tag.request->port == port) return true;
  }
  return false;
}

bool PcieEndpoint::master_idle(unsigned port) const {
  const Ring<DmaRequest*>& posted = functions_[port].posted;
  return (posted.empty() || posted.front()->sent == 0) && !reads_outstanding(port);
}

void PcieEndpoint::drop_write(DmaRequest& request, Time now) {
  if (request.client != nullptr) {
    request.client->write_left(request, now);
    request.client->write_arrived(request, now, false);
  }
  release(request);
}

void PcieEndpoint::drop_held(unsigned port, Time now) {
  Function& function = functions_[port];
  if (function.mastering) return;
  for (std::size_t i = function.posted.size(); i > 0; --i) {
    DmaRequest* request = function.posted.pop();
    if (request->sent > 0) {
      function.posted.push(request);
    } else {
      function.posted_bytes -= request->length;
      drop_write(*request, now);
    }
  }
  for (auto* reads : {&function.fetches, &function.reads}) {
    while (!reads->empty()) {
      DmaRequest& request = *reads->pop();
      // Requested data of a read that has begun still arrive.
      if (!request.failed) request.whole = request.sent;
      request.failed = true;
      request.length = request.sent;
      if (request.outstanding == 0) end_read(request, now);
    }
  }
  look_for_waits(now);
}

}  // namespace ixsim::nic
