// Decodes an address by one table look-up, then applies the access kind. register_file.h has the contract.
#include "nic/registers/register_file.h"

#include <vector>

namespace ixsim::nic {

// Maps each dword of the two spaces to a place; place 0 means "none".
class RegisterDecoder {
 public:
  // A register entry with an address.
  struct Place {
    Reg reg;
    std::uint16_t index;
  };

  explicit RegisterDecoder(RegisterSet set)
      : places_(1, Place{}), bar0_(kBar0Size / 4), bar3_(kBar3Size / 4) {
    for (std::size_t i = 0; i < kRegisterCount; ++i) {
      const RegisterInfo& r = register_table(set)[i];
      for (unsigned index = 0; index < r.count; ++index) add(r, i, index, r.offset + index * r.stride);
    }
    for (const RegisterRange& range : register_ranges(set)) {
      for (unsigned k = 0; k < range.count; ++k)
        add(register_table(set)[range.reg], range.reg, range.first + k, range.offset + k * range.stride);
    }
  }

  // nullptr: no register there.
  const Place* find(std::uint32_t offset, RegisterSpace space) const {
    const std::vector<std::uint16_t>& slots = space == RegisterSpace::kBar0 ? bar0_ : bar3_;
    if (offset % 4 != 0 || offset / 4 >= slots.size()) return nullptr;
    const std::uint16_t place = slots[offset / 4];
    return place == 0 ? nullptr : &places_[place];
  }

 private:
  void add(const RegisterInfo& about, std::size_t reg, unsigned index, std::uint32_t offset) {
    std::vector<std::uint16_t>& slots = about.space == RegisterSpace::kBar0 ? bar0_ : bar3_;
    slots[offset / 4] = static_cast<std::uint16_t>(places_.size());
    places_.push_back({static_cast<Reg>(reg), static_cast<std::uint16_t>(index)});
  }

  std::vector<Place> places_;
  std::vector<std::uint16_t> bar0_;
  std::vector<std::uint16_t> bar3_;
};

namespace {

const RegisterDecoder& decoder(RegisterSet set) {
  static const RegisterDecoder first(RegisterSet::k82598);
  static const RegisterDecoder custom(RegisterSet::kCustom82598);
  static const RegisterDecoder successor(RegisterSet::k82599);
  static const RegisterDecoder virtual_function(RegisterSet::k82599Vf);
  if (set == RegisterSet::k82599Vf) return virtual_function;
  if (set == RegisterSet::kCustom82598) return custom;
  return set == RegisterSet::k82599 ? successor : first;
}

}  // namespace

RegisterFile::RegisterFile(RegisterSet set)
    : set_(set), table_(register_table(set)), decoder_(&decoder(set)) {
  for (std::size_t i = 0; i < kRegisterCount; ++i) {
    const RegisterInfo& r = table_[i];
    const unsigned entries = entries_of(set, static_cast<Reg>(i));
    entries_[i] = static_cast<std::uint16_t>(entries);
    for (unsigned k = 0; k < entries; ++k) reset_values_[r.cell + std::size_t{k}] = r.reset;
  }
  reset(Reset::kPowerOn);
}

void RegisterFile::reset(Reset kind) {
  for (std::size_t i = 0; i < kRegisterCount; ++i) {
    const RegisterInfo& r = table_[i];
    if (kind == Reset::kSoftware && r.survives_reset) continue;
    for (std::size_t cell = r.cell; cell < std::size_t{r.cell} + entries_[i]; ++cell)
      cells_[cell] = reset_values_[cell];
  }
}

void RegisterFile::add_wide(Reg low, Reg high, unsigned index, std::uint64_t amount) {
  const std::uint64_t full = std::uint64_t{about(high).bits} << 32 | 0xFFFFFFFFu;
  const std::uint64_t held = wide(low, high, index);
  set_wide(low, high, amount > full - held ? full : held + amount, index);
}

std::uint32_t RegisterFile::peek(std::uint32_t offset, RegisterSpace space) const {
  const RegisterDecoder::Place* place = decoder_->find(offset, space);
  if (place == nullptr || place->index >= entries(place->reg)) return 0;
  const std::uint32_t stored = get(place->reg, place->index);
  if (!on_read_.has(place->reg)) return stored;
  return shown(place->reg, place->index, stored) & about(place->reg).bits;
}

std::optional<Reg> RegisterFile::at(std::uint32_t offset, RegisterSpace space) const {
  const RegisterDecoder::Place* place = decoder_->find(offset, space);
  if (place == nullptr) return std::nullopt;
  return place->reg;
}

RegisterPlace RegisterFile::place(std::uint32_t offset, RegisterSpace space) const {
  RegisterPlace found;
  found.offset = offset;
  const RegisterDecoder::Place* place = decoder_->find(offset, space);
  if (place == nullptr || place->index >= entries(place->reg)) return found;
  found.name = about(place->reg).name;
  found.index = place->index;
  found.is_array = about(place->reg).count > 1;
  return found;
}

std::uint32_t RegisterFile::read(std::uint32_t offset, RegisterSpace space, Time time) {
  const RegisterDecoder::Place* place = decoder_->find(offset, space);
  if (place == nullptr || place->index >= entries(place->reg)) {
    ++unimplemented_accesses_;
    return 0;
  }
  const auto [reg, index] = *place;
  const RegisterInfo& r = about(reg);
  const std::uint32_t stored = get(reg, index);
  const std::uint32_t seen = on_read_.has(reg) ? shown(reg, index, stored) & r.bits : stored;
  set(reg, index, (stored & ~r.clear_on_read) | r.set_on_read);
  after_read_.for_each(reg, [&, reg = reg, index = index](const auto& binding) {
    binding.call(binding.block, RegisterRead{reg, index, seen, time});
  });
  return seen;
}

void RegisterFile::write(std::uint32_t offset, std::uint32_t value, RegisterSpace space, Time time) {
  const RegisterDecoder::Place* place = decoder_->find(offset, space);
  if (place == nullptr || place->index >= entries(place->reg)) {
    ++unimplemented_accesses_;
    return;
  }
  const auto [reg, index] = *place;
  const RegisterInfo& r = about(reg);
  if (r.owned_while_enabled) {
    bool writable = true;
    writable_.for_each(reg, [&, index = index](const auto& binding) {
      writable = writable && binding.call(binding.block, index);
    });
    if (!writable) return;
  }
  const std::uint32_t old_value = get(reg, index);
  std::uint32_t new_value = (old_value & ~r.stored_as_written()) | (value & r.stored_as_written());
  new_value &= ~(value & r.write_one_to_clear);
  new_value |= value & r.write_one_to_set;
  new_value &= bits(reg, index);
  cells_[cell(reg, index)] = new_value;
  const RegisterWrite write{reg, index, old_value, new_value, value, time};
  if (!interceptors_.empty()) {
    const auto found = interceptors_.find(static_cast<std::size_t>(reg));
    if (found != interceptors_.end()) return found->second(write);
  }
  notify(write);
}

}  // namespace ixsim::nic
