// Playouts that save bridges: moves are random, except that an intrusion into a bridge of the side to move is answered
// in the other cell of that bridge.
//
// Two stones, or a stone and its edge, with two free common neighbors form a bridge. They are connected if their owner
// answers every intrusion. Random play loses half of the bridges; playouts that save them estimate the winner far
// better.
#pragma once

#include <array>
#include <cstring>
#include <vector>

#include "hex/rules/cell_graph.hpp"
#include "search/random.hpp"

namespace hexapoda::hex {

// The board with a one-cell frame around it. The cells of the frame belong to the owners of the edges.
class FramedBoard {
 public:
  static constexpr std::uint8_t kFree = 2, kNobody = 3;
  static constexpr int kMaxFramed = (kMaxSide + 2) * (kMaxSide + 2);

  explicit FramedBoard(Shape shape)
      : stride_(shape.columns + 2), size_(static_cast<std::size_t>(stride_ * (shape.rows + 2))) {
    owners_.fill(kNobody);
    for (int cell = 0; cell < shape.cells(); ++cell) {
      const auto at = static_cast<Cell>(cell);
      framed_[at] = index(shape.column_of(at), shape.row_of(at));
      owners_[framed_[at]] = kFree;
    }
    for (int column = 0; column < shape.columns; ++column) {
      owners_[index(column, -1)] = kBlack;
      owners_[index(column, shape.rows)] = kBlack;
    }
    for (int row = 0; row < shape.rows; ++row) {
      owners_[index(-1, row)] = kWhite;
      owners_[index(shape.columns, row)] = kWhite;
    }
    for (std::size_t i = 0; i < kSteps.size(); ++i) steps_[i] = kSteps[i].row * stride_ + kSteps[i].column;
  }

  std::uint16_t framed(Cell cell) const { return framed_[cell]; }

  std::uint8_t owner(std::uint16_t at) const { return owners_[at]; }
  void put(std::uint16_t at, int color) { owners_[at] = static_cast<std::uint8_t>(color); }
  void assign(const FramedBoard& other) { std::memcpy(owners_.data(), other.owners_.data(), size_); }

  // The owners of the six neighbors in circular order, as two bits each.
  unsigned ring(std::uint16_t at) const {
    unsigned code = 0;
    for (std::size_t i = 0; i < steps_.size(); ++i) code |= static_cast<unsigned>(owners_[at + steps_[i]]) << 2 * i;
    return code;
  }
  std::uint16_t neighbor(std::uint16_t at, int i) const { return static_cast<std::uint16_t>(at + steps_[i]); }

 private:
  std::uint16_t index(int column, int row) const {
    return static_cast<std::uint16_t>((row + 1) * stride_ + column + 1);
  }

  int stride_;
  std::size_t size_;
  std::array<int, 6> steps_{};
  std::array<std::uint16_t, kMaxCells> framed_;
  std::array<std::uint8_t, kMaxFramed> owners_;
};

// A table of the replies that save a bridge, by color and by the ring of the opponent's last move. The replies are
// neighbors of that move, stored as bits.
class BridgeReplies {
 public:
  BridgeReplies() {
    for (const int color : {kBlack, kWhite})
      for (unsigned code = 0; code < 4096; ++code) {
        const auto owner = [&](int i) { return static_cast<int>(code >> 2 * (i % 6) & 3); };
        std::uint8_t replies = 0;
        for (int i = 0; i < 6; ++i)
          if (owner(i) == FramedBoard::kFree && owner(i + 5) == color && owner(i + 1) == color) replies |= 1 << i;
        table_[static_cast<std::size_t>(color)][code] = replies;
      }
  }
  std::uint8_t operator()(int color, unsigned ring) const { return table_[static_cast<std::size_t>(color)][ring]; }

 private:
  std::array<std::array<std::uint8_t, 4096>, 2> table_;
};

template <int kWords>
class BridgePlayout {
 public:
  using Set = BitCells<kWords>;

  explicit BridgePlayout(const CellGraph<kWords>& graph) : graph_(graph), board_(graph.shape()) {
    for (int cell = 0; cell < graph.shape().cells(); ++cell)
      cells_[board_.framed(static_cast<Cell>(cell))] = static_cast<Cell>(cell);
  }

  // Plays the game to its end. `stones` are the stones of `board`, `last` is the last move (kNoCell: none) and
  // `to_move` plays next. Returns whether Black wins; `stones` then holds the full board.
  bool run(const FramedBoard& board, Set (&stones)[2], int to_move, Cell last, search::Random& random) {
    board_.assign(board);
    std::uint32_t left = 0;
    (graph_.all() - stones[0] - stones[1]).for_each([&](Cell cell) {
      const std::uint16_t at = board_.framed(cell);
      list_[left] = at;
      places_[at] = static_cast<std::uint16_t>(left++);
    });
    std::uint16_t at = last == kNoCell ? 0 : board_.framed(last);
    for (int color = to_move; left > 0; color = 1 - color) {
      std::uint8_t replies = at == 0 ? 0 : replies_(color, board_.ring(at));
      if (replies != 0) {
        if ((replies & (replies - 1)) != 0) replies = one_of(replies, random);
        at = board_.neighbor(at, std::countr_zero(replies));
      } else {
        at = list_[random.below(left)];
      }
      const std::uint16_t end = list_[--left];
      list_[places_[at]] = end;
      places_[end] = places_[at];
      board_.put(at, color);
      stones[color].add(cells_[at]);
    }
    return graph_.joined(stones[kBlack], kBlack);
  }

  // Calls f(cell) for each cell that saves a bridge of the color after the opponent's move `last`.
  template <class F>
  void for_each_reply(const FramedBoard& board, int color, Cell last, F f) const {
    const std::uint16_t at = board.framed(last);
    for (unsigned rest = replies_(color, board.ring(at)); rest != 0; rest &= rest - 1)
      f(cells_[board.neighbor(at, std::countr_zero(rest))]);
  }

 private:
  static std::uint8_t one_of(std::uint8_t bits, search::Random& random) {
    for (std::uint32_t skip = random.below(static_cast<std::uint32_t>(std::popcount(bits))); skip > 0; --skip)
      bits &= bits - 1;
    return bits & -bits;
  }

  const CellGraph<kWords>& graph_;
  FramedBoard board_;
  const BridgeReplies replies_;
  std::array<std::uint16_t, kMaxCells> list_;
  std::array<std::uint16_t, FramedBoard::kMaxFramed> places_;
  std::array<Cell, FramedBoard::kMaxFramed> cells_;
};

}  // namespace hexapoda::hex
