// A stimulus short enough to be read: a base image of the tables, then items, each so many times in a row.
#ifndef IXSIM_VERIFY_CLASSIFIER_SEQUENCE_H
#define IXSIM_VERIFY_CLASSIFIER_SEQUENCE_H

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "verify/classifier_items.h"
#include "verify/classifier_tables.h"

namespace ixsim {

// A named content of all 849 words.
struct BaseImage {
  const char* name;
  const char* meaning;
  ClassifierTables (*tables)();
};
const std::vector<BaseImage>& base_images();
// The image of that name; null if there is none.
const BaseImage* find_image(const std::string& name);

struct ClassifierStep {
  ClassifierItem item;
  std::uint64_t times = 1;
};

struct ClassifierSequence {
  // Not null: begins with a reset of one clock, the image written word by word, and 80 idle clocks.
  const BaseImage* image = nullptr;
  std::vector<ClassifierStep> steps;
  std::int64_t drain = 0;  // idle clocks behind it, for the decisions to come out

  // Returns the frames and writes behind the image; a step that is repeated counts once.
  std::size_t frames() const;
  std::size_t writes() const;
  std::int64_t edges() const;  // in all, repetitions included
};

// Plays a sequence, which must outlive it.
std::unique_ptr<ClassifierItemSource> play(const ClassifierSequence& sequence);
// All words as writes at consecutive edges: those without which others must not be set come last.
ClassifierItem image_item(const ClassifierTables& tables);

// The sequence in lines for an engineer.
std::string describe(const ClassifierSequence& sequence);

}  // namespace ixsim

#endif
