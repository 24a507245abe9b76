// Forwards each call to the copy of the selected block.
#include "verify/checked_registers.h"

#include <algorithm>

namespace ixsim::verify {
namespace {

constexpr std::uint32_t kAddressValid = 0x8000'0000;

bool is_high_address(const PoolRegisters&, int index) {
  const auto n = static_cast<unsigned>(index);
  return PoolRegisters::group_of(n) == PoolGroup::kRar &&
         (n - PoolRegisters::first_of(PoolGroup::kRar)) % 2 == 1;
}

void read_l2(Reading& r, const ClassifierTables& tables) {
  predict(r.frame, tables, r.l2);
  const Prediction& p = r.l2;
  r.outputs.drop = p.drop;
  if (p.drop != 0) return;
  r.outputs.queue = p.queue;
  r.outputs.vmdq = p.vmdq;
  r.outputs.tc = p.traffic_class;
  r.outputs.rss_type = p.rss_type;
  r.outputs.rss_hash = p.rss_type != 0 ? p.hash : 0;
  r.outputs.pif = p.inexact;
}

void read_pools(Reading& r, const PoolRegisters& registers) {
  registers.predict(r.frame, r.pools);
  const PoolPrediction& p = r.pools;
  r.outputs.drop = p.drop;
  if (p.drop != 0) return;
  r.outputs.pools = p.pools;
  r.outputs.rss = p.rss_index;
  r.outputs.tc = p.traffic_class;
  r.outputs.rss_type = p.rss_type;
  r.outputs.rss_hash = p.rss_type != 0 ? p.hash : 0;
  r.outputs.pif = p.inexact;
}

}  // namespace

CheckedRegisters::CheckedRegisters(ClassifierBlock block) {
  if (block == ClassifierBlock::kPools) tables_.emplace<PoolRegisters>();
}

int CheckedRegisters::words() const {
  return l2() != nullptr ? ClassifierTables::words() : static_cast<int>(PoolRegisters::kWords);
}

int CheckedRegisters::words_in_use() const {
  return l2() != nullptr ? ClassifierTables::words_in_use() : words();
}

bool CheckedRegisters::in_use(int index) const {
  return l2() == nullptr ||
         ClassifierTables::group_of(ClassifierTables::address_of(index)) != RegisterGroup::kNone;
}

int CheckedRegisters::index_of(std::uint16_t address) const {
  return l2() != nullptr ? ClassifierTables::index_of(address)
                         : PoolRegisters::index_of(static_cast<std::uint16_t>(address & 0xFFFC));
}

std::uint16_t CheckedRegisters::address_of(int index) const {
  return l2() != nullptr ? ClassifierTables::address_of(index)
                         : PoolRegisters::address_of(static_cast<unsigned>(index));
}

std::string CheckedRegisters::name_of(std::uint16_t address) const {
  return l2() != nullptr ? ClassifierTables::name_of(address)
                         : PoolRegisters::name_of(static_cast<std::uint16_t>(address & 0xFFFC));
}

bool CheckedRegisters::enables(int index) const {
  if (l2() != nullptr) {
    const RegisterGroup group = ClassifierTables::group_of(address_of(index));
    return ClassifierTables::is_rah(index) || ClassifierTables::range(group).words == 1;
  }
  const PoolGroup group = PoolRegisters::group_of(static_cast<unsigned>(index));
  return is_high_address(*pools(), index) || PoolRegisters::range(group).words == 1;
}

std::uint32_t CheckedRegisters::undefined(int index) const {
  if (l2() != nullptr) {
    const RegisterGroup group = ClassifierTables::group_of(address_of(index));
    if (group == RegisterGroup::kNone || ClassifierTables::range(group).words == 1) return 0;
    return ClassifierTables::is_rah(index) ? ~kAddressValid : ~std::uint32_t{0};
  }
  const PoolGroup group = PoolRegisters::group_of(static_cast<unsigned>(index));
  if (group == PoolGroup::kVfre || PoolRegisters::range(group).words == 1) return 0;
  return is_high_address(*pools(), index) ? ~kAddressValid : ~std::uint32_t{0};
}

std::uint32_t CheckedRegisters::word(int index) const {
  return l2() != nullptr ? l2()->word(index) : pools()->word(static_cast<unsigned>(index));
}

void CheckedRegisters::set(int index, std::uint32_t value) {
  if (auto* const tables = std::get_if<ClassifierTables>(&tables_)) {
    tables->word(index) = value;
  } else {
    std::get<PoolRegisters>(tables_).write(static_cast<unsigned>(index), value);
  }
}

void CheckedRegisters::write(std::uint16_t address, std::uint32_t value) {
  const int index = index_of(address);
  if (index >= 0) set(index, value);
}

void CheckedRegisters::reset() {
  std::visit([](auto& tables) { tables.reset(); }, tables_);
}

std::uint16_t CheckedRegisters::vet() const {
  return std::visit([](const auto& tables) { return tables.vet(); }, tables_);
}

Reading read_frame(ByteView bytes, bool error, const CheckedRegisters& registers, std::uint16_t vet) {
  Reading r;
  const std::size_t head = std::min<std::size_t>(bytes.size, kParsedBytes);
  parse_frame(bytes.first(head), static_cast<std::uint32_t>(bytes.size), error, vet, r.frame);
  r.outputs.valid = true;
  if (registers.l2() != nullptr) {
    read_l2(r, *registers.l2());
  } else {
    read_pools(r, *registers.pools());
  }
  if (r.outputs.drop != 0) return r;
  r.outputs.tagged = r.frame.tagged;
  r.outputs.tci = r.frame.tci;
  return r;
}

bool same_decision(const Reading& a, const Reading& b, ClassifierBlock block) {
  return block == ClassifierBlock::kPools ? same_decision(a.frame, a.pools, b.frame, b.pools)
                                          : same_decision(a.frame, a.l2, b.frame, b.l2);
}

}  // namespace ixsim::verify
