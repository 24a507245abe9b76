// Keys of traffic classes (DCB).
#include "platform/key_tables.h"

namespace ixsim::platform {
namespace {

using namespace toml_values;  // NOLINT(google-build-using-namespace)

// Returns a value for every traffic class: one for all, or eight.
template <typename Value>
DcbConfig::OfClass<Value> of_classes(const toml::node& node,
                                     const std::function<Value(const toml::node&)>& value) {
  const auto* list = node.as_array();
  if (list == nullptr) return DcbConfig::all(value(node));
  DcbConfig::OfClass<Value> values{};
  if (list->size() != values.size()) throw text_of(node);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = value(*list->get(i));
  return values;
}

// Returns one value as text if all classes have the same.
template <typename Value, typename Text>
std::string text_of_classes(const DcbConfig::OfClass<Value>& values, const Text& text) {
  std::string list;
  bool equal = true;
  for (const Value& value : values) {
    equal = equal && value == values[0];
    list += (list.empty() ? "" : ", ") + text(value);
  }
  return equal ? text(values[0]) : "[" + list + "]";
}

std::string without_classes(const Scenario& s) { return s.rx.dcb.enabled ? "" : "only with dcb.enabled"; }

Key class_numbers(const char* name, std::int64_t low, std::int64_t high, const char* meaning,
                  DcbConfig::OfClass<std::uint32_t> DcbConfig::*target, const char* unit) {
  ScenarioKey about = about_number(name, low, high, meaning, unit);
  about.accepts += " or an array of eight";
  about.type = "classes";
  return Key{about,
             [=](Scenario& s, const toml::node& node) {
               s.rx.dcb.*target = of_classes<std::uint32_t>(node, [=](const toml::node& item) {
                 return static_cast<std::uint32_t>(integer(item, low, high, unit));
               });
             },
             [=](const Scenario& s) {
               return text_of_classes(s.rx.dcb.*target,
                                      [](std::uint32_t value) { return fmt::format("{}", value); });
             }}
      .idle_if(without_classes);
}

Key strict_key() {
  using Strict = DcbConfig::Strict;
  static const std::vector<std::pair<const char*, Strict>> kChoices = {
      {"none", Strict::kNone}, {"group", Strict::kGroup}, {"link", Strict::kLink}};
  ScenarioKey about =
      about_words("dcb.strict", {"none", "group", "link"},
                  "Strict priority of a class: \"group\" sends it before the others of its "
                  "bandwidth group, \"link\" before all classes. Starves the others if it never idles.");
  about.accepts += ", or an array of eight";
  about.type = "classes";
  return Key{about,
             [](Scenario& s, const toml::node& n) {
               s.rx.dcb.strict = of_classes<Strict>(
                   n, [](const toml::node& item) { return choice<Strict>(item, kChoices); });
             },
             [](const Scenario& s) {
               return text_of_classes(s.rx.dcb.strict, [](Strict strict) {
                 return quoted(kChoices[static_cast<std::size_t>(strict)].first);
               });
             }}
      .idle_if(without_classes);
}

}  // namespace

std::vector<Key> class_keys() {
  return {
      flag("dcb.enabled",
           "Eight traffic classes (data center bridging), one for each VLAN priority, in both directions. "
           "With more than 16 pools the 82599 has four, of two priorities each. Transmit queue q has class "
           "q / 4; on the 82599 MTQC gives the class. Only the 82598 and the 82599 have classes.",
           IXSIM_TARGET(bool, rx.dcb.enabled)),
      words<bool>(
          "dcb.arbitration", {{"credits", true}, {"turn", false}},
          "Rule by which classes share the host and the wire. \"credits\" uses the four keys of "
          "refill and limit; "
          "\"turn\" serves classes in turn, without regard to length; on the 82598 the transmit queues "
          "of all classes take turns (tx.scheduler).",
          IXSIM_TARGET(bool, rx.dcb.credits))
          .idle_if(without_classes),
      class_numbers("dcb.rx_refill", 1, 511,
                    "Credit that a round brings each class for writes to the host (RT2CR, RTRPT4C). The "
                    "ratio of the refills "
                    "is the ratio of bandwidths.",
                    &DcbConfig::rx_refill, "64 bytes"),
      class_numbers(
          "dcb.rx_limit", 1, 4'095,
          "Maximum credit that a receive class can save (RT2CR, RTRPT4C). More lets a class that was "
          "idle send a "
          "longer burst.",
          &DcbConfig::rx_limit, "64 bytes"),
      class_numbers("dcb.tx_refill", 1, 511,
                    "Credit that a round brings each class for transmit, in the descriptor and the data "
                    "plane (TDTQ2TCCR, "
                    "TDPT2TCCR; RTTDT2C, RTTPT2C).",
                    &DcbConfig::tx_refill, "64 bytes"),
      class_numbers("dcb.tx_limit", 1, 4'095,
                    "Maximum credit that a transmit class can save, in the registers of dcb.tx_refill.",
                    &DcbConfig::tx_limit, "64 bytes"),
      class_numbers("dcb.group", 0, 7,
                    "Bandwidth group of a class's transmit. Classes of one group share its bandwidth before "
                    "other groups "
                    "get it.",
                    &DcbConfig::group, "group number"),
      strict_key(),
      flag("dcb.priority_pause",
           "Use PAUSE frames of priorities (IEEE 802.1Qbb) in both directions, so that a full class does not "
           "stop the "
           "others.",
           IXSIM_TARGET(bool, rx.dcb.priority_pause))
          .idle_if(without_classes),
  };
}

}  // namespace ixsim::platform
