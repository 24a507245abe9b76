// A short, readable stimulus: a base image of the tables, followed by items, each with a number of
// repetitions.
#ifndef IXSIM_VERIFY_CLASSIFIER_SEQUENCE_H
#define IXSIM_VERIFY_CLASSIFIER_SEQUENCE_H

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/layers.h"
#include "verify/checked_registers.h"
#include "verify/classifier_items.h"

namespace ixsim::verify {

// A named content of all words of a block.
struct BaseImage {
  const char* name;
  const char* meaning;
  CheckedRegisters (*tables)();
};
const std::vector<BaseImage>& base_images(ClassifierBlock block);
// Returns the block's image of that name; null if there is none.
const BaseImage* find_image(const std::string& name, ClassifierBlock block = ClassifierBlock::kL2);

struct ClassifierStep {
  ClassifierItem item;
  std::uint64_t times = 1;
};

struct ClassifierSequence {
  ClassifierBlock block = ClassifierBlock::kL2;
  // If not null, the sequence begins with a reset of one clock, the image written word by word, and 80 idle
  // clocks.
  const BaseImage* image = nullptr;
  std::vector<ClassifierStep> steps;
  std::int64_t drain = 0;  // idle clocks after it, so that all decisions come out

  // Returns the frames and writes after the image; a repeated step counts once.
  std::size_t frames() const;
  std::size_t writes() const;
  std::int64_t edges() const;  // all edges, repetitions included
};

// Plays a sequence, which must outlive it.
std::unique_ptr<ClassifierItemSource> play(const ClassifierSequence& sequence);
// Returns all words as writes at consecutive edges. Words that give others an effect (single registers, RAH)
// come last.
ClassifierItem image_item(const CheckedRegisters& tables);

// Returns the sequence in lines for an engineer.
std::string describe(const ClassifierSequence& sequence);

}  // namespace ixsim::verify

#endif
