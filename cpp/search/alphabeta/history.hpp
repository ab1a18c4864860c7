// The history heuristic of one thread: which quiet moves have caused beta cutoffs, in any position, as replies to the
// opponent's last move, and after the side's own last move.
//
// Moves are indexed by slots, small numbers that similar moves share, and earlier moves by kinds, still smaller
// numbers.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

namespace hexapoda::search {

class History {
 public:
  // The scores that apply to the moves of one position.
  class Scores {
   public:
    // The sum of a move's scores.
    int of(unsigned slot) const {
      int sum = tables_[0][slot];
      if (tables_[1] != nullptr) sum += tables_[1][slot] + tables_[2][slot];
      return sum;
    }
    // Records that a quiet move caused a cutoff.
    void cut(unsigned slot, int depth) const { credit(slot, bonus(depth)); }
    // Records that a quiet move, searched before the cutoff move, did not cause a cutoff.
    void failed(unsigned slot, int depth) const { credit(slot, -bonus(depth)); }

   private:
    friend class History;
    static constexpr int kLimit = 8192;
    static int bonus(int depth) { return std::min(16 * depth * depth + 32 * depth, 1600); }
    // Large scores decay faster, so that all scores stay within the limit.
    void credit(unsigned slot, int amount) const {
      for (std::int16_t* const table : tables_) {
        if (table == nullptr) return;
        table[slot] = static_cast<std::int16_t>(table[slot] + amount - table[slot] * std::abs(amount) / kLimit);
      }
    }

    std::array<std::int16_t*, 3> tables_{};
  };

  // Without `replies`, earlier moves make no difference.
  History(unsigned slots, unsigned kinds, bool replies)
      : slots_(slots), kinds_(kinds), replies_(replies), values_((replies ? 2 + 2 * kinds : 2) * std::size_t{slots}) {}

  bool replies() const { return replies_; }

  // The scores for a side after these kinds of moves: the opponent's last one and its own.
  Scores of(int side, const std::array<unsigned, 2>& last) {
    Scores scores;
    scores.tables_[0] = table(static_cast<unsigned>(side));
    if (replies_) {
      scores.tables_[1] = table(2 + last[0]);
      scores.tables_[2] = table(2 + kinds_ + last[1]);
    }
    return scores;
  }

  void clear() { std::fill(values_.begin(), values_.end(), std::int16_t{0}); }
  // Halves the scores, so that earlier searches count less.
  void age() {
    for (std::int16_t& value : values_) value /= 2;
  }

 private:
  std::int16_t* table(unsigned number) { return values_.data() + number * std::size_t{slots_}; }

  unsigned slots_, kinds_;
  bool replies_;
  std::vector<std::int16_t> values_;
};

}  // namespace hexapoda::search
