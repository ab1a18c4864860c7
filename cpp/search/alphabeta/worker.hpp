// One thread of the alpha-beta search: the tree below the root.
//
// Negamax with principal variation search. The Board is a template parameter and provides:
//
//   Move                      a small integer, valid in the position that generated it; at most kMaxMoves per position
//   generate(Move*) -> int    all legal moves; at least one unless the game is over
//   make(Move), unmake()
//   ending() -> int           kNotOver, or 1, 0, -1: won, drawn, lost for the side to move
//   repeated() -> bool        whether the position is a draw by repetition, or occurred earlier in the current line
//   key(), side()             the hash key, and the side to move
//   last_kinds()              the kinds of the last move and of the one before it, each < kKinds; like a history slot,
//   a
//                             kind tells the colors apart
//   evaluate() -> Score       the static evaluation for the side to move
//   resemblance()             two hashes, each equal for positions that are similar in one respect
//   canonical_key()           a hash key that symmetric positions share
//   code(Move)                a nonzero number for the move, with the same meaning in every position
//   decode(code)              the move for a code stored for this position; nullopt if it does not fit the board
//   ranker() -> Ranker        rates the moves of this position. rate(Move) gives the rank in the move ordering,
//                             whether the move is forcing (below the root such moves are neither reduced nor skipped),
//                             and its history slot < kSlots
//   wins_at_once() -> bool    whether the side to move has a winning move; fast where a win is unlikely
//   sees_all() -> bool        false for a weakened engine, which overlooks some moves
//   overlooks(Move, Ranker)   whether a weakened engine overlooks the move
#pragma once

#include <atomic>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "search/alphabeta/correction_history.hpp"
#include "search/alphabeta/feature.hpp"
#include "search/alphabeta/history.hpp"
#include "search/alphabeta/move_list.hpp"
#include "search/alphabeta/transposition.hpp"
#include "search/ending.hpp"
#include "search/limits.hpp"
#include "search/score.hpp"

namespace hexapoda::search {

// Late-move reductions in plies: [depth][move number].
struct ReductionTable {
  std::array<std::array<std::int8_t, 64>, 64> of{};
  explicit ReductionTable(int divisor) {
    for (int depth = 1; depth < 64; ++depth)
      for (int number = 1; number < 64; ++number)
        of[depth][number] = static_cast<std::int8_t>(0.5 + 100 * std::log(depth) * std::log(number) / divisor);
  }
};

template <class Board>
class Worker {
 public:
  using Move = typename Board::Move;
  using Line = std::vector<std::uint32_t>;

  Worker(const Board& board, TranspositionTable& table, Stopwatch& watch, std::uint32_t features, History& history,
         CorrectionHistory& corrections)
      : board_(board),
        table_(table),
        watch_(watch),
        features_(features),
        margins_(margins_of(features)),
        reductions_(margins_.reduction),
        history_(history),
        corrections_(corrections) {
    list_.resize(Board::kMaxMoves);
  }

  Board& board() { return board_; }
  std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }
  const Margins& margins() const { return margins_; }
  int reduction(int depth, int number) const { return reductions_.of[std::min(depth, 63)][std::min(number, 63)]; }
  int selective_depth() const { return selective_depth_; }
  void begin_iteration(int depth) {
    root_depth_ = depth;
    selective_depth_ = 0;
  }
  bool aborted() const { return aborted_; }
  void limit_nodes(std::uint64_t nodes) { node_limit_ = nodes; }
  // Sets a function that is called every few hundred nodes. If it returns true, the search ends.
  void set_poll(std::function<bool()> poll) { poll_ = std::move(poll); }

  void make(Move move, bool prefetch = true) {
    board_.make(move);
    if (prefetch) table_.prefetch(board_.key());
    nodes_.store(nodes_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  }
  void unmake() { board_.unmake(); }

  // The line found by the last search() at `ply`, without the move that led there.
  Line line(int ply) const { return Line(lines_[ply].begin(), lines_[ply].begin() + lengths_[ply]); }

  // Returns the score of the current position, which is `ply` plies from the root. If a move is excluded, the score is
  // that of the other moves and is not stored.
  Score search(Score alpha, Score beta, int depth, int ply, std::optional<Move> excluded = {}) {
    const bool pv = beta - alpha > 1;
    lengths_[ply] = 0;

    // Step 1. Check the limits. The caller discards the score of an aborted search.
    if (must_stop()) return 0;
    if (ply > selective_depth_) selective_depth_ = ply;

    // Step 2. Check for the end of the game and for repetitions.
    const int ending = board_.ending();
    if (ending != kNotOver) return ending == 0 ? 0 : ending * win_in(ply);
    if (board_.repeated()) return 0;
    if (ply >= kMaxPly - 1) return evaluate().score;

    // Step 3. Win-distance pruning: the score is at best a win on the next ply and at worst a loss on this ply.
    alpha = std::max(alpha, -win_in(ply));
    beta = std::min(beta, win_in(ply + 1));
    if (alpha >= beta) return alpha;

    // Step 4. Quiescence: a leaf gets its static evaluation, after a check for a winning move.
    if (depth <= 0) return quiesce(beta, ply);

    // Step 5. Static evaluation. It comes before the table lookup to give the entry that make() prefetched time to
    // arrive; a hit would rarely save the evaluation. evaluations_[0] stays 0: the search was weaker with the
    // evaluation of the root (docs/experiments/hive-engine.md, "Tried and left out").
    const StaticEvaluation corrected = evaluate();
    const Score evaluation = corrected.score;
    evaluations_[ply] = evaluation;
    const bool improving = ply >= 2 && evaluation > evaluations_[ply - 2];

    // Step 6. Transposition table lookup. A proven score is valid at any depth.
    const std::uint64_t key = board_.key();
    TableEntry entry;
    Score likely = evaluation;  // or the score in the table, if that says more
    if (on(kTable) && !excluded && table_.probe(key, entry)) {
      const Score score = from_table(entry.score, ply);
      if (on(kTableEvaluation) && !is_proven(score) && says_more(entry.bound, score, evaluation)) likely = score;
      if ((!pv && entry.depth >= depth) || is_proven(score)) {
        if (entry.bound == Bound::kExact || (entry.bound == Bound::kLower && score >= beta) ||
            (entry.bound == Bound::kUpper && score <= alpha))
          return score;
      }
    }

    // Step 7. Reverse futility pruning: the evaluation, or the score in the table, is so far above beta that a shallow
    // search is unlikely to bring it below beta.
    if (on(kReverseFutility) && !pv && !excluded && !is_proven(beta) && depth <= 5 &&
        likely - margins_.reverse * (depth - improving) >= beta)
      return likely;

    // Step 8. Table move, searched before the other moves are generated.
    const Score old_alpha = alpha;
    Score best = -kInfinity;
    std::uint32_t best_code = 0;
    int number = 0;
    bool skipped = false;  // some moves were not searched, so a loss is not proven

    const auto ranker = board_.ranker();
    History::Scores history = history_.of(board_.side(), board_.last_kinds());
    std::optional<Move> first;
    if (entry.move != 0) first = board_.decode(entry.move);
    if (first) {
      // Singular extension: if a search of half the depth finds all other moves clearly worse, the table move is
      // searched one ply deeper. Multicut: if it finds another move that reaches beta too, the node is cut.
      int extension = 0;
      if (may_be_singular(entry, depth, ply)) {
        const Score limit = entry.score - margins_.singular * depth;
        const Score others = search(limit - 1, limit, (depth - 1) / 2, ply, first);
        if (aborted_) return 0;
        if (others < limit)
          extension = 1;
        else if (!pv && !is_proven(beta) && limit >= beta)
          return limit;
      }
      ++number;
      make(*first);
      const Score score = -search(-beta, -alpha, depth - 1 + extension, ply + 1);
      unmake();
      if (aborted_) return 0;
      best = score;
      best_code = entry.move;
      if (score > alpha) {
        alpha = score;
        if (pv) keep_line(ply, entry.move);
      }
      if (alpha >= beta) {
        const auto rating = ranker.rate(*first);
        if (!rating.forcing) history.cut(rating.slot, depth);
        learn(corrected, best, depth, Bound::kLower);
        return store(key, best, best_code, depth, Bound::kLower, ply);
      }
    }

    // Step 9. Generate and rank the remaining moves.
    MoveList<Move>& moves = rank(ranker, history, ply, excluded ? excluded : first);
    skipped |= overlooked_;
    if (excluded && moves.empty()) return alpha;  // fail low: the excluded move is the only one
    // Step 10. Late-move pruning: at low depth, skip the quiet moves after a limited number of moves.
    const int move_limit = on(kMoveCount) && !pv && depth <= 6
                               ? (margins_.move_base + margins_.move_growth * depth * depth) / 100 / (2 - improving)
                               : 10000;

    while (!moves.empty()) {
      const bool only_forcing = number > 0 && best > -kProven && number >= move_limit;
      if (only_forcing && forcing_left_[ply] == 0) {
        skipped = true;
        break;
      }
      const Move move = moves.take();
      const auto rating = ranker.rate(move);
      const bool quiet = !rating.forcing;
      forcing_left_[ply] -= !quiet;
      ++number;
      if (quiet && only_forcing) {
        skipped = true;
        continue;
      }

      const std::uint32_t code = board_.code(move);

      // Step 11. Late-move reductions. A reduced move that beats alpha is searched again at full depth.
      int reduction = 0;
      if (on(kReductions) && depth >= 2 && number > 2 + pv && quiet) {
        reduction = this->reduction(depth, number);
        reduction -= pv;
        reduction += !improving;
        reduction -= history.of(rating.slot) / margins_.history;
        reduction = std::clamp(reduction, 0, depth - 1);
      }

      // Step 12. Principal variation search: only the first move of a node gets the full window.
      make(move, depth - reduction > 1);
      Score score;
      if (number == 1 || !on(kPrincipalVariation)) {
        score = -search(-beta, -alpha, depth - 1, ply + 1);
      } else {
        score = -search(-alpha - 1, -alpha, depth - 1 - reduction, ply + 1);
        if (score > alpha && reduction > 0) score = -search(-alpha - 1, -alpha, depth - 1, ply + 1);
        if (score > alpha && pv) score = -search(-beta, -alpha, depth - 1, ply + 1);
      }
      unmake();
      if (aborted_) return 0;

      if (score > best) {
        best = score;
        best_code = code;
        if (score > alpha) {
          alpha = score;
          if (pv) keep_line(ply, code);
        }
      }
      if (alpha >= beta) {
        // Step 13. Update the history of the quiet moves.
        if (quiet) {
          history.cut(rating.slot, depth);
          for (int i = 0; i < moves.taken_count() - 1; ++i)
            if (const auto failed = ranker.rate(moves.taken_move(i)); !failed.forcing)
              history.failed(failed.slot, depth);
        }
        break;
      }
    }

    // Step 14. Store the result. If moves were skipped, a loss is only a bad score and not a proof.
    if (skipped) best = std::max(best, -kProven);
    if (excluded) return best;
    const Bound bound = best >= beta ? Bound::kLower : alpha > old_alpha ? Bound::kExact : Bound::kUpper;
    learn(corrected, best, depth, bound);
    return store(key, best, best_code, depth, bound, ply);
  }

  // The root moves in their initial order.
  std::vector<Move> root_moves() {
    const auto ranker = board_.ranker();
    const History::Scores history = history_.of(board_.side(), board_.last_kinds());
    MoveList<Move>& ranked = rank(ranker, history, 0, std::nullopt);
    std::vector<Move> moves;
    while (!ranked.empty()) moves.push_back(ranked.take());
    return moves;
  }
  // Whether root_moves() omitted moves.
  bool overlooked() const { return overlooked_; }
  void keep_line(int ply, std::uint32_t code) {
    lines_[ply][0] = code;
    const int length = std::min(lengths_[ply + 1], kMaxPly - 1);
    std::copy_n(lines_[ply + 1].begin(), length, lines_[ply].begin() + 1);
    lengths_[ply] = length + 1;
  }

 private:
  struct StaticEvaluation {
    Score score;                     // corrected
    CorrectionHistory::Slots slots;  // the slots of the position's corrections
  };

  bool on(Feature feature) const { return (features_ & feature) != 0; }

  StaticEvaluation evaluate() const {
    const Score evaluation = board_.evaluate();
    if (!on(kCorrection)) return {evaluation, {}};
    const auto slots = CorrectionHistory::slots(board_.resemblance(), board_.side());
    return {std::clamp(evaluation + corrections_.of(slots), -kMaxEvaluation, kMaxEvaluation), slots};
  }

  // Whether a score with this bound says more than an evaluation: it is exact, or excludes the evaluation.
  static bool says_more(Bound bound, Score score, Score evaluation) {
    return bound == Bound::kExact || (bound == Bound::kLower ? score > evaluation : score < evaluation);
  }

  // Scores beyond the range of evaluations are proofs or bounds on them, and say nothing about the evaluation.
  static bool is_estimate(Score score) { return std::abs(score) <= kMaxEvaluation; }

  void learn(const StaticEvaluation& evaluation, Score score, int depth, Bound bound) {
    if (on(kCorrection) && is_estimate(score) && says_more(bound, score, evaluation.score))
      corrections_.learn(evaluation.slots, score - evaluation.score, depth);
  }

  // Whether to search without the table move, to see if it is singular. The table entry must be almost as deep as the
  // node. Extensions stop at twice the depth of the iteration, and where `ply + depth` exceeds the maximum depth of
  // an iteration.
  bool may_be_singular(const TableEntry& entry, int depth, int ply) const {
    return on(kSingular) && depth >= margins_.singular_depth && ply < 2 * root_depth_ && ply + depth < kMaxPly / 2 &&
           entry.depth >= depth - 3 && entry.bound != Bound::kUpper && is_estimate(entry.score);
  }

  // Quiescence search looks only for a move that wins at once.
  Score quiesce(Score beta, int ply) {
    const Score evaluation = evaluate().score;
    if (!on(kQuiescence) || evaluation >= beta) return evaluation;
    return board_.wins_at_once() ? win_in(ply + 1) : evaluation;
  }

  Score store(std::uint64_t key, Score best, std::uint32_t code, int depth, Bound bound, int ply) {
    if (on(kTable)) table_.store(key, {code, to_table(best, ply), depth, bound});
    return best;
  }

  MoveList<Move>& rank(const typename Board::Ranker& ranker, const History::Scores& history, int ply,
                       std::optional<Move> without) {
    const std::span<const Move> moves(list_.data(), static_cast<std::size_t>(board_.generate(list_.data())));
    MoveList<Move>& ranked = ranked_[ply];
    const bool by_game = on(kGameOrder), by_history = on(kHistory);
    int forcing = 0;
    ranked.fill(moves, [&](Move move) {
      const auto rating = ranker.rate(move);
      forcing += rating.forcing;
      return (by_game ? rating.rank * margins_.order / 100 : 0) + (by_history ? history.of(rating.slot) : 0);
    });
    const auto drop = [&](std::size_t index) {
      ranked.drop(index);
      forcing -= ranker.rate(moves[index]).forcing;
    };
    if (without) {
      const auto at = std::find(moves.begin(), moves.end(), *without);
      if (at != moves.end()) drop(static_cast<std::size_t>(at - moves.begin()));
    }
    overlooked_ = false;
    if (!board_.sees_all()) overlook(ranker, moves, without, drop);
    forcing_left_[ply] = forcing;
    return ranked;
  }

  // Removes the moves that a weakened engine overlooks. At least one move remains.
  template <class Drop>
  void overlook(const typename Board::Ranker& ranker, std::span<const Move> moves, std::optional<Move> without,
                Drop drop) {
    const auto missed = [&](Move move) { return board_.overlooks(move, ranker); };
    const bool none = !without && std::all_of(moves.begin(), moves.end(), missed);
    for (std::size_t i = none ? 1 : 0; i < moves.size(); ++i) {
      if (moves[i] == without || !missed(moves[i])) continue;
      drop(i);
      overlooked_ = true;
    }
  }

  bool must_stop() {
    if (aborted_) return true;
    const std::uint64_t nodes = this->nodes();
    if (nodes >= node_limit_) return aborted_ = true;
    if (nodes >= next_poll_) {
      next_poll_ = nodes + 512;
      if (watch_.out_of_time() || (poll_ && poll_())) watch_.stop();
    }
    aborted_ = watch_.stopped();
    return aborted_;
  }

  Board board_;
  TranspositionTable& table_;
  Stopwatch& watch_;
  const std::uint32_t features_;
  const Margins& margins_;
  const ReductionTable reductions_;
  History& history_;
  CorrectionHistory& corrections_;
  std::function<bool()> poll_;
  std::atomic<std::uint64_t> nodes_{0};
  std::uint64_t node_limit_ = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t next_poll_ = 0;
  int root_depth_ = 0;
  int selective_depth_ = 0;
  bool aborted_ = false;
  bool overlooked_ = false;  // whether the last rank() omitted moves
  std::vector<Move> list_;   // buffer for generated moves
  std::array<MoveList<Move>, kMaxPly + 1> ranked_;
  std::array<int, kMaxPly + 1> forcing_left_{};  // number of forcing moves in ranked_ that have not been taken
  std::array<Score, kMaxPly + 1> evaluations_{};
  std::array<int, kMaxPly + 2> lengths_{};
  std::array<std::array<std::uint32_t, kMaxPly + 1>, kMaxPly + 2> lines_{};
};

}  // namespace hexapoda::search
