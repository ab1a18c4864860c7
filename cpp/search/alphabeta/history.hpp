// The history heuristic of one thread: which quiet moves have caused beta cutoffs, in any position, as replies to the
// opponent's last move, and after the side's own last move.
//
// Moves are indexed by slots, small numbers that similar moves share, and earlier moves by kinds, still smaller
// numbers. Both tell the colors apart, so that the replies to a kind and the own moves after it can share a table.
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
  // The scores that apply to the moves of one position: a view of the tables.
  class Scores {
   public:
    // The sum of a move's scores.
    int of(unsigned slot) const {
      int sum = tables_[0][slot];
      if (tables_[1] != nullptr) sum += tables_[1][slot] + tables_[2][slot];
      return sum;
    }
    // Records that a quiet move caused a cutoff.
    void cut(unsigned slot, int depth) { credit(slot, bonus(depth)); }
    // Records that a quiet move, searched before the cutoff move, did not cause a cutoff.
    void failed(unsigned slot, int depth) { credit(slot, -bonus(depth)); }

   private:
    friend class History;
    static constexpr int kLimit = 8192;
    static int bonus(int depth) { return std::min(16 * depth * depth + 32 * depth, 1600); }
    // Large scores decay faster, so that all scores stay within the limit.
    void credit(unsigned slot, int amount) {
      for (std::int16_t* const table : tables_) {
        if (table == nullptr) return;
        table[slot] = static_cast<std::int16_t>(table[slot] + amount - table[slot] * std::abs(amount) / kLimit);
      }
    }

    std::array<std::int16_t*, 3> tables_{};
  };

  // With no kinds, earlier moves make no difference.
  History(unsigned slots, unsigned kinds) : slots_(slots), kinds_(kinds), values_((2 + kinds) * std::size_t{slots}) {}

  unsigned kinds() const { return kinds_; }

  // The scores for a side after moves of these kinds: the opponent's last one and its own.
  Scores of(int side, const std::array<unsigned, 2>& last) {
    Scores scores;
    scores.tables_[0] = table(static_cast<unsigned>(side));
    if (kinds_ > 0)
      for (std::size_t i = 0; i < 2; ++i) scores.tables_[i + 1] = table(2 + last[i]);
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
  std::vector<std::int16_t> values_;
};

}  // namespace hexapoda::search
