// Depth-first proof-number search for Hex: who wins a position, whoever moves.
//
// No position of Hex recurs and no game is drawn, so every position is won for one side and the search needs two
// numbers only: how many leaves must yet be won to prove that the side to move wins, and how many to prove that it
// loses. Each position that is looked at is filled in, asked for virtual connections, and left with the moves that
// must be played; most are decided by then. Of the others only the best few moves take part at first, by an evaluation,
// and others as these are lost (Arneson, Hayward, Henderson 2011, who call it focused). Positions that are turned or
// mirrored images of each other are one.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "hex/solve/inferior.hpp"
#include "hex/solve/proof_table.hpp"
#include "hex/solve/resistance.hpp"
#include "hex/solve/solve_features.hpp"

namespace hexapoda::hex {

template <int kWords>
class ProofSearch {
 public:
  using Set = BitCells<kWords>;
  using Board = BitStones<kWords>;

  // Several searches, each on a thread of its own, may share one table.
  ProofSearch(const ProofBoard<kWords>& ground, const SolveFeatures& features, ProofTable& table);

  // What a search of a board with so many cells takes at least beside the table; nearly all of it is connections.
  static std::size_t least_bytes(int cells) { return 2 * Connections<kWords>::least_bytes(cells); }

  // Searches until the position is decided or `over` ends it, which is checked at every position and within every
  // expensive step. The results are in the table. A color that has already joined its edges has won.
  void run(const Board& board, const std::function<bool()>& over);
  // Whether the side to move is known to win; -1 when neither that nor the contrary is known.
  int wins(const Board& board);
  // Of a decided position: the proof's move if the side to move wins and has one, or the answer that took most work, or
  // kNoCell if none was needed.
  Cell move(const Board& board);
  // How many positions were evaluated below one, 0 if it is not in the table.
  std::uint32_t work(const Board& board);

 private:
  static constexpr std::uint32_t kInfinite = ProofTable::kInfinite;
  using Child = ProofTable::Child;

  struct Known {  // a position as the search sees it, and how it came from the one it was given
    Board board;
    ProofKey key;
    bool rotated = false, mirrored = false;
  };

  struct Path {  // the positions that led to one
    const Path* before;
    ProofKey key;
  };
  struct Choice {  // what to do next at a position
    std::uint32_t sum = 0, least = kInfinite, second = kInfinite;
    ProofTable::Child best;
    std::uint32_t best_proof = 0, best_refutation = kInfinite, best_worth = kInfinite;
  };

  Known known(Board board);
  Cell image(Cell cell, const Known& known) const;
  void search(const Board& board, const Path& path, std::uint32_t most_proof, std::uint32_t most_refutation);
  Choice choose(const ProofTable::Entry& entry) const;
  bool needless(const Path* path) const;
  bool evaluate(const Board& board, const ProofKey& key, std::unique_lock<std::mutex>& lock);
  bool order(const Board& board, Set moves, WorkLimit& limit);

  const ProofBoard<kWords>& ground_;
  const SolveFeatures features_;
  Inferior<kWords> inferior_;
  std::unique_ptr<Connections<kWords>> connections_[2];
  Resistance<kWords> resistance_;
  ProofTable& table_;
  std::function<bool()> over_;
  bool stopped_ = false;
  std::uint64_t nodes_ = 0;
  std::size_t counted_bytes_ = 0;
  std::vector<double> worth_;
  std::vector<Child> children_;
};

}  // namespace hexapoda::hex
