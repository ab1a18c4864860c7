// Advice from virtual connections and inferior cells: the solver's analysis of a position, with ladders added. The
// search runs it once per node.
//
// Dead and captured cells are filled in. If a color then has a virtual connection from edge to edge, it wins; the side
// to move needs only a semi-connection. Otherwise the side to move must meet all of the opponent's threats. Of the
// moves that do, inferior ones are omitted.
#pragma once

#include "hex/rave/advice.hpp"
#include "hex/solve/connections.hpp"
#include "hex/solve/inferior.hpp"

namespace hexapoda::hex {

template <int kWords>
class ProofAdviser : public Adviser<kWords> {
 public:
  // On larger boards an analysis costs more than it gains.
  static constexpr int kMaxAdvisedCells = 15 * 15;

  explicit ProofAdviser(Shape shape, ConnectionBounds bounds = {})
      : geometry_(shape),
        inferior_(geometry_),
        connections_{Links(geometry_, {}, bounds), Links(geometry_, {}, bounds)} {}

  Advice<kWords> advise(const BitCells<kWords> (&stones)[2], int to_move, const WorkLimit::Stop& stop,
                        std::uint64_t steps) override {
    Board board{{proof_set(stones[kBlack]), proof_set(stones[kWhite])}, to_move};
    const Set free = geometry_.empties(board);
    const int other = 1 - to_move;
    const auto fill = inferior_.fill(board);
    const int filled = fill.all().size();
    Set moves = geometry_.empties(board);
    for (const int color : {kBlack, kWhite})
      if (geometry_.joined(board.of[color], color)) {
        // Filling does not change the winner, whoever moves, and an extra stone does no harm, so every move wins.
        const Set& own = fill.captured[to_move];
        const Cell move = static_cast<Cell>((own.empty() ? free : own).first());
        if (color == to_move) return decided(true, filled, move, moves);
        return decided(false, filled, kNoCell, fill.captured[other].empty() ? free : fill.captured[other]);
      }
    // Each color may spend half of the steps.
    WorkLimit own_limit(&stop, steps / 2);
    Links& own = connections_[to_move];
    own.build(board, to_move, Links::Until::kSemi, own_limit);
    if (own.full_win() && !own.full_wins().empty()) {
      const Set& carrier = own.full_wins()[0].carrier;
      return decided(true, carrier.size() + filled, static_cast<Cell>(carrier.first()), moves, own_limit.used());
    }
    if (!own.full_win() && !own.semi_wins().empty()) {
      const auto& semi = own.semi_wins()[0];
      return decided(true, semi.carrier.size() + filled, static_cast<Cell>(semi.key), moves, own_limit.used());
    }
    WorkLimit their_limit(&stop, steps / 2);
    Links& theirs = connections_[other];
    if (!own_limit.stopped()) theirs.build(board, other, Links::Until::kAll, their_limit);
    const std::uint64_t used = own_limit.used() + their_limit.used();
    Advice<kWords> advice;
    advice.must_play = advice.moves = tree_set(moves);
    advice.steps = used;
    if (own_limit.stopped()) return advice;
    if (theirs.full_win() && !theirs.full_wins().empty()) {
      const Set& carrier = theirs.full_wins()[0].carrier;
      return decided(false, carrier.size() + filled, kNoCell, carrier & moves, used);
    }
    for (const auto& semi : theirs.semi_wins()) moves &= semi.carrier;
    if (moves.empty()) {
      const Set empty = geometry_.empties(board);
      return decided(false, empty.size() + filled, kNoCell, empty, used);
    }
    advice.must_play = tree_set(moves);
    advice.moves = tree_set(inferior_.without_inferior(board, moves));
    return advice;
  }

 private:
  // The number of words of a set of cells. Connections are compiled for fewer sizes than the tree.
  static constexpr int kProofWords = kWords <= 2 ? kWords : kWords <= 4 ? 4 : (kMaxCells + 63) / 64;
  using Set = BitCells<kProofWords>;
  using Board = BitStones<kProofWords>;
  using Links = Connections<kProofWords>;

  static Set proof_set(const BitCells<kWords>& cells) {
    Set set;
    std::copy(cells.words.begin(), cells.words.end(), set.words.begin());
    return set;
  }
  static BitCells<kWords> tree_set(const Set& cells) {
    BitCells<kWords> set;
    std::copy_n(cells.words.begin(), kWords, set.words.begin());
    return set;
  }

  // The winner needs at most the cells of its connection and the filled-in cells, and plays last.
  static Advice<kWords> decided(bool won, int cells, Cell move, const Set& moves, std::uint64_t steps = 0) {
    const int plies = won ? std::max(1, cells - (cells % 2 == 0)) : std::max(2, cells - cells % 2);
    const BitCells<kWords> resisting = tree_set(moves);
    return {won ? Proof::kWon : Proof::kLost, plies, move, resisting, resisting, steps};
  }

  const ProofBoard<kProofWords> geometry_;
  Inferior<kProofWords> inferior_;
  Links connections_[2];
};

}  // namespace hexapoda::hex
