#include "hex/solve/solver.hpp"

#include <algorithm>
#include <compare>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <memory>
#include <mutex>
#include <span>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

#include "hex/solve/proof_search.hpp"
#include "search/thread_team.hpp"

namespace hexapoda::hex {

namespace {

constexpr std::uint64_t kUnansweredNodes = 200;  // node limit for proving that a move need not be answered

template <int kWords>
class SolverOf : public Solver {
 public:
  SolverOf(Shape shape, const SolveFeatures& features, int threads, std::size_t megabytes,
           std::shared_ptr<const NetworkWeights> network)
      : geometry_(shape),
        inferior_(geometry_),
        features_(features),
        network_(std::move(network)),
        table_(megabytes << 20) {
    for (int i = 0; i < threads; ++i)
      searches_.push_back(std::make_unique<ProofSearch<kWords>>(geometry_, features, network_.get(), table_));
  }

  int winner(const Placement& placement, const Stop& stop) override {
    return winner(bit_stones<kWords>(placement), stop);
  }

  Cell best(const Placement& placement, const Stop& stop) override {
    const auto board = bit_stones<kWords>(placement);
    const int winning_color = winner(board, stop);
    if (winning_color < 0) return kNoCell;
    WorkLimit limit(&stop);
    if (winning_color != board.to_move) return hardest(board, winning_color, limit, stop);
    for (const int cell : winning_candidates(board, limit)) {
      const int result = limit.check() ? winner(board.after(cell), stop) : -1;
      if (result == winning_color) return static_cast<Cell>(cell);
      if (result < 0) break;
    }
    return kNoCell;
  }

  std::vector<Cell> contenders(const Placement& placement, const Stop& stop) override {
    const auto board = bit_stones<kWords>(placement);
    auto cells = geometry_.empties(board);
    if (features_.connections && features_.must_play) {
      WorkLimit limit(&stop);
      Links& threats = create_once(links_);
      threats.build(board, 1 - board.to_move, Links::Until::kAll, limit);
      if (threats.full_win()) return {};
      for (const auto& semi : threats.semi_wins()) cells &= semi.carrier;
    }
    std::vector<Cell> list;
    cells.for_each([&](int cell) { list.push_back(static_cast<Cell>(cell)); });
    return list;
  }

  std::optional<std::vector<Cell>> needed(const Placement& placement) override {
    const auto cells = searches_[0]->needed(bit_stones<kWords>(placement));
    if (!cells) return std::nullopt;
    std::vector<Cell> list;
    cells->for_each([&](int cell) { list.push_back(static_cast<Cell>(cell)); });
    return list;
  }

  std::vector<std::uint8_t> proofs(std::uint32_t work) override {
    const std::lock_guard lock(table_.mutex());
    std::vector<std::uint8_t> bytes;
    table_.for_each_proof(work, [&](const KeptProof& proof) {
      const auto* const begin = reinterpret_cast<const std::uint8_t*>(&proof);
      bytes.insert(bytes.end(), begin, begin + sizeof(proof));
    });
    return bytes;
  }

  void restore(std::span<const std::uint8_t> bytes) override {
    const auto cells = Set::below(geometry_.shape().cells());
    std::vector<KeptProof> kept(bytes.size() / sizeof(KeptProof));
    if (!kept.empty()) std::memcpy(kept.data(), bytes.data(), kept.size() * sizeof(KeptProof));
    if (bytes.size() % sizeof(KeptProof) != 0 || !std::ranges::all_of(kept, [&](const KeptProof& proof) {
          return proof.won <= 1 && (proof.move == kNoCell || proof.move < geometry_.shape().cells()) &&
                 proof.needed.within(cells);
        }))
      throw std::invalid_argument("these bytes are not proofs of a solver for this board");
    // If not all fit into memory, those that took the most work are worth the most.
    std::ranges::stable_sort(kept, std::greater(), &KeptProof::work);
    const std::lock_guard lock(table_.mutex());
    for (const KeptProof& proof : kept) table_.restore(proof);
  }

  std::uint64_t nodes() const override { return table_.nodes(); }

 private:
  using Board = BitStones<kWords>;
  using Set = BitCells<kWords>;
  using Links = Connections<kWords>;
  using KeptProof = typename ProofTable<kWords>::Proof;
  static_assert(std::has_unique_object_representations_v<KeptProof>);  // there is no padding, so its bytes are known

  // How hard a move of the losing side is to refute; see hardest().
  struct Effort {
    int connection;  // the winner's best after the move: 0 virtual, 1 semi, 2 none
    bool worthwhile;
    std::uint32_t work;
    int negated_keys;
    int carrier;
    auto operator<=>(const Effort&) const = default;
  };

  // Creates the connections for choosing moves on first use, because winner() does not need them and they take much
  // memory on a large board.
  Links& create_once(std::unique_ptr<Links>& links) {
    if (!links)
      links = std::make_unique<Links>(geometry_, typename Links::Switches{features_.captures, features_.or_rule});
    return *links;
  }
  int winner(const Board& board, const Stop& stop) {
    search::ThreadTeam team(static_cast<int>(searches_.size()), std::numeric_limits<double>::infinity(), stop);
    team.run([&](int worker) {
      searches_[worker]->run(board, [&] { return team.over(worker); });
      team.halt();
    });
    const int wins = searches_[0]->wins(board);
    return wins < 0 ? -1 : wins > 0 ? board.to_move : 1 - board.to_move;
  }

  // The moves of a won position in the order in which to try them: first those that shorten or complete the winner's
  // connection, then the move of the proof, then all others. The list is incomplete if `limit` is reached.
  std::vector<int> winning_candidates(const Board& board, WorkLimit& limit) {
    const int winner = board.to_move;
    std::vector<int> cells;
    Links& connections = create_once(links_);
    connections.build(board, winner, Links::Until::kAll, limit);
    if (connections.full_win()) {
      // A stone on a cell of the connection may shorten it. The fewer cells remain, the better.
      std::vector<std::pair<int, int>> rest;
      Links& after_it = create_once(links_after_);
      connections.full_wins()[0].carrier.for_each([&](int cell) {
        if (!limit.check()) return;
        after_it.build(board.after(cell), winner, Links::Until::kAll, limit);
        if (after_it.full_win())
          rest.emplace_back(after_it.full_wins().empty() ? 0 : after_it.full_wins()[0].carrier.size(), cell);
      });
      std::sort(rest.begin(), rest.end());
      for (const auto& [size, cell] : rest) cells.push_back(cell);
    } else {
      const auto found = connections.semi_wins();
      std::vector<typename Links::Semi> semis(found.begin(), found.end());
      std::stable_sort(semis.begin(), semis.end(),
                       [](const auto& a, const auto& b) { return a.carrier.size() < b.carrier.size(); });
      for (const auto& semi : semis) cells.push_back(semi.key);
    }
    const auto empty = geometry_.empties(board);
    const Cell proven = searches_[0]->move(board);
    if (proven != kNoCell && empty.has(proven)) cells.push_back(proven);
    append(empty, cells);
    return cells;
  }

  // The move of the losing side that is hardest to refute. The best moves leave the winner no connection, the next best
  // only semi-connections. Ties are broken in this order: the move is not inferior, its refutation took the most work,
  // the winner has the fewest keys left, and the winner's connection needs the most cells. A move that the winner need
  // not answer comes last.
  Cell hardest(const Board& board, int winner, WorkLimit& limit, const Stop& stop) {
    Links& connections = create_once(links_);
    connections.build(board, winner, Links::Until::kAll, limit);
    const Set empty = geometry_.empties(board);
    Set moves = empty;
    for (const auto& full : connections.full_wins()) moves &= full.carrier;
    if (!connections.full_win())
      for (const auto& semi : connections.semi_wins()) moves &= semi.carrier;
    if (moves.empty()) moves = empty;
    const Set worthwhile = inferior_.without_inferior(board, moves);
    std::vector<std::pair<Effort, Cell>> efforts;
    moves.for_each([&](int cell) {
      if (!limit.check()) return;
      const Board next = board.after(cell);
      connections.build(next, winner, Links::Until::kAll, limit);
      const bool kept = worthwhile.has(cell);
      Effort effort{2, kept, searches_[0]->work(next), 0, 0};
      if (connections.full_win()) {
        effort = {0, kept, 0, 0, connections.full_wins().empty() ? 0 : connections.full_wins()[0].carrier.size()};
      } else if (!connections.semi_wins().empty()) {
        Set keys;
        int fewest = geometry_.cells();
        for (const auto& semi : connections.semi_wins()) {
          keys.add(semi.key);
          fewest = std::min(fewest, semi.carrier.size());
        }
        effort = {1, kept, 0, -keys.size(), fewest};
      }
      efforts.emplace_back(effort, static_cast<Cell>(cell));
    });
    std::stable_sort(efforts.begin(), efforts.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    for (const auto& [effort, cell] : efforts) {
      if (!limit.check()) break;
      if (effort.connection == 0 || !wins_unanswered(board, cell, winner, stop)) return cell;
    }
    return limit.check() && !efforts.empty() ? efforts.front().second : kNoCell;
  }

  // Whether the winner still wins if the losing side plays this move and then a second move. False if that is not
  // proven within kUnansweredNodes.
  bool wins_unanswered(const Board& board, int cell, int winner, const Stop& stop) {
    Board next = board.after(cell);
    next.to_move = board.to_move;
    const std::uint64_t most = table_.nodes() + kUnansweredNodes;
    searches_[0]->run(next, [&] { return table_.nodes() >= most || stop(); });
    return searches_[0]->wins(next) == (winner == next.to_move ? 1 : 0);
  }
  static void append(const Set& set, std::vector<int>& cells) {
    set.for_each([&](int cell) { cells.push_back(cell); });
  }

  ProofBoard<kWords> geometry_;
  Inferior<kWords> inferior_;
  SolveFeatures features_;
  std::shared_ptr<const NetworkWeights> network_;
  ProofTable<kWords> table_;
  std::vector<std::unique_ptr<ProofSearch<kWords>>> searches_;
  std::unique_ptr<Links> links_, links_after_;  // see create_once()
};

}  // namespace

std::size_t Solver::min_megabytes(Shape shape, int threads) {
  return with_proof_words(shape, [&](auto words) {
    const std::size_t searches = static_cast<std::size_t>(threads) * ProofSearch<words>::min_bytes(shape.cells());
    return ((searches + ProofTable<words>::kMinBytes - 1) >> 20) + 1;
  });
}

std::unique_ptr<Solver> Solver::make(Shape shape, const SolveFeatures& features, int threads, std::size_t megabytes,
                                     std::shared_ptr<const NetworkWeights> network) {
  return with_proof_words(shape, [&](auto words) -> std::unique_ptr<Solver> {
    return std::make_unique<SolverOf<words>>(shape, features, threads, megabytes, std::move(network));
  });
}

}  // namespace hexapoda::hex
