// Playouts that the policy of the network begins: each of their first moves is drawn from it, except that an intrusion
// into a bridge of the side to move is answered in the other cell of that bridge. Then bridge-saving playouts estimate
// how often each color wins.
//
// One costs thousands of times as much as a bridge-saving playout, but eight estimate the winner better than a thousand
// of those: docs/experiments/hex-network.md.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "hex/rave/bridge_playout.hpp"
#include "hex/rave/network_policy.hpp"
#include "hex/rules/placement.hpp"

namespace hexapoda::hex {

template <int kWords>
class PolicyPlayout {
 public:
  PolicyPlayout(const Placement& start, const NetworkWeights& weights)
      : start_(start), graph_(start.shape), playout_(graph_), network_(start.shape, weights), board_(start.shape) {}

  // Plays from the start. Returns the share of the bridge-saving playouts at the end that Black wins: 0 or 1 once all
  // of them agree, or when a color has joined its edges. Returns nullopt if the network's weights are damaged.
  std::optional<double> run(search::Random& random) {
    stones_[kBlack] = Set::of(start_.black);
    stones_[kWhite] = Set::of(start_.white);
    board_ = FramedBoard(start_.shape);
    for (const int color : {kBlack, kWhite})
      stones_[color].for_each([&](Cell cell) { board_.put(board_.framed(cell), color); });
    int color = start_.to_move;
    Cell last = start_.last;
    for (int moves = 1;; ++moves) {
      const std::optional<Cell> cell = move(color, last, random);
      if (!cell) return std::nullopt;
      last = *cell;
      stones_[color].add(last);
      board_.put(board_.framed(last), color);
      if (graph_.joined(stones_[color], color)) return color == kBlack;
      color = 1 - color;
      if (moves % kBetween == 0) {
        const int wins = black_wins(color, last, random);
        if (wins == 0 || wins == kPlayouts || moves >= kMoves) return static_cast<double>(wins) / kPlayouts;
      }
    }
  }

 private:
  using Set = BitCells<kWords>;
  static constexpr float kTemperature = 0.4F;
  static constexpr int kMoves = 40;     // the most moves that the policy chooses
  static constexpr int kBetween = 8;    // how many of them there are between two estimates
  static constexpr int kPlayouts = 64;  // of an estimate

  // A cell that saves a bridge if there is one, otherwise one drawn from the policy.
  std::optional<Cell> move(int color, Cell last, search::Random& random) {
    cells_.clear();
    if (last != kNoCell) playout_.for_each_reply(board_, color, last, [&](Cell cell) { cells_.push_back(cell); });
    if (!cells_.empty()) return cells_[random.below(static_cast<std::uint32_t>(cells_.size()))];
    (graph_.all() - stones_[kBlack] - stones_[kWhite]).for_each([&](Cell cell) { cells_.push_back(cell); });
    if (!network_.evaluate(stones_, color, last, cells_, kTemperature, shares_)) return std::nullopt;
    float drawn = static_cast<float>(random.below(1U << 24)) / (1U << 24);
    std::size_t i = 0;
    while (i + 1 < cells_.size() && (drawn -= shares_[i]) >= 0) ++i;
    return cells_[i];
  }

  int black_wins(int to_move, Cell last, search::Random& random) {
    int wins = 0;
    for (int i = 0; i < kPlayouts; ++i) {
      Set all[2] = {stones_[kBlack], stones_[kWhite]};
      wins += playout_.run(board_, all, to_move, last, random);
    }
    return wins;
  }

  const Placement& start_;
  const CellGraph<kWords> graph_;
  BridgePlayout<kWords> playout_;
  NetworkPolicy network_;
  FramedBoard board_;
  Set stones_[2];
  std::vector<Cell> cells_;  // among which a move is chosen
  float shares_[kMaxCells];
};

}  // namespace hexapoda::hex
