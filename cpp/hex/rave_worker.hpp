// One thread of the strong engine: it goes down the tree by what each move's own playouts and those with the cell at
// any time say, adds a node where a move has been tried often enough, plays the game out, and tells the nodes above.
//
// The share of the two in a move's value is Silver's: with n playouts of its own and m of the other kind, the latter
// weigh m / (n + m + kRaveBias * n * m). What patterns say of a move is a progressive bias that falls as the root of n
// (Chaslot et al., "Progressive strategies for Monte-Carlo tree search", 2008; MoHex 2.0 lets it fall so). Proofs go up
// the tree as in search/uct.hpp.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "hex/advice.hpp"
#include "hex/bridge_playout.hpp"
#include "hex/move_patterns.hpp"
#include "hex/placement.hpp"
#include "hex/playout.hpp"
#include "hex/rave_settings.hpp"
#include "hex/rave_tree.hpp"

namespace hexapoda::hex {

template <int kWords>
class RaveWorker {
 public:
  using Set = BitCells<kWords>;

  // `weights` may be null: then no move is likelier than others.
  RaveWorker(const CellGraph<kWords>& graph, RaveTree& tree, const RaveSettings& settings,
             const PatternWeights* weights)
      : graph_(graph),
        tree_(tree),
        settings_(settings),
        weights_(weights),
        advise_(graph.shape().cells() * graph.shape().cells() / 8),
        root_board_(graph.shape()),
        board_(graph.shape()),
        patterns_(graph.shape()),
        playout_(graph) {}

  bool has_adviser() const { return adviser_ != nullptr; }
  void set_adviser(std::unique_ptr<Adviser<kWords>> adviser) { adviser_ = std::move(adviser); }

  // Begins a search.
  void set_root(const Placement& placement, std::uint64_t seed) {
    random_ = search::Random(seed);
    depth_ = 0;
    root_board_ = FramedBoard(graph_.shape());
    for (const int color : {kBlack, kWhite}) {
      root_stones_[color] = Set::of(placement.of(color));
      for (const Cell cell : placement.of(color)) root_board_.put(root_board_.framed(cell), color);
    }
    root_color_ = placement.to_move;
  }
  // Makes the root's node, or looks at the one that is there. Call before playouts, on one thread.
  void plant(bool make) {
    begin();
    if (make) tree_.set_root(make_node(nullptr));
    if (settings_.parts & kPartAdvice && adviser_) take_advice(tree_.arena()[tree_.root()]);
  }

  // One playout, or one look at a proven node, after `visits` others.
  void grow(std::uint64_t visits_before) {
    begin();
    std::uint32_t at = tree_.root();
    auto visits = static_cast<float>(visits_before);  // of the node
    bool played = false;
    int winner;
    for (;;) {
      RaveNode& node = tree_.arena()[at];
      if (settings_.parts & kPartAdvice && adviser_ && visits >= static_cast<float>(advise_)) take_advice(node);
      if (const Proof proof = node.proof.load(std::memory_order_acquire); proof != Proof::kNone) {
        winner = proof == Proof::kWon ? color_ : 1 - color_;
        settle(node);
        break;
      }
      const int index = select(node);
      if (index < 0) {  // the board is full, or another thread is about to prove a loss
        winner = node.count == 0 ? play_out() : 1 - color_;
        break;
      }
      RaveMove& move = node.moves()[index];
      visits = move.stats.get().count;
      move.stats.add({0, 1});  // lost until it is known better: other threads look elsewhere meanwhile
      path_.push_back({&node, static_cast<std::uint16_t>(index)});
      play(move.cell);
      std::uint32_t child = move.child();
      if (child == RaveMove::kNone && visits + 1 >= kExpand) child = expand(move);
      if (child <= RaveMove::kBusy) {
        winner = play_out();
        played = true;
        break;
      }
      at = child;
    }
    depth_ = std::max(depth_, static_cast<int>(path_.size()));
    learn(winner, played);
  }

  int depth() const { return depth_; }

 private:
  struct Step {
    RaveNode* node;
    std::uint16_t move;
  };

  void begin() {
    path_.clear();
    color_ = root_color_;
    last_ = previous_ = kNoCell;
    for (const int color : {kBlack, kWhite}) stones_[color] = root_stones_[color];
    board_.assign(root_board_);
  }

  void play(Cell cell) {
    stones_[color_].add(cell);
    board_.put(board_.framed(cell), color_);
    color_ = 1 - color_;
    previous_ = last_;
    last_ = cell;
  }

  int play_out() {
    if (settings_.parts & kPartBridges) return playout_.run(board_, stones_, color_, last_, random_) ? kBlack : kWhite;
    std::vector<Cell> free;
    (graph_.all() - stones_[0] - stones_[1]).for_each([&](Cell cell) { free.push_back(cell); });
    stones_[color_] |= Deal<kWords>(free).draw((static_cast<int>(free.size()) + 1) / 2, random_);
    stones_[1 - color_] = graph_.all() - stones_[color_];
    return graph_.joined(stones_[kBlack], kBlack) ? kBlack : kWhite;
  }

  // The move of the highest value among those that are open, or -1.
  int select(const RaveNode& node) {
    const int count = node.count;
    const RaveMove* moves = node.moves();
    for (int i = 0; i < count; ++i) {
      const auto stats = moves[i].stats.get(), rave = moves[i].rave.get();
      wins_[i] = stats.wins;
      counts_[i] = stats.count;
      rave_wins_[i] = rave.wins;
      rave_counts_[i] = rave.count;
      priors_[i] = moves[i].prior;
      barred_[i] = moves[i].closed() ? 1e9F : 0.0F;
    }
    for (int i = 0; i < count; ++i) {
      // A little is added to the counts so that nothing is divided by zero.
      const float n = counts_[i], m = rave_counts_[i] + 1e-3F;
      const float own = wins_[i] / (n + 1e-3F), other = (rave_wins_[i] + 0.5e-3F) / m;
      const float weight = m / (n + m + kRaveBias * n * m);
      const float prior = kPriorWeight / RaveMove::kCertain * priors_[i] / std::sqrt(n + 1);
      values_[i] = own + weight * (other - own) + prior - barred_[i];
    }
    int best = -1;
    float best_value = -1e8F;
    for (int i = 0; i < count; ++i)
      if (values_[i] > best_value) {
        best_value = values_[i];
        best = i;
      }
    return best;
  }

  // Tells the nodes of the path who has won; after a playout also who had which cell in the end.
  void learn(int winner, bool played) {
    if (played && settings_.parts & kPartRave)
      for (const int color : {kBlack, kWhite}) {
        Tally::Counts* owned = owned_[color];
        std::fill(owned, owned + graph_.shape().cells(), Tally::Counts{});
        const Tally::Counts one{winner == color ? 1.0F : 0.0F, 1.0F};
        stones_[color].for_each([&](Cell cell) { owned[cell] = one; });
      }
    int color = path_.size() % 2 == 0 ? root_color_ : 1 - root_color_;
    for (std::size_t i = path_.size(); i-- > 0;) {
      color = 1 - color;
      RaveNode& node = *path_[i].node;
      if (winner == color) node.moves()[path_[i].move].stats.add({1, 0});
      if (!played || !(settings_.parts & kPartRave)) continue;
      const Tally::Counts* owned = owned_[color];
      for (RaveMove& move : node.all()) move.rave.add(owned[move.cell]);
    }
  }

  std::uint32_t expand(RaveMove& move) {
    std::uint32_t none = move.link.load(std::memory_order_relaxed);
    if (none != RaveMove::kNone || !move.link.compare_exchange_strong(none, RaveMove::kBusy)) return RaveMove::kBusy;
    const std::uint32_t made = make_node(path_.size() > 1 ? path_[path_.size() - 2].node : nullptr);
    // Nobody else touches a busy link but to close it.
    move.link.fetch_xor(RaveMove::kBusy ^ made, std::memory_order_release);
    return made;
  }

  // A node for the position on the board; 0 when memory is full. `kin` is a node above it with the same side to move,
  // whose rave counts are the first guess at the moves here.
  std::uint32_t make_node(const RaveNode* kin) {
    const Set free = graph_.all() - stones_[0] - stones_[1];
    Set moves = free;
    Proof proof = Proof::kNone;
    int plies = 0;
    if (settings_.sees_wins) {
      const Set wins = graph_.winning(stones_[color_], free, color_);
      const Set threats = wins.empty() ? graph_.winning(stones_[1 - color_], free, 1 - color_) : Set{};
      if (!wins.empty()) {
        proof = Proof::kWon;
        plies = 1;
        moves = wins;
      } else if (!threats.empty()) {
        moves = threats;
        if (threats.size() > 1) {
          proof = Proof::kLost;
          plies = 2;
        }
      }
    }
    if (settings_.overlooked > 0 && moves == free) moves = seen(moves);
    const std::uint32_t at = tree_.arena().make(static_cast<std::size_t>(moves.size()));
    if (at == 0) return 0;
    RaveNode& node = tree_.arena()[at];
    node.proof.store(proof, std::memory_order_relaxed);
    node.plies.store(static_cast<std::uint16_t>(plies), std::memory_order_relaxed);
    int count = 0;
    moves.for_each([&](Cell cell) { order_[count++] = cell; });
    random_.shuffle(order_, order_ + count);
    guess(kin);
    if (weights_ != nullptr && settings_.parts & kPartPatterns) {
      patterns_.look(stones_, color_, last_, previous_);
      patterns_.share(*weights_, {order_, static_cast<std::size_t>(count)}, priors_);
    } else {
      std::fill_n(priors_, count, 0.0F);
    }
    for (int i = 0; i < count; ++i) {
      node.moves()[i].cell = order_[i];
      node.moves()[i].prior = static_cast<std::uint16_t>(RaveMove::kCertain * priors_[i]);
      node.moves()[i].rave.set(guesses_[order_[i]]);
    }
    return at;
  }

  // The first guess at every cell.
  void guess(const RaveNode* kin) {
    std::fill(guesses_, guesses_ + graph_.shape().cells(), Tally::Counts{0.5F, 1.0F});
    if (kin != nullptr && settings_.parts & kPartInherit)
      for (const RaveMove& move : kin->all()) {
        const auto counts = move.rave.get();
        if (counts.count < 1) continue;
        const float kept = std::min(kInherited, counts.count);
        guesses_[move.cell] = {counts.wins * kept / counts.count, kept};
      }
    if (last_ != kNoCell && settings_.parts & kPartUrgent) {
      const std::uint16_t at = board_.framed(last_);
      const std::uint8_t replies = replies_(color_, board_.ring(at));
      for (int i = 0; i < 6; ++i)
        if (replies >> i & 1) {
          auto& counts = guesses_[cell_of(board_.neighbor(at, i))];
          counts = {counts.wins + 20, counts.count + 20};
        }
    }
  }
  Cell cell_of(std::uint16_t framed) const {
    const int stride = graph_.shape().columns + 2;
    return graph_.shape().at(framed % stride - 1, framed / stride - 1);
  }

  // A weak player's view of the moves: by its seed it overlooks some, the same ones in the same position.
  Set seen(const Set& moves) {
    std::uint64_t code = settings_.seed;
    for (const int color : {kBlack, kWhite})
      for (const std::uint64_t word : stones_[color].words) code = search::spread(code ^ word);
    Set kept;
    moves.for_each([&](Cell cell) {
      if (static_cast<int>(search::spread(code + cell) % 1000) >= settings_.overlooked) kept.add(cell);
    });
    return kept.empty() ? moves : kept;
  }

  // Looks closely at the node on the board, once. At the root it is to answer with a move that was tried, so that a
  // loss there only says which moves resist.
  void take_advice(RaveNode& node) {
    if (node.proof.load(std::memory_order_relaxed) != Proof::kNone || node.advised.exchange(true)) return;
    const Advice<kWords> advice = adviser_->advise(stones_, color_);
    const bool root = path_.empty();
    if (advice.proof == Proof::kWon) {
      const auto all = node.all();
      const auto at = std::ranges::find(all, advice.move, &RaveMove::cell);
      if (root && at == all.end()) return;
      node.winning.store(static_cast<std::uint16_t>(at - all.begin()), std::memory_order_relaxed);
    }
    if (advice.proof == Proof::kWon || (advice.proof == Proof::kLost && !root)) {
      prove(node, advice.proof, advice.plies);
      return;
    }
    const bool some =
        std::ranges::any_of(node.all(), [&](const RaveMove& move) { return advice.moves.has(move.cell); });
    if (root && !some) return;
    for (RaveMove& move : node.all())
      if (!advice.moves.has(move.cell)) close(node, move);
    if (node.open.load(std::memory_order_relaxed) == 0)
      prove(node, Proof::kLost, std::max<int>(2, node.plies.load(std::memory_order_relaxed)));
  }

  static bool close(RaveNode& node, RaveMove& move) {
    if ((move.link.fetch_or(RaveMove::kClosed) & RaveMove::kClosed) != 0) return false;
    return node.open.fetch_sub(1) == 1;
  }
  static void prove(RaveNode& node, Proof proof, int plies) {
    node.plies.store(static_cast<std::uint16_t>(plies), std::memory_order_relaxed);
    node.proof.store(proof, std::memory_order_release);
  }

  // Takes the proof of a node at the end of the path up the tree.
  void settle(RaveNode& proven) {
    RaveNode* child = &proven;
    for (std::size_t i = path_.size(); i-- > 0;) {
      RaveNode& node = *path_[i].node;
      const int plies = child->plies.load(std::memory_order_relaxed) + 1;
      if (child->proof.load(std::memory_order_relaxed) == Proof::kLost) {
        if (node.proof.load(std::memory_order_relaxed) != Proof::kNone) return;
        node.winning.store(path_[i].move, std::memory_order_relaxed);
        prove(node, Proof::kWon, plies);
      } else {
        const bool last = close(node, node.moves()[path_[i].move]);
        node.plies.store(std::max<std::uint16_t>(node.plies, static_cast<std::uint16_t>(plies)));
        if (!last || settings_.overlooked > 0) return;
        prove(node, Proof::kLost, node.plies);
      }
      child = &node;
    }
  }

  const CellGraph<kWords>& graph_;
  RaveTree& tree_;
  const RaveSettings& settings_;
  const PatternWeights* const weights_;
  const int advise_;  // a close look takes longer on a large board, as the fourth power of its side
  search::Random random_{0};
  std::unique_ptr<Adviser<kWords>> adviser_;
  const BridgeReplies replies_;

  Set root_stones_[2], stones_[2];
  FramedBoard root_board_, board_;
  int root_color_ = kBlack, color_ = kBlack;
  Cell last_ = kNoCell, previous_ = kNoCell;
  std::vector<Step> path_;
  int depth_ = 0;

  MovePatterns patterns_;
  BridgePlayout<kWords> playout_;
  float wins_[kMaxCells], counts_[kMaxCells], rave_wins_[kMaxCells], rave_counts_[kMaxCells], priors_[kMaxCells],
      barred_[kMaxCells], values_[kMaxCells];
  Tally::Counts owned_[2][kMaxCells], guesses_[kMaxCells];
  Cell order_[kMaxCells];
};

}  // namespace hexapoda::hex
