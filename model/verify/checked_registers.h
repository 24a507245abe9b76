// The checker's copy of the registers of either classifier, behind one interface: words by index, by address
// and by name. Recording, shortening, test benches and explanations use it, because none of them depends on
// what a word means. Code that needs the meaning uses the tables of the block.
//
// Timing contract: none; a write takes effect at once.
#ifndef IXSIM_VERIFY_CHECKED_REGISTERS_H
#define IXSIM_VERIFY_CHECKED_REGISTERS_H

#include <cstdint>
#include <string>
#include <variant>

#include "base/layers.h"
#include "cosim/rtl_classifier.h"
#include "verify/classifier_predictor.h"
#include "verify/classifier_tables.h"
#include "verify/pool_registers.h"

namespace ixsim::verify {

class CheckedRegisters {
 public:
  explicit CheckedRegisters(ClassifierBlock block);
  explicit CheckedRegisters(const ClassifierTables& tables) : tables_(tables) {}
  explicit CheckedRegisters(const PoolRegisters& registers) : tables_(registers) {}

  ClassifierBlock block() const { return l2() == nullptr ? ClassifierBlock::kPools : ClassifierBlock::kL2; }
  // The tables of the block; null for the other one.
  const ClassifierTables* l2() const { return std::get_if<ClassifierTables>(&tables_); }
  const PoolRegisters* pools() const { return std::get_if<PoolRegisters>(&tables_); }

  // Indices are below words(); not all of them exist at each size.
  int words() const;
  int words_in_use() const;
  bool in_use(int index) const;
  // Position of an address among the words, -1 if the block does not use it; and back.
  int index_of(std::uint16_t address) const;
  std::uint16_t address_of(int index) const;
  std::string name_of(std::uint16_t address) const;
  // A word that makes others matter: a single register or a RAH. These are written last.
  bool enables(int index) const;
  // The bits that are undefined after a reset.
  std::uint32_t undefined(int index) const;

  std::uint32_t word(int index) const;
  void set(int index, std::uint32_t value);
  void write(std::uint16_t address, std::uint32_t value);
  // VLNCTRL takes its reset value; every other word is 0, though most are undefined after a reset.
  void reset();
  std::uint16_t vet() const;

 private:
  std::variant<ClassifierTables, PoolRegisters> tables_;
};

// The checker's own reading of a frame: what the registers of the block decide.
struct Reading {
  ParsedFrame frame;
  Prediction l2;              // of the one block
  PoolPrediction pools;       // of the other
  ClassifierOutputs outputs;  // all but ptype, on which the checker has no opinion
};
Reading read_frame(ByteView bytes, bool error, const CheckedRegisters& registers, std::uint16_t vet);
// Whether a device would observably treat the frame of two readings alike.
bool same_decision(const Reading& a, const Reading& b, ClassifierBlock block);

}  // namespace ixsim::verify

#endif
