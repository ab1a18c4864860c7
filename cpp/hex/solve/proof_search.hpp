// Depth-first proof-number search for Hex: the winner of a position with either side to move.
//
// Positions cannot repeat and there are no draws, so two numbers suffice: the proof number, which counts the leaves
// still needed to prove a win for the side to move, and the disproof number, which counts those needed to prove a loss.
// Each new position is filled in, analyzed for virtual connections of the side that is not to move, and reduced to its
// must-play moves. Then the network evaluates it. Only the few moves that the network rates best are searched at first;
// more are added as these are proven to lose (focused df-pn: Arneson, Hayward, Henderson 2011). From its win
// probability come the first numbers of these moves. A position whose search has become long is analyzed again, now for
// the connections of both sides, and with ladders: this decides few positions, and takes several times as long. Rotated
// and mirrored positions share one entry.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "hex/rave/network_policy.hpp"
#include "hex/solve/connections.hpp"
#include "hex/solve/inferior.hpp"
#include "hex/solve/proof_table.hpp"
#include "hex/solve/solve_features.hpp"

namespace hexapoda::hex {

template <int kWords>
class ProofSearch {
 public:
  using Set = BitCells<kWords>;
  using Board = BitStones<kWords>;

  // Several searches, each on its own thread, may share one table. Without a network (nullptr), all moves are
  // searched at once, which takes more positions: on 7x7 two to three times as many.
  ProofSearch(const ProofBoard<kWords>& geometry, const SolveFeatures& features, const NetworkWeights* network,
              ProofTable<kWords>& table);

  // The minimum memory of a search on this many cells, in bytes and without the table. Nearly all of it is for
  // connections.
  static std::size_t min_bytes(int cells) { return Connections<kWords>::min_bytes(cells); }

  // Searches until the position is decided or `over` ends it. `over` is called at every position and within every
  // expensive step. The results are stored in the table. Nothing is searched if a color has already joined its edges
  // and thus won.
  void run(const Board& board, const std::function<bool()>& over);
  // Whether the side to move is proven to win (1) or lose (0); -1 if neither is proven.
  int wins(const Board& board);
  // The winning move of a won position; kNoCell if it needs none, or the position is not known to be won.
  Cell move(const Board& board);
  // The cells of a decided position in which the winner wins, even if all other empty cells are the loser's. Nothing if
  // neither color is proven to win.
  std::optional<Set> needed(const Board& board);
  // The number of positions evaluated below a position; 0 if it is not in the table.
  std::uint32_t work(const Board& board);

 private:
  using Table = ProofTable<kWords>;
  using Entry = typename Table::Entry;
  using Child = typename Table::Child;
  using Links = Connections<kWords>;
  static constexpr std::uint32_t kInfinite = Table::kInfinite;

  struct Canonical {  // a position in the form stored in the table, and its transformations
    Board board;
    ProofKey key;
    bool rotated = false, mirrored = false;
    Set captured[2];  // by each color, when it was filled in; in the original position
  };

  struct Path {  // the positions that led to the current one
    const Path* before;
    ProofKey key;
  };
  struct Choice {  // the numbers of a position and its best child, or a child that is decided
    bool decided = false;
    std::uint32_t sum = 0, least = kInfinite, second = kInfinite;
    Child best;
    std::uint32_t best_proof = 0, best_disproof = kInfinite, best_cost = kInfinite;
  };

  Canonical canonical(Board board, std::optional<Set> added = std::nullopt);  // `added` as in Inferior::fill()
  Canonical canonical_after(const Board& board, Cell move);
  Cell image(Cell cell, const Canonical& canonical) const;
  Set image(Set cells, const Canonical& canonical) const;
  void search(const Board& board, const Path& path, std::uint32_t max_proof, std::uint32_t max_disproof);
  Choice choose(const Entry& entry) const;
  bool superseded(const Path* path) const;
  void settle(const Board& board, const ProofKey& key, const Child& child, std::unique_lock<std::mutex>& lock);
  bool evaluate(const Board& board, const ProofKey& key, std::unique_lock<std::mutex>& lock);
  void look_again(const Board& board, const ProofKey& key, std::unique_lock<std::mutex>& lock);
  void meet_threats(Set& moves, Set& needed) const;
  float rate(const Board& board, Set moves);
  bool expand(const Board& board, WorkLimit& limit);

  const ProofBoard<kWords>& geometry_;
  const SolveFeatures features_;
  Inferior<kWords> inferior_;
  Connections<kWords> connections_;
  std::unique_ptr<NetworkPolicy> network_;
  Table& table_;
  std::function<bool()> over_;
  bool stopped_ = false;
  std::uint64_t nodes_ = 0;
  std::size_t counted_bytes_ = 0;
  // Of the position that is being evaluated.
  std::vector<Cell> moves_;
  std::vector<float> policy_;  // by index in moves_, before they are sorted
  std::vector<Child> children_;
  std::vector<bool> rotated_;  // by index in children_
  Set needed_;                 // see ProofTable::Entry
};

}  // namespace hexapoda::hex
