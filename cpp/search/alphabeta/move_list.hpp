// The moves of one node with their ordering scores, selected best first.
//
// The rank and the index of a move share one word, so that selecting the best move is a maximum over plain integers,
// which the compiler vectorizes. Most nodes try only a few moves, so the list is never sorted.
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
  static constexpr int kMaxRank = 1 << 18;  // maximum absolute value

  // Refills the list with `moves`, each ranked by rank(move). Moves of equal rank keep their order. There may be at
  // most kMaxMoves moves, and ranks must be from -kMaxRank to kMaxRank.
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
  // Removes the move at this index in the list passed to fill(). It must not have been taken or dropped.
  void drop(std::size_t index) {
    keys_[index] = kTaken;
    ++dropped_;
  }

  bool empty() const { return taken_ + dropped_ == size_; }
  // Takes the best remaining move. The list must not be empty.
  Move take() {
    std::int32_t best = kTaken;
    for (std::size_t i = 0; i < size_; ++i) best = std::max(best, keys_[i]);
    const auto index = static_cast<std::size_t>(kMaxMoves - 1 - (best & (kMaxMoves - 1)));
    keys_[index] = kTaken;
    return order_[taken_++] = moves_[index];
  }

  int taken_count() const { return static_cast<int>(taken_); }
  // The move that call number `index` of take() returned, counting from 0.
  Move taken_move(int index) const { return order_[static_cast<std::size_t>(index)]; }

 private:
  static constexpr std::int32_t kTaken = std::numeric_limits<std::int32_t>::min();

  std::size_t size_ = 0, taken_ = 0, dropped_ = 0;
  std::vector<Move> moves_, order_;
  std::vector<std::int32_t> keys_;
};

}  // namespace hexapoda::search
