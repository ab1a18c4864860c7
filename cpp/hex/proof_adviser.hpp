// Advice from virtual connections and inferior cells: what the solver does at every position, done once at a node.
//
// Dead and captured cells are filled in. If then a colour has a virtual connection from edge to edge, it has won.
// Else the side to move must meet all that the opponent threatens to connect by, and of the moves that do so those
// that others are at least as good as are left out.
#pragma once

#include "hex/advice.hpp"
#include "hex/connections.hpp"
#include "hex/inferior.hpp"

namespace hexapoda::hex {

template <int kWords>
class ProofAdviser : public Adviser<kWords> {
 public:
  // Beyond so many cells a look takes longer than it is worth, and hundreds of megabytes.
  static constexpr int kMostCells = 15 * 15;

  explicit ProofAdviser(Shape shape)
      : ground_(shape), inferior_(ground_), connections_{Links(ground_, {}), Links(ground_, {})} {}

  Advice<kWords> advise(const BitCells<kWords> (&stones)[2], int to_move) override {
    Board board{{proof_set(stones[kBlack]), proof_set(stones[kWhite])}, to_move};
    const int other = 1 - to_move;
    const int filled = inferior_.fill(board).all().size();
    Set moves = ground_.empties(board);
    for (const int color : {kBlack, kWhite})
      if (ground_.joined(board.of[color], color)) return decided(color == to_move, filled, kNoCell, moves);
    Links& own = connections_[to_move];
    own.build(board, to_move, Links::Until::kSemi);
    if (own.full_win() && !own.full_wins().empty()) {
      const Set& carrier = own.full_wins()[0].carrier;
      return decided(true, carrier.size() + filled, static_cast<Cell>(carrier.first()), moves);
    }
    if (!own.full_win() && !own.semi_wins().empty()) {
      const auto& semi = own.semi_wins()[0];
      return decided(true, semi.carrier.size() + filled, static_cast<Cell>(semi.key), moves);
    }
    Links& theirs = connections_[other];
    theirs.build(board, other, Links::Until::kAll);
    if (theirs.full_win() && !theirs.full_wins().empty()) {
      const Set& carrier = theirs.full_wins()[0].carrier;
      return decided(false, carrier.size() + filled, kNoCell, carrier & moves);
    }
    for (const auto& semi : theirs.semi_wins()) moves &= semi.carrier;
    if (moves.empty()) return decided(false, ground_.empties(board).size() + filled, kNoCell, ground_.empties(board));
    moves = inferior_.without_inferior(board, moves);
    Advice<kWords> advice;
    advice.moves = tree_set(moves);
    return advice;
  }

 private:
  // The sizes of sets that connections are compiled for.
  static constexpr int kProofWords = kWords <= 2 ? kWords : (kMaxCells + 63) / 64;
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

  // The winner needs the cells of its connection at most, and those that were filled in; it has the last word.
  static Advice<kWords> decided(bool won, int cells, Cell move, const Set& moves) {
    const int plies = won ? std::max(1, cells - (cells % 2 == 0)) : std::max(2, cells - cells % 2);
    return {won ? Proof::kWon : Proof::kLost, plies, move, tree_set(moves)};
  }

  const Ground<kProofWords> ground_;
  Inferior<kProofWords> inferior_;
  Links connections_[2];
};

}  // namespace hexapoda::hex
