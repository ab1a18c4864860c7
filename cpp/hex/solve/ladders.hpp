// Ladders along the second row of an edge, which the rules of H-search do not find.
//
// The escape is a cell of the second row, free or occupied by the color, with both cells under it free. A second stone,
// the start, which the opponent blocks from the edge, can run along the second row toward the escape, threatening to go
// down at every step. In the end it is connected to the edge or to the escape, and the two stones are connected to each
// other, via the edge if need be. AND does not find this, because the start alone is not connected to the edge. OR does
// not find it either, because all its parts need the two cells under the escape; yet an intrusion into one of them does
// not help the opponent, because the escape then connects through the other. MoHex finds such connections with
// patterns; here a few types of start are enough.
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

// Finds all ladders on an empty board. A cell near an edge is described by its column along the edge and its height,
// which is 1 at the edge. The cells below (c, h) are (c, h - 1) and (c - 1, h - 1).
template <int kWords>
class Ladders {
 public:
  using List = std::vector<Ladder<kWords>>;

  Ladders(const ProofBoard<kWords>& geometry, int color)
      : geometry_(geometry),
        color_(color),
        wide_(color == kBlack ? geometry.shape().columns : geometry.shape().rows),
        high_(color == kBlack ? geometry.shape().rows : geometry.shape().columns) {}

  List find() {
    list_.clear();
    for (edge_ = 0; edge_ < 2; ++edge_)
      for (const bool left : {false, true})
        for (const Start& start : starts())
          for (int column = 0; column < wide_; ++column) {
            // Mirrored, (c, h) is (h - c, h), so cells below a cell stay below it.
            left_ = left;
            origin_ = left ? column - start.height : column;
            run(start);
          }
    return std::move(list_);
  }

 private:
  using Set = BitCells<kWords>;
  struct Span {
    int height, first, last;  // columns from `first` to `last`
  };
  struct Start {
    int height;               // of the stone, in column 0
    int next;                 // the first column in which the ladder can end
    std::vector<Span> spans;  // cells that must be free in addition to those of the ladder
  };

  // If the opponent takes a cell of the ladder, the stone before that cell connects down to the edge. If the opponent
  // takes one of the two cells under the escape, the color takes the other.
  static const std::vector<Start>& starts() {
    static const std::vector<Start> all = {
        // If the opponent plays under the stone, the color continues beside it on the second row.
        {2, 1, {{1, 0, 0}}},
        {2, 1, {{1, -1, -1}}},
        // The color goes down to (0, 2), or to (-1, 2) if that cell is taken.
        {3, 1, {{2, -1, 0}, {1, -2, 0}}},
        // The color goes down to (0, 3), (-1, 3) or by a bridge to (1, 3), or to (-1, 2) if all three are blocked at
        // once.
        {4, 2, {{4, 1, 1}, {3, -1, 1}, {2, -2, 1}, {1, -3, 1}}},
    };
    return all;
  }

  int cell(int column, int height) const {
    const int along = origin_ + (left_ ? height - column : column);
    if (along < 0 || along >= wide_ || height > high_) return kNoCell;
    const int across = edge_ == 0 ? height - 1 : high_ - height;
    // From the first edge, the board looks rotated by a half-turn.
    const int at = edge_ == 0 ? wide_ - 1 - along : along;
    return color_ == kBlack ? geometry_.shape().at(at, across) : geometry_.shape().at(across, at);
  }
  bool add(int column, int height, Set& cells) const {
    const int at = cell(column, height);
    if (at != kNoCell) cells.add(at);
    return at != kNoCell;
  }

  // Adds the ladders from a start to every escape that fits on the board.
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
      if (add(column - 1, 1, whole)) list_.push_back({from, escape, geometry_.cells() + edge_, whole});
      carrier.add(escape);
    }
  }

  const ProofBoard<kWords>& geometry_;
  const int color_, wide_, high_;
  int edge_ = 0, origin_ = 0;
  bool left_ = false;
  List list_;
};

}  // namespace hexapoda::hex
