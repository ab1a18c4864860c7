// One game of Hive in a batch.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "env/batch_settings.hpp"
#include "hive/encode/actions.hpp"
#include "hive/encode/center.hpp"
#include "hive/encode/move_rows.hpp"
#include "hive/encode/planes.hpp"
#include "hive/encode/tokens.hpp"
#include "hive/rules/incremental_key.hpp"
#include "hive/rules/position.hpp"
#include "hive/rules/seen_keys.hpp"
#include "search/random.hpp"

namespace hexapoda::env {

template <class Observation, class Actions>
class HiveGame {
 public:
  using Move = hive::PackedMove;
  using Value = typename Observation::Value;
  using Written = typename Observation::Written;
  static constexpr int kMoveColumns = hive::kMoveColumns;
  // The data shared by all games of a batch.
  struct Shared {
    hive::Position start;
    Observation observing;
    Actions numbering;
    hive::SeenKeys keys;  // of the positions since the last placement, including the start
    int repetitions;      // how often the start position has occurred

    Shared(const hive::Position& position, Observation encoder, Actions layout)
        : start(position),
          observing(std::move(encoder)),
          numbering(std::move(layout)),
          repetitions(position.repetitions()) {
      hive::Position past(start);
      const hive::PieceSet played = past.played();
      for (;;) {
        keys.add(past.key());
        if (past.played_moves() == 0) break;
        past.unmake();
        if (past.played() != played) break;
      }
    }
    int actions() const { return numbering.size(); }
    int observation() const { return observing.size(); }
  };

  explicit HiveGame(const Shared& shared) : position_(shared.start), key_(position_) {}

  int player() const { return position_.turn(); }
  int legal(const Shared&) const { return static_cast<int>(moves_.size()); }

  Result begin(const Shared& shared, std::int8_t* mask) {
    position_ = shared.start;
    key_.reset(position_);
    keys_ = shared.keys;
    repetitions_ = shared.repetitions;
    return look(shared, mask);
  }
  // The legal move with this action number; nullopt if there is none.
  std::optional<Move> move_of(const Shared& shared, std::int64_t number) {
    if (sampled_number_ == number) return sampled_;
    const std::vector<hive::ActionNumber>& numbers = numbers_of_moves(shared);
    for (std::size_t i = 0; i < numbers.size(); ++i)
      if (numbers[i] == number) return moves_[i];
    if (number < 0 || number >= shared.actions() - 1) return std::nullopt;
    for (const Move move : moves_)
      if (move != hive::kPass && position_.on_grid([&](const auto& grid) {
            return shared.numbering.also(grid, move, static_cast<int>(number));
          }))
        return move;
    return std::nullopt;
  }
  // Plays a legal move and updates the mask.
  Result play(const Shared& shared, Move move, std::int8_t* mask) {
    const hive::PieceSet played = position_.played();
    key_.make(position_, move);
    if (position_.played() != played) keys_.clear();  // earlier positions cannot recur
    repetitions_ = keys_.add(key_.of(position_));
    return look(shared, mask);
  }
  // Ends the game by removing its legal moves.
  void stop(const Shared& shared, std::int8_t* mask) {
    moves_.clear();
    renumber(shared, mask);
  }
  // Writes the observation for the side to move, or only zeros if the hive does not fit in the window.
  void observe(const Shared& shared, Value* out, Written& written) const {
    position_.on_grid([&](const auto& grid) {
      if (shared.observing.fits(pieces_))
        return shared.observing.write(position_, position_.turn(), grid, pieces_, repetitions_, out, written);
      std::fill_n(out, shared.observation(), Value{});
      written = {};
    });
  }

  // Calls f(number) for each legal move.
  template <class F>
  void each_action(const Shared& shared, F f) {
    for (const hive::ActionNumber number : numbers_of_moves(shared)) f(int{number});
  }

  // Writes a row for each legal move.
  void list_moves(const Shared& shared, std::int16_t* out) {
    const std::vector<hive::ActionNumber>& numbers = numbers_of_moves(shared);
    position_.on_grid([&](const auto& grid) {
      hive::write_moves(grid, pieces_, position_.turn(), std::span<const Move>(moves_), numbers.data(), out);
    });
  }

  // The number of a random legal move. The game must not be over. If the moves are not numbered yet, only this move is
  // numbered, and its number is kept, because the move will probably be played.
  std::int64_t sample(const Shared& shared, search::Random& random) {
    const std::uint32_t i = random.below(static_cast<std::uint32_t>(moves_.size()));
    if (numbered_) return numbers_[i];
    hive::ActionNumber number;
    sampled_ = moves_[i];
    write_numbers(shared, {&sampled_, 1}, &number);
    sampled_number_ = number;
    return number;
  }

 private:
  // Determines the result, the legal moves and the mask of the current position.
  Result look(const Shared& shared, std::int8_t* mask) {
    const Result result = result_of(shared);
    moves_.clear();
    pieces_ = position_.on_grid([](const auto& grid) { return hive::center_pieces(grid); });
    if (result != Result::kPlaying) {
      renumber(shared, mask);
      return result;
    }
    if (!shared.numbering.fits(pieces_) || !shared.observing.fits(pieces_)) {
      renumber(shared, mask);
      return Result::kCut;
    }
    Move list[hive::kMaxMoves];
    const int count = position_.generate(list);
    moves_.assign(list, list + count);
    renumber(shared, mask);
    return result;
  }
  Result result_of(const Shared& shared) const {
    const hive::Outcome outcome = position_.board_outcome();
    if (outcome.winner >= 0) return win_of(outcome.winner);
    const bool repeated = shared.start.rules().repetition && repetitions_ >= 3;
    return outcome.ending != hive::Ending::kNone || repeated ? Result::kDraw : Result::kPlaying;
  }
  // Discards the numbers of the previous moves, and updates the mask if there is one.
  void renumber(const Shared& shared, std::int8_t* mask) {
    if (mask != nullptr)
      for (const hive::ActionNumber number : numbers_) mask[number] = 0;
    numbered_ = false;
    sampled_number_.reset();
    if (mask != nullptr)
      for (const hive::ActionNumber number : numbers_of_moves(shared)) mask[number] = 1;
  }
  // The numbers of the moves, in the same order. They are computed when first needed.
  const std::vector<hive::ActionNumber>& numbers_of_moves(const Shared& shared) {
    if (!numbered_) {
      numbers_.resize(moves_.size());
      write_numbers(shared, moves_, numbers_.data());
      numbered_ = true;
    }
    return numbers_;
  }
  // A pass is always the only move, and it has the last number.
  void write_numbers(const Shared& shared, std::span<const Move> moves, hive::ActionNumber* out) const {
    if (moves.size() == 1 && moves[0] == hive::kPass) {
      *out = static_cast<hive::ActionNumber>(shared.actions() - 1);
    } else if (!moves.empty()) {
      position_.on_grid([&](const auto& grid) { shared.numbering.write(grid, pieces_, position_.turn(), moves, out); });
    }
  }

  hive::Position position_;
  hive::IncrementalKey key_;
  hive::SeenKeys keys_;  // of the positions since the last placement
  std::vector<Move> moves_;
  std::vector<hive::ActionNumber> numbers_;  // of moves_; valid if numbered_
  bool numbered_ = false;
  Move sampled_ = hive::kPass;                  // the last move drawn by sample()
  std::optional<std::int64_t> sampled_number_;  // its number, until the position changes
  hive::CenteredPieces pieces_;
  int repetitions_ = 1;
};

}  // namespace hexapoda::env
