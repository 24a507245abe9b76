// Recognises the protocol of a frame.
#include "verify/protocol_dictionary.h"

namespace ixsim::verify {

int dictionary_protocol(ByteView head, std::size_t type_at) {
  if (head.size < type_at + 2) return -1;
  const std::uint16_t type = load_be16(head.data + type_at);
  const std::uint8_t* const payload = head.data + type_at + 2;
  const std::size_t left = head.size - type_at - 2;
  for (std::size_t i = 0; i < kDictionary.size(); ++i) {
    const DictionaryProtocol& p = kDictionary[i];
    if (p.type != type) continue;
    bool fits = left >= p.start_bytes;
    for (unsigned k = 0; fits && k < p.start_bytes; ++k)
      fits = payload[k] == static_cast<std::uint8_t>(p.start >> (24 - 8 * k));
    if (fits && p.protocol >= 0) {
      // Handles only the plain form: no options, no extension headers.
      const bool v4 = type == 0x0800;
      const std::size_t header = v4 ? 20 : 40;
      fits = left >= header + 4 && payload[0] >> 4 == (v4 ? 4 : 6) && (!v4 || (payload[0] & 15) == 5) &&
             payload[v4 ? 9 : 6] == p.protocol &&
             (p.port < 0 || load_be16(payload + header + 2) == static_cast<std::uint16_t>(p.port));
    }
    if (fits) return static_cast<int>(i);
  }
  return -1;
}

}  // namespace ixsim::verify
