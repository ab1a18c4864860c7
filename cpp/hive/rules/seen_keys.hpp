// The keys of the positions of a game, for counting how often a position has occurred.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace hexapoda::hive {

class SeenKeys {
 public:
  void clear() {
    keys_.clear();
    tags_.clear();
  }

  // Adds a key and returns how often it has been added.
  int add(std::uint64_t key) {
    // Most keys are new, and comparing their low 16 bits nearly always suffices to show that. A vector register holds
    // four times as many of these as of whole keys.
    const auto tag = static_cast<std::uint16_t>(key);
    std::uint16_t seen = 0;
    for (std::size_t i = 0; i < tags_.size(); ++i) seen |= static_cast<std::uint16_t>(tags_[i] == tag);
    keys_.push_back(key);
    tags_.push_back(tag);
    return seen == 0 ? 1 : static_cast<int>(std::count(keys_.begin(), keys_.end(), key));
  }

 private:
  std::vector<std::uint64_t> keys_;
  std::vector<std::uint16_t> tags_;  // the low 16 bits of each key
};

}  // namespace hexapoda::hive
