// The alpha-beta search: iterative deepening at the root, MultiPV, and parallel search (Lazy SMP).
//
// All threads search the same root and share only the transposition table. The first thread's result is the result of
// the search; the other threads only fill the table. Every second thread starts one ply deeper, so that the threads
// diverge.
#pragma once

#include <algorithm>
#include <cmath>
#include <deque>
#include <functional>
#include <memory>
#include <new>
#include <vector>

#include "search/alphabeta/worker.hpp"
#include "search/thread_group.hpp"

namespace hexapoda::search {

// One of the best lines after an iteration.
struct Report {
  int depth = 0;
  int selective_depth = 0;
  int rank = 1;  // 1 is the best line
  Score score = 0;
  std::uint64_t nodes = 0;
  double seconds = 0;
  std::vector<std::uint32_t> line;  // move codes, the root move first
};

struct Settings {
  std::uint32_t features = kAllFeatures;
  int threads = 1;
  int lines = 1;  // MultiPV: the number of best root moves to report
};

template <class Board>
class AlphaBeta {
 public:
  using Move = typename Board::Move;

  explicit AlphaBeta(std::size_t megabytes) : table_(megabytes) {}

  void clear() {
    table_.clear();
    learned_.clear();
  }
  void new_game() {
    clear();
    table_.touch();
  }
  const TranspositionTable& table() const { return table_; }

  // Searches a position that is not over and returns its best lines, best first. `report` is called with the lines of
  // each iteration, on the calling thread. `poll` is called every few hundred nodes and ends the search by returning
  // true.
  std::vector<Report> search(const Board& board, const Limits& limits, const Settings& settings,
                             const std::function<void(const Report&)>& report, std::function<bool()> poll) {
    table_.new_search();
    Stopwatch watch(limits);
    std::vector<std::unique_ptr<Worker<Board>>> workers;
    for (int i = 0; i < settings.threads; ++i) {
      try {
        Learned& learned = prepared(i, settings.features);
        workers.push_back(std::make_unique<Worker<Board>>(board, table_, watch, settings.features, learned.history,
                                                          learned.corrections));
      } catch (const std::bad_alloc&) {
        if (i == 0) throw;
        break;  // search with fewer threads
      }
    }
    if (limits.nodes != std::numeric_limits<std::uint64_t>::max())
      for (const auto& worker : workers) worker->limit_nodes(std::max<std::uint64_t>(1, limits.nodes / workers.size()));
    workers[0]->set_poll(std::move(poll));
    const auto nodes = [&] {
      std::uint64_t sum = 0;
      for (const auto& worker : workers) sum += worker->nodes();
      return sum;
    };

    Helpers helpers(watch, static_cast<int>(workers.size()) - 1,
                    [&](int i) { Root(*workers[static_cast<std::size_t>(i)], settings, i).deepen(watch, {}, {}); });
    Root root(*workers[0], settings, 0);
    root.deepen(watch, report, nodes);
    return root.result();
  }

 private:
  // What a thread has learned in earlier searches of the game.
  struct Learned {
    History history;
    CorrectionHistory corrections;
  };

  // What a thread has learned, prepared for a new search.
  Learned& prepared(int thread, std::uint32_t features) {
    const auto index = static_cast<std::size_t>(thread);
    const unsigned kinds = (features & kReplies) != 0 ? Board::kKinds : 0;
    if (learned_.size() == index) learned_.push_back({History(Board::kSlots, kinds), {}});
    auto& [history, corrections] = learned_[index];
    if (history.kinds() != kinds) history = History(Board::kSlots, kinds);
    if (features & kKeptHistory)
      history.age();
    else
      history.clear();
    corrections.use((features & kCorrection) != 0);
    if ((features & kKeptCorrection) == 0) corrections.clear();
    return learned_[index];
  }

  // The helper threads. They end with the search, even if it throws. If a helper runs out of memory, only that helper
  // ends, and its results stay in the table.
  class Helpers {
   public:
    template <class Work>
    Helpers(Stopwatch& watch, int count, Work work) : watch_(watch), threads_(count, work) {
      threads_.begin();
    }
    ~Helpers() {
      watch_.stop();
      threads_.join();
    }

   private:
    Stopwatch& watch_;
    ThreadGroup threads_;
  };

  struct RootMove {
    Move move;
    std::uint32_t code;
    Score score = -kInfinity;
    Score last = -kInfinity;
    std::vector<std::uint32_t> line;
  };

  // One thread's view of the root.
  class Root {
   public:
    Root(Worker<Board>& worker, const Settings& settings, int thread)
        : worker_(worker), settings_(settings), thread_(thread) {
      for (const Move move : worker.root_moves())
        moves_.push_back({move, worker.board().code(move), -kInfinity, -kInfinity, {}});
      for (auto& root_move : moves_) root_move.line = {root_move.code};
      overlooked_ = worker.overlooked();
      if (settings.lines > 1) drop_symmetric_moves();
      lines_ = std::min(moves_.size(), static_cast<std::size_t>(settings.lines));
      reports_.push_back({0, 0, 1, 0, 0, 0.0, moves_[0].line});
    }

    std::vector<Report> result() const { return reports_; }

    // Iterative deepening until the depth limit is reached, the search is aborted, or should_stop() ends it.
    void deepen(Stopwatch& watch, const std::function<void(const Report&)>& report,
                const std::function<std::uint64_t()>& nodes) {
      const int deepest = std::min(watch.limits().depth, kMaxPly / 2 - 1);
      double last_change = 0;
      for (int depth = 1 + thread_ % 2; depth <= deepest; ++depth) {
        const std::uint32_t best_before = moves_[0].code;
        const std::size_t finished = iterate(depth);
        if (moves_[0].score == -kInfinity) break;  // aborted before the first move had a score
        if (thread_ != 0) continue;
        if (moves_[0].code != best_before) last_change = watch.seconds();
        update_reports(depth, finished, nodes(), watch.seconds());
        if (report)
          for (const Report& line : reports_) report(line);
        if (worker_.aborted() || should_stop(watch, depth, last_change)) break;
      }
      if (thread_ != 0 || !worker_.aborted() || reports_[0].nodes == nodes()) return;
      // The final report includes the cost of the unfinished iteration.
      for (Report& line : reports_) {
        line.nodes = nodes();
        line.seconds = watch.seconds();
        if (report) report(line);
      }
    }

   private:
    // Runs one iteration, line by line, and returns the number of finished lines. Even an unfinished first line is
    // useful: a root move that raised alpha is better than all moves searched before it.
    std::size_t iterate(int depth) {
      worker_.begin_iteration(depth);
      for (auto& move : moves_) {
        move.last = move.score;
        move.score = -kInfinity;
      }
      std::size_t finished = 0;
      while (finished < lines_) {
        window(depth, finished);
        sort(finished, moves_.size());
        if (worker_.aborted()) break;
        ++finished;
      }
      sort(0, finished);  // a later line may have scored higher than an earlier one
      return finished;
    }

    void sort(std::size_t from, std::size_t to) {
      const auto at = [&](std::size_t index) { return moves_.begin() + static_cast<std::ptrdiff_t>(index); };
      std::stable_sort(at(from), at(to), [](const RootMove& a, const RootMove& b) { return a.score > b.score; });
    }

    // Keeps only the first of the root moves that lead to symmetric positions, so that the lines differ.
    void drop_symmetric_moves() {
      std::vector<std::uint64_t> keys;
      Board& board = worker_.board();
      std::erase_if(moves_, [&](const RootMove& move) {
        board.make(move.move);
        const bool drawn = board.repeated();  // by repetition, while a symmetric position may not be
        const std::uint64_t key = board.canonical_key();
        board.unmake();
        if (drawn) return false;
        if (std::find(keys.begin(), keys.end(), key) != keys.end()) return true;
        keys.push_back(key);
        return false;
      });
    }

    // Turns the lines of an iteration into reports. A single line is reported even if unfinished. Several lines must
    // come from one completed depth, because scores of different depths are not comparable. An unfinished iteration
    // therefore leaves the reports unchanged, unless it is the first.
    void update_reports(int depth, std::size_t finished, std::uint64_t nodes, double seconds) {
      if (lines_ > 1 && finished < lines_ && reports_[0].depth > 0) return;
      reports_.clear();
      for (std::size_t i = 0; i < std::max<std::size_t>(finished, 1); ++i) {
        // A loss is proven only if all moves were searched.
        const bool all = i < finished && !overlooked_;
        const Score score = all ? moves_[i].score : std::max(moves_[i].score, -kProven);
        reports_.push_back(
            {depth, std::max(depth, worker_.selective_depth()), 0, score, nodes, seconds, moves_[i].line});
      }
      for (std::size_t i = 0; i < reports_.size(); ++i) reports_[i].rank = static_cast<int>(i) + 1;
    }

    // Whether a deeper iteration is pointless or unlikely to finish.
    bool should_stop(const Stopwatch& watch, int depth, double last_change) const {
      const Limits& limits = watch.limits();
      const bool timed = std::isfinite(limits.seconds);
      if (timed && moves_.size() == 1) return true;
      // A won game needs no better move. A lost game is searched until the longest resistance is found.
      const Score score = moves_[0].score;
      if (lines_ == 1 && (score > kProven || (score < -kProven && depth >= -plies_to_end(score)))) return true;
      // Spend less time if the best move is stable, more if it changed recently.
      const double seconds = watch.seconds();
      const double share = last_change < 0.3 * seconds ? 0.6 : last_change < 0.6 * seconds ? 0.9 : 1.4;
      return seconds > limits.soft_seconds * share;
    }

    // Searches with an aspiration window around the previous score and widens it on the side where it fails.
    void window(int depth, std::size_t from) {
      Score expected = moves_[from].last;
      for (std::size_t i = from; i < moves_.size(); ++i) expected = std::max(expected, moves_[i].last);
      Score delta = worker_.margins().aspiration;
      Score alpha = -kInfinity, beta = kInfinity;
      if ((settings_.features & kAspiration) && depth >= 4 && expected != -kInfinity && !is_proven(expected)) {
        alpha = expected - delta;
        beta = expected + delta;
      }
      for (;;) {
        const Score score = search(alpha, beta, depth, from);
        if (worker_.aborted()) return;
        if (score <= alpha && alpha > -kInfinity) {
          beta = std::min(kInfinity, (alpha + beta) / 2 + 1);
          alpha = std::max(-kInfinity, score - delta);
        } else if (score >= beta && beta < kInfinity) {
          beta = std::min(kInfinity, score + delta);
        } else {
          return;
        }
        delta *= 3;
        if (delta > 1000 || is_proven(score)) alpha = -kInfinity, beta = kInfinity;
        sort(from, moves_.size());
      }
    }

    Score search(Score alpha, Score beta, int depth, std::size_t from) {
      Score best = -kInfinity;
      for (std::size_t i = from; i < moves_.size(); ++i) {
        RootMove& move = moves_[i];
        const int number = static_cast<int>(i - from) + 1;
        int reduction = 0;
        if ((settings_.features & kReductions) && depth >= 3 && number > 3)
          reduction = std::min(depth - 2, worker_.reduction(depth, number) - 1);
        reduction = std::max(0, reduction);
        worker_.make(move.move);
        Score score;
        if (number == 1 || !(settings_.features & kPrincipalVariation)) {
          score = -worker_.search(-beta, -alpha, depth - 1, 1);
        } else {
          score = -worker_.search(-alpha - 1, -alpha, depth - 1 - reduction, 1);
          if (score > alpha && reduction > 0) score = -worker_.search(-alpha - 1, -alpha, depth - 1, 1);
          if (score > alpha) score = -worker_.search(-beta, -alpha, depth - 1, 1);
        }
        worker_.unmake();
        if (worker_.aborted()) return 0;
        best = std::max(best, score);
        if (number == 1 || score > alpha) {
          move.score = score;
          worker_.keep_line(0, move.code);
          move.line = worker_.line(0);
        } else {
          move.score = -kInfinity;
        }
        if (score > alpha) {
          alpha = score;
          if (alpha >= beta) break;
        }
      }
      return best;
    }

    Worker<Board>& worker_;
    const Settings& settings_;
    const int thread_;
    std::size_t lines_ = 1;
    bool overlooked_ = false;  // whether the worker omitted root moves, as a weakened engine does
    std::vector<RootMove> moves_;
    std::vector<Report> reports_;
  };

  TranspositionTable table_;
  std::deque<Learned> learned_;  // one for each thread; workers keep references
};

}  // namespace hexapoda::search
