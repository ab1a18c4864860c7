// One game of Hex in a batch.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "env/batch_settings.hpp"
#include "hex/encode/planes.hpp"
#include "hex/rules/quick_board.hpp"
#include "search/random.hpp"

namespace hexapoda::env {

class HexGame {
 public:
  using Move = hex::PackedMove;
  using Value = hex::Planes::Value;
  using Written = hex::Planes::Written;
  static constexpr int kMoveColumns = 3;  // the columns of list_moves()
  // The data that the games of a batch share.
  struct Shared {
    hex::QuickStart start;
    hex::Planes planes;

    explicit Shared(const hex::Position& position) : start(position), planes(position.shape()) {}
    // The swap is the last action.
    int actions() const { return start.cells() + start.has_swap(); }
    int observation() const { return planes.size(); }
  };

  explicit HexGame(const Shared& shared) { board_.begin(shared.start); }

  int player() const { return board_.turn(); }
  int legal(const Shared& shared) const { return board_.winner() >= 0 ? 0 : board_.empty_cells() + can_swap(shared); }

  Result begin(const Shared& shared, std::int8_t* mask) {
    board_.begin(shared.start);
    shared.planes.reset(board_, stones_);
    if (mask != nullptr) write_mask(shared, mask);
    return Result::kPlaying;
  }
  // The legal move with this action number; nullopt if there is none.
  std::optional<Move> move_of(const Shared& shared, std::int64_t number) const {
    const int cells = shared.start.cells();
    if (board_.winner() >= 0 || number < 0 || number > cells) return std::nullopt;
    if (number == cells) return can_swap(shared) ? std::optional(board_.swap_now(shared.start)) : std::nullopt;
    const auto cell = static_cast<hex::Cell>(number);
    return board_.is_empty(cell) ? std::optional<Move>(cell) : std::nullopt;
  }
  // Plays a legal move and updates the mask.
  Result play(const Shared& shared, Move move, std::int8_t* mask) {
    if (hex::is_placement(move)) hex::Planes::place(move, board_.color_to_move(), stones_);
    board_.make(shared.start, move);
    if (move == hex::kSwapPieces) shared.planes.reset(board_, stones_);
    if (mask != nullptr) {
      if (board_.winner() >= 0) {
        stop(shared, mask);
      } else if (shared.start.has_swap()) {
        write_mask(shared, mask);
      } else {
        mask[move] = 0;
      }
    }
    return board_.winner() < 0 ? Result::kPlaying : win_of(board_.player_of(board_.winner()));
  }
  // Empties the mask of a game that has ended.
  void stop(const Shared& shared, std::int8_t* mask) const {
    if (mask != nullptr) std::fill_n(mask, shared.actions(), std::int8_t{0});
  }
  void observe(const Shared& shared, Value* out, Written& written) const {
    shared.planes.write(board_, stones_, can_swap(shared), out, written);
  }
  // Calls f(number) for each legal move.
  template <class F>
  void each_action(const Shared& shared, F f) const {
    if (board_.winner() >= 0) return;
    const int cells = shared.start.cells();
    for (int cell = 0; cell < cells; ++cell)
      if (board_.is_empty(static_cast<hex::Cell>(cell))) f(cell);
    if (can_swap(shared)) f(cells);
  }

  // Writes the number, column and row of each legal move. For a swap, column and row are -1.
  void list_moves(const Shared& shared, std::int16_t* out) const {
    const int columns = shared.start.shape().columns, cells = shared.start.cells();
    each_action(shared, [&](int number) {
      const bool swap = number == cells;
      for (const int value : {number, swap ? -1 : number % columns, swap ? -1 : number / columns})
        *out++ = static_cast<std::int16_t>(value);
    });
  }

  // The number of a random legal move. The game must not be over.
  std::int64_t sample(const Shared& shared, search::Random& random) const {
    const auto empty = static_cast<std::uint32_t>(board_.empty_cells());
    const std::uint32_t number = random.below(empty + can_swap(shared));
    return number == empty ? shared.start.cells() : board_.empty_cell(number);
  }

 private:
  bool can_swap(const Shared& shared) const { return board_.swap_now(shared.start) != hex::kPass; }
  void write_mask(const Shared& shared, std::int8_t* mask) const {
    const int cells = shared.start.cells();
    for (int cell = 0; cell < cells; ++cell) mask[cell] = board_.colors()[cell] == hex::QuickBoard::kEmpty;
    if (shared.start.has_swap()) mask[cells] = can_swap(shared);
  }

  hex::QuickBoard board_;
  hex::Planes::Stones stones_;
};

}  // namespace hexapoda::env
