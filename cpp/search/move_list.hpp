// The moves of one node with what the search thinks of them, handed out best first.
//
// A rank and the number of its move share one word, so that the best is a maximum over plain numbers, which a compiler
// turns into vector instructions. Few moves of a list are ever tried: no list is sorted.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace hexapoda::search {

template <class Move>
class MoveList {
 public:
  static constexpr int kMaxMoves = 1 << 12;
  static constexpr int kMaxRank = 1 << 18;  // of either sign

  void clear(int room) {
    size_ = taken_ = 0;
    if (moves_.size() >= static_cast<std::size_t>(room)) return;
    moves_.resize(static_cast<std::size_t>(room));
    keys_.resize(static_cast<std::size_t>(room));
    order_.resize(static_cast<std::size_t>(room));
  }
  void add(Move move, int rank) {
    moves_[size_] = move;
    keys_[size_] = rank * kMaxMoves + (kMaxMoves - 1 - static_cast<int>(size_));  // of equals the first
    ++size_;
  }

  bool empty() const { return taken_ == size_; }
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

  std::size_t size_ = 0, taken_ = 0;
  std::vector<Move> moves_, order_;
  std::vector<std::int32_t> keys_;
};

}  // namespace hexapoda::search
