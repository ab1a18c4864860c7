// The moves of one node with what the search thinks of them, handed out best first.
//
// A rank and the number of its move share one word, so that the best is a maximum over plain numbers, which a compiler
// turns into vector instructions. Few moves of a list are ever tried: no list is sorted.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace hexapoda::search {

template <class Move>
class MoveList {
 public:
  static constexpr int kMaxMoves = 1 << 12;
  static constexpr int kMaxRank = 1 << 18;  // of either sign

  // Takes the moves anew, with rank(move) of each; of equals the first is the best.
  template <class Rank>
  void fill(std::span<const Move> moves, Rank rank) {
    taken_ = dropped_ = 0;
    size_ = moves.size();
    if (moves_.size() < size_) {
      moves_.resize(size_);
      keys_.resize(size_);
      order_.resize(size_);
    }
    std::copy(moves.begin(), moves.end(), moves_.begin());
    std::int32_t* const keys = keys_.data();
    for (std::size_t i = 0; i < moves.size(); ++i)
      keys[i] = rank(moves[i]) * kMaxMoves + (kMaxMoves - 1 - static_cast<int>(i));
  }
  // Takes the move of that index, which has not been handed out, off the list.
  void drop(std::size_t index) {
    keys_[index] = kTaken;
    ++dropped_;
  }

  bool empty() const { return taken_ + dropped_ == size_; }
  // The best of those that are left.
  Move take() {
    std::int32_t best = kTaken;
    for (std::size_t i = 0; i < size_; ++i) best = std::max(best, keys_[i]);
    const auto index = static_cast<std::size_t>(kMaxMoves - 1 - (best & (kMaxMoves - 1)));
    keys_[index] = kTaken;
    return order_[taken_++] = moves_[index];
  }

  int taken() const { return static_cast<int>(taken_); }
  // The move that was taken as number `index`, from 0.
  Move taken(int index) const { return order_[static_cast<std::size_t>(index)]; }

 private:
  static constexpr std::int32_t kTaken = std::numeric_limits<std::int32_t>::min();

  std::size_t size_ = 0, taken_ = 0, dropped_ = 0;
  std::vector<Move> moves_, order_;
  std::vector<std::int32_t> keys_;
};

}  // namespace hexapoda::search
