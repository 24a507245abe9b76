// The table of the fields, and the comparison and the text of outputs.
#include "cosim/classifier_fields.h"

#include <fmt/format.h>

#include <algorithm>

#include "ixsim/error.h"

namespace ixsim::cosim {

#define FIELD(name, width, hexadecimal)                                                               \
  {                                                                                                   \
#name, width, hexadecimal, [](const ClassifierOutputs& out) -> std::uint64_t { return out.name; } \
  }
const std::array<ClassifierField, 12> kClassifierFields = {
    {FIELD(drop, 2, false), FIELD(pif, 1, false), FIELD(tagged, 1, false), FIELD(tci, 16, true),
     FIELD(vmdq, 4, false), FIELD(tc, 3, false), FIELD(ptype, 7, true), FIELD(rss_type, 4, false),
     FIELD(rss_hash, 32, true), FIELD(queue, 6, false), FIELD(pools, 64, true), FIELD(rss, 4, false)}};
#undef FIELD

ClassifierFieldSet classifier_field(const std::string& name, const std::string& option,
                                    ClassifierBlock block) {
  std::string accepted;
  for (std::size_t i = 0; i < kClassifierFields.size(); ++i) {
    if ((fields_of(block) >> i & 1) == 0) continue;
    if (name == kClassifierFields[i].name) return 1u << i;
    accepted += (i == 0 ? "" : ", ") + std::string(kClassifierFields[i].name);
  }
  throw InputError(fmt::format("{}: found {}, accepted for a classifier: {}", option, name, accepted));
}

std::vector<FieldDifference> differences(const ClassifierOutputs& reference, const ClassifierOutputs& rtl,
                                         ClassifierFieldSet compared) {
  std::vector<FieldDifference> found;
  for (std::size_t i = 0; i < kClassifierFields.size(); ++i) {
    const ClassifierField& field = kClassifierFields[i];
    const std::uint64_t a = field.value(reference), b = field.value(rtl);
    if ((compared >> i & 1) != 0 && a != b) found.push_back({&field, a, b});
    if (i == 0 && (reference.drop != 0 || !found.empty())) break;
  }
  return found;
}

bool differ(const ClassifierOutputs& reference, const ClassifierOutputs& rtl, ClassifierFieldSet compared) {
  const bool drop = (compared & 1) != 0 && reference.drop != rtl.drop;
  if (drop || reference.drop != 0) return drop;
  const bool equal = reference.queue == rtl.queue && reference.vmdq == rtl.vmdq && reference.tc == rtl.tc &&
                     reference.tagged == rtl.tagged && reference.tci == rtl.tci && reference.pif == rtl.pif &&
                     reference.ptype == rtl.ptype && reference.rss_type == rtl.rss_type &&
                     reference.rss_hash == rtl.rss_hash && reference.pools == rtl.pools &&
                     reference.rss == rtl.rss;
  return !equal && !differences(reference, rtl, compared).empty();
}

std::string text_of(const FieldDifference& d) {
  return d.field->hexadecimal
             ? fmt::format("{}: reference {:#x}, RTL {:#x}", d.field->name, d.reference, d.rtl)
             : fmt::format("{}: reference {}, RTL {}", d.field->name, d.reference, d.rtl);
}

ClassifierOutputs ports_of(const Decision& decision, ClassifierBlock block) {
  ClassifierOutputs out;
  out.valid = true;
  out.drop = static_cast<std::uint8_t>(decision.drop);
  if (decision.drop != ClassifierDrop::kAdmit) return out;
  out.rss_hash = decision.rss_hash;
  out.tci = decision.tci;
  out.tc = decision.traffic_class;
  out.ptype = decision.packet_type;
  out.rss_type = decision.rss_type;
  out.tagged = decision.tagged;
  out.pif = decision.inexact;
  if (block == ClassifierBlock::kPools) {
    out.pools = decision.pools;
    out.rss = decision.rss_index;
  } else {
    out.queue = decision.queue;
    out.vmdq = decision.vmdq;
  }
  return out;
}

std::string text_of(const ClassifierOutputs& out) {
  if (!out.valid) return "no decision";
  if (out.drop != 0) return fmt::format("drop {}", out.drop);
  if (out.pools != 0) {
    return fmt::format(
        "drop 0, pools {:016x}, rss {}, tc {}, tagged {}, tci {:#06x}, pif {}, ptype {:#04x}, rss_type {}, "
        "rss_hash {:08x}",
        out.pools, out.rss, out.tc, int{out.tagged}, out.tci, int{out.pif}, out.ptype, out.rss_type,
        out.rss_hash);
  }
  return fmt::format(
      "drop 0, queue {}, vmdq {}, tc {}, tagged {}, tci {:#06x}, pif {}, ptype {:#04x}, rss_type {}, "
      "rss_hash {:08x}",
      out.queue, out.vmdq, out.tc, int{out.tagged}, out.tci, int{out.pif}, out.ptype, out.rss_type,
      out.rss_hash);
}

std::string hex_dump(const std::vector<std::uint8_t>& bytes) {
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 32) {
    text += fmt::format("    {:04x} ", i);
    for (std::size_t k = i; k < std::min(i + 32, bytes.size()); ++k)
      text += fmt::format("{}{:02x}", k % 8 == 0 ? " " : "", bytes[k]);
    text += '\n';
  }
  return text;
}

}  // namespace ixsim::cosim
