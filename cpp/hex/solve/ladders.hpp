// Ladders along the second row of an edge, which the rules of H-search do not find.
//
// Let the escape be a cell of the second row with both cells under it free, where the colour may play yet. A second
// stone, the start, that the opponent keeps from the edge may run along the second row towards the escape, a threat to
// go down at every step. In the end it is joined to the edge or to the escape, and the two stones are joined with each
// other, over the edge if need be. AND does not see that, for the start alone is not joined to the edge, nor does OR,
// for all its parts need the two cells under the escape: to take one of them helps the opponent nowhere, the escape
// takes the other. MoHex has such connections among its patterns. Here they are few.
#pragma once

#include <utility>
#include <vector>

#include "hex/solve/proof_board.hpp"

namespace hexapoda::hex {

template <int kWords>
struct Ladder {
  int start, escape;  // cells
  int edge;           // the node of the edge
  BitCells<kWords> carrier;
};

// All ladders of a board without stones. A cell by an edge is told by its column along the edge and its height over it,
// 1 at the edge; below (c, h) are (c, h - 1) and (c - 1, h - 1).
template <int kWords>
class Ladders {
 public:
  using List = std::vector<Ladder<kWords>>;

  Ladders(const ProofBoard<kWords>& ground, int color)
      : ground_(ground),
        color_(color),
        wide_(color == kBlack ? ground.shape().columns : ground.shape().rows),
        high_(color == kBlack ? ground.shape().rows : ground.shape().columns) {}

  List find() {
    list_.clear();
    for (edge_ = 0; edge_ < 2; ++edge_)
      for (const bool left : {false, true})
        for (const Start& start : starts())
          for (int column = 0; column < wide_; ++column) {
            // Mirrored, (c, h) is (h - c, h): what is below a cell stays below it.
            left_ = left;
            origin_ = left ? column - start.height : column;
            run(start);
          }
    return std::move(list_);
  }

 private:
  using Set = BitCells<kWords>;
  struct Span {
    int height, first, last;  // columns
  };
  struct Start {
    int height;               // of the stone, in column 0
    int next;                 // the first column where the ladder can end
    std::vector<Span> spans;  // cells that must be free beside those of the ladder
  };

  // Whatever the opponent takes of the ladder itself, the stone before it goes down; one of the two cells under the
  // escape is answered by the other.
  static const std::vector<Start>& starts() {
    static const std::vector<Start> all = {
        // Hit under the stone, it steps to the second row beside it.
        {2, 1, {{1, 0, 0}}},
        {2, 1, {{1, -1, -1}}},
        // It goes down to (0, 2), or to (-1, 2) if that is hit.
        {3, 1, {{2, -1, 0}, {1, -2, 0}}},
        // It goes down to (0, 3), (-1, 3) or by a bridge to (1, 3); where all three are hit at once, to (-1, 2).
        {4, 2, {{4, 1, 1}, {3, -1, 1}, {2, -2, 1}, {1, -3, 1}}},
    };
    return all;
  }

  int cell(int column, int height) const {
    const int along = origin_ + (left_ ? height - column : column);
    if (along < 0 || along >= wide_ || height > high_) return kNoCell;
    const int across = edge_ == 0 ? height - 1 : high_ - height;
    // Seen from the first edge, the board is turned by half.
    const int at = edge_ == 0 ? wide_ - 1 - along : along;
    return color_ == kBlack ? ground_.shape().at(at, across) : ground_.shape().at(across, at);
  }
  bool add(int column, int height, Set& cells) const {
    const int at = cell(column, height);
    if (at != kNoCell) cells.add(at);
    return at != kNoCell;
  }

  // The ladders of a start to all escapes that the board has room for.
  void run(const Start& start) {
    Set carrier;
    const int from = cell(0, start.height);
    for (const Span& span : start.spans)
      for (int column = span.first; column <= span.last; ++column)
        if (!add(column, span.height, carrier)) return;
    for (int column = start.next; from != kNoCell; ++column) {
      const int escape = cell(column, 2);
      if (escape == kNoCell || !add(column, 1, carrier)) return;
      Set whole = carrier;
      if (add(column - 1, 1, whole)) list_.push_back({from, escape, ground_.cells() + edge_, whole});
      carrier.add(escape);
    }
  }

  const ProofBoard<kWords>& ground_;
  const int color_, wide_, high_;
  int edge_ = 0, origin_ = 0;
  bool left_ = false;
  List list_;
};

}  // namespace hexapoda::hex
