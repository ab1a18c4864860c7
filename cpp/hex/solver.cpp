#include "hex/solver.hpp"

#include <algorithm>
#include <limits>

#include "hex/crew.hpp"
#include "hex/proof_search.hpp"

namespace hexapoda::hex {

namespace {

template <int kWords>
class SolverOf : public Solver {
 public:
  SolverOf(Shape shape, const SolveFeatures& features, int threads, std::size_t megabytes)
      : ground_(shape), features_(features), table_(megabytes << 20) {
    for (int i = 0; i < threads; ++i)
      searches_.push_back(std::make_unique<ProofSearch<kWords>>(ground_, features, table_));
  }

  int winner(const Placement& placement, const Stop& stop) override {
    return winner(bit_stones<kWords>(placement), stop);
  }

  Cell best(const Placement& placement, const Stop& stop) override {
    const auto board = bit_stones<kWords>(placement);
    const int winner = this->winner(board, stop);
    if (winner < 0) return kNoCell;
    const auto cells = candidates(board, winner);
    if (winner != board.to_move) return static_cast<Cell>(cells.front());
    for (const int cell : cells)
      if (this->winner(after(board, cell), stop) == winner) return static_cast<Cell>(cell);
    return kNoCell;
  }

  std::vector<Cell> contenders(const Placement& placement) override {
    const auto board = bit_stones<kWords>(placement);
    auto cells = ground_.empties(board);
    if (features_.connections && features_.must_play) {
      Connections<kWords> threats(ground_, {features_.captures, features_.or_rule});
      threats.build(board, 1 - board.to_move, Connections<kWords>::Until::kAll);
      if (threats.full_win()) return {};
      for (const auto& semi : threats.semi_wins()) cells &= semi.carrier;
    }
    std::vector<Cell> list;
    cells.for_each([&](int cell) { list.push_back(static_cast<Cell>(cell)); });
    return list;
  }

  std::uint64_t nodes() const override { return table_.nodes(); }

 private:
  using Board = BitStones<kWords>;

  static Board after(Board board, int cell) {
    board.of[board.to_move].add(cell);
    board.to_move = 1 - board.to_move;
    return board;
  }
  int winner(const Board& board, const Stop& stop) {
    Crew crew(static_cast<int>(searches_.size()), std::numeric_limits<double>::infinity(), stop);
    crew.run([&](int worker) {
      searches_[worker]->run(board, [&] { return crew.over(worker); });
      crew.halt();
    });
    const int wins = searches_[0]->wins(board);
    return wins < 0 ? -1 : wins > 0 ? board.to_move : 1 - board.to_move;
  }

  // All moves of a decided position, those first that bring its end nearer by what the winner has connected, and then
  // those of the proof.
  std::vector<int> candidates(const Board& board, int winner) {
    std::vector<int> cells;
    Connections<kWords> connections(ground_, {features_.captures, features_.or_rule});
    connections.build(board, winner, Connections<kWords>::Until::kAll);
    if (board.to_move != winner) {
      if (connections.full_win()) add(connections.full_wins()[0].carrier, cells);
    } else if (connections.full_win()) {
      // Each of its cells leaves less to do; the less the better.
      std::vector<std::pair<int, int>> rest;
      Connections<kWords> after_it(ground_, {features_.captures, features_.or_rule});
      connections.full_wins()[0].carrier.for_each([&](int cell) {
        after_it.build(after(board, cell), winner, Connections<kWords>::Until::kAll);
        if (after_it.full_win())
          rest.emplace_back(after_it.full_wins().empty() ? 0 : after_it.full_wins()[0].carrier.size(), cell);
      });
      std::sort(rest.begin(), rest.end());
      for (const auto& [size, cell] : rest) cells.push_back(cell);
    } else {
      auto semis = connections.semi_wins();
      std::stable_sort(semis.begin(), semis.end(),
                       [](const auto& a, const auto& b) { return a.carrier.size() < b.carrier.size(); });
      for (const auto& semi : semis) cells.push_back(semi.key);
    }
    const auto empty = ground_.empties(board);
    const Cell proven = searches_[0]->move(board);
    if (proven != kNoCell && empty.has(proven)) cells.push_back(proven);
    add(empty, cells);
    return cells;
  }
  static void add(const BitCells<kWords>& set, std::vector<int>& cells) {
    set.for_each([&](int cell) { cells.push_back(cell); });
  }

  Ground<kWords> ground_;
  SolveFeatures features_;
  ProofTable table_;
  std::vector<std::unique_ptr<ProofSearch<kWords>>> searches_;
};

}  // namespace

std::size_t Solver::least_megabytes(Shape shape, int threads) {
  return with_proof_words(shape, [&](auto words) {
    const std::size_t searches = static_cast<std::size_t>(threads) * ProofSearch<words>::least_bytes(shape.cells());
    return ((searches + ProofTable::kLeastBytes - 1) >> 20) + 1;
  });
}

std::unique_ptr<Solver> Solver::make(Shape shape, const SolveFeatures& features, int threads, std::size_t megabytes) {
  return with_proof_words(shape, [&](auto words) -> std::unique_ptr<Solver> {
    return std::make_unique<SolverOf<words>>(shape, features, threads, megabytes);
  });
}

}  // namespace hexapoda::hex
