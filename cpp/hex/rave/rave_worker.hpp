// One thread of the engine `rave`: it descends the tree, adds a node, estimates who wins from there, and backpropagates
// the result. There are two kinds of search, and the size of the board decides which one is used (rave_settings.hpp).
// selection.hpp contains their rules for choosing moves. Proofs are backed up as in search/tree/uct.hpp.
//
// With playouts: a node is created for a move that has been tried often enough, and the game is played out. Frequently
// visited nodes are evaluated by a network: its policy replaces that of the patterns, and its value counts as several
// playouts of each move on the path to the node.
//
// With evaluations: a node is created for every move that is tried, and the network evaluates it. On boards where its
// values say little, they are averaged with the results of playouts.
//
// In both, virtual connections are analyzed at frequently visited nodes.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "hex/baselines/playout.hpp"
#include "hex/rave/advice.hpp"
#include "hex/rave/bridge_playout.hpp"
#include "hex/rave/move_patterns.hpp"
#include "hex/rave/network_policy.hpp"
#include "hex/rave/rave_settings.hpp"
#include "hex/rave/rave_tree.hpp"
#include "hex/rave/selection.hpp"
#include "hex/rules/placement.hpp"

namespace hexapoda::hex {

template <int kWords>
class RaveWorker {
 public:
  using Set = BitCells<kWords>;

  // `patterns` may be null: then all moves have the same prior. `network` may be null: then it is not used.
  RaveWorker(const CellGraph<kWords>& graph, RaveTree& tree, const RaveSettings& settings,
             const PatternWeights* patterns, const NetworkWeights* network)
      : graph_(graph),
        tree_(tree),
        settings_(settings),
        weights_(patterns),
        root_board_(graph.shape()),
        board_(graph.shape()),
        patterns_(graph.shape()),
        playout_(graph) {
    if (network != nullptr) network_ = std::make_unique<NetworkPolicy>(graph.shape(), *network);
  }

  bool has_adviser() const { return adviser_ != nullptr; }
  void set_adviser(std::unique_ptr<Adviser<kWords>> adviser) { adviser_ = std::move(adviser); }

  // Sets the stop condition of the expensive steps of a search.
  void set_stop(WorkLimit::Stop stop) { stop_ = std::move(stop); }

  // Begins a search. Without `proofs`, the tree grows as if nothing were proven, which finds the move that is hardest
  // to refute in a lost position.
  void set_root(const Placement& placement, std::uint64_t seed, bool proofs) {
    random_ = search::Random(seed);
    depth_ = 0;
    proofs_ = proofs;
    evaluates_ = evaluates_leaves(graph_.shape().cells(), network_ != nullptr, settings_);
    credit_ = kFirstCredit;
    root_board_ = FramedBoard(graph_.shape());
    for (const int color : {kBlack, kWhite}) {
      root_stones_[color] = Set::of(placement.of(color));
      for (const Cell cell : placement.of(color)) root_board_.put(root_board_.framed(cell), color);
    }
    root_color_ = placement.to_move;
    root_last_ = placement.last;
    root_previous_ = placement.previous;
  }
  // Creates the root node, or continues with the existing one. Call it before the first playout, on one thread.
  void make_root(bool make) {
    begin();
    if (make) tree_.set_root(make_node(nullptr));
    RaveNode& root = tree_.arena()[tree_.root()];
    if (settings_.parts & kPartAdvice && adviser_) {
      analyze(root);
      if (!proofs_) close_unanswered(root);
    }
    if (!evaluates_ && settings_.parts & kPartNetwork && network_) evaluate(root);
  }

  // Runs one playout or evaluation, or revisits a proven node. `visits_before` is the number of visits to the root so
  // far, including the one that created it. Returns false once nothing more can be learned: if the network evaluates
  // every leaf and memory is full, the result cannot be stored, and the next call would repeat the same evaluation.
  bool grow(std::uint64_t visits_before) {
    bool full = false;
    begin();
    const int cells = graph_.shape().cells();
    credit_ += evaluates_ ? kCreditPerEvaluation : kCreditPerPlayout / cells;
    // The cost of an analysis grows with the fourth power of the board's side.
    const auto advise = static_cast<float>(evaluates_ ? kAdviseEvaluated : cells * cells / 8);
    std::uint32_t at = tree_.root();
    auto visits = static_cast<float>(visits_before);  // to the current node
    bool played = false;
    float value;  // the result for the side to move at the end of the path
    for (;;) {
      RaveNode& node = tree_.arena()[at];
      if (proofs_ && settings_.parts & kPartAdvice && adviser_ && visits >= advise) analyze(node);
      if (const Proof proof = node.proof.load(std::memory_order_acquire);
          proof != Proof::kNone && (proofs_ || !path_.empty())) {
        value = value_of(proof);
        if (proofs_) settle(node);
        break;
      }
      if (!evaluates_ && settings_.parts & kPartNetwork && network_ && visits >= kNetworkAfter) evaluate(node);
      const Cell cell = evaluates_ ? selection_.by_policy(node) : selection_.by_playouts(node);
      if (cell == kNoCell) {  // the board is full, or another thread is about to prove a loss
        value = (graph_.all() - stones_[0] - stones_[1]).empty() ? play_out() : 0;
        break;
      }
      visits = visit(node, cell);
      path_.push_back({&node, cell});
      play(cell);
      std::uint32_t child = node.child(cell);
      if (child == RaveNode::kNone && (evaluates_ || visits + 1 >= kExpand)) {
        child = expand(node, cell);
        if (evaluates_ && child > RaveNode::kBusy) {
          RaveNode& made = tree_.arena()[child];
          const Proof proof = made.proof.load(std::memory_order_relaxed);
          value = proof == Proof::kNone ? made.value.load(std::memory_order_relaxed) : value_of(proof);
          if (proofs_ && proof != Proof::kNone) settle(made);
          break;
        }
      }
      if (child <= RaveNode::kBusy) {  // another thread is creating the node, or memory is full
        played = !evaluates_;
        full = evaluates_ && child == RaveNode::kNone;
        value = played ? play_out() : with_playouts(network_->evaluate(stones_, color_, last_, {}, 1, nullptr));
        break;
      }
      at = child;
    }
    depth_ = std::max(depth_, static_cast<int>(path_.size()));
    backpropagate(value, played);
    return !full;
  }

  int depth() const { return depth_; }

 private:
  struct Step {
    RaveNode* node;
    Cell cell;
  };

  void begin() {
    path_.clear();
    color_ = root_color_;
    last_ = root_last_;
    previous_ = root_previous_;
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

  static float value_of(Proof proof) { return proof == Proof::kWon ? 1 : 0; }

  // Plays the game out. Returns the result for the side to move, 0 or 1.
  float play_out() {
    const int color = color_;
    return winner_of_playout() == color ? 1 : 0;
  }
  int winner_of_playout() {
    if (settings_.parts & kPartBridges) return playout_.run(board_, stones_, color_, last_, random_) ? kBlack : kWhite;
    std::vector<Cell> free;
    (graph_.all() - stones_[0] - stones_[1]).for_each([&](Cell cell) { free.push_back(cell); });
    stones_[color_] |= Deal<kWords>(free).draw((static_cast<int>(free.size()) + 1) / 2, random_);
    stones_[1 - color_] = graph_.all() - stones_[color_];
    return graph_.joined(stones_[kBlack], kBlack) ? kBlack : kWhite;
  }

  // The value of a leaf for the side to move: that of the network, averaged with playouts. One half if there is none.
  float with_playouts(std::optional<float> value) {
    if (!value || settings_.playout_share <= 0) return value.value_or(0.5F);
    const Set before[2] = {stones_[0], stones_[1]};
    int wins = 0;
    for (int i = 0; i < kLeafPlayouts; ++i) {
      wins += winner_of_playout() == color_ ? 1 : 0;
      for (const int color : {kBlack, kWhite}) stones_[color] = before[color];
    }
    // Even if they all agree, they prove nothing.
    const float mean = (static_cast<float>(wins) + 0.5F) / (kLeafPlayouts + 1);
    return *value + settings_.playout_share * (mean - *value);
  }

  // Adds a virtual loss, so that other threads search elsewhere. Returns the number of earlier visits.
  __attribute__((no_sanitize("thread"))) static float visit(RaveNode& node, Cell cell) {
    return node.lane(Lane::kCounts)[cell]++;
  }

  // Adds the result, for the side to move at the end of the path, to the nodes of the path. After a playout, updates
  // the RAVE values from the final board.
  __attribute__((no_sanitize("thread"))) void backpropagate(float value, bool played) {
    const bool rave = played && settings_.parts & kPartRave;
    if (rave)
      for (const int color : {kBlack, kWhite}) {
        std::fill_n(owned_[color], graph_.shape().cells(), 0.0F);
        stones_[color].for_each([&](Cell cell) { owned_[color][cell] = 1; });
      }
    int color = path_.size() % 2 == 0 ? root_color_ : 1 - root_color_;
    for (std::size_t i = path_.size(); i-- > 0;) {
      color = 1 - color;
      value = 1 - value;
      RaveNode& node = *path_[i].node;
      const Cell cell = path_[i].cell;
      node.lane(Lane::kWins)[cell] += value;
      float most = node.lane(Lane::kCounts)[cell];
      if (rave) {
        float* const rave_counts = node.lane(Lane::kRaveCounts);
        const int width = node.width();
        const float* const owned = owned_[color];
        for (int k = 0; k < width; ++k) rave_counts[k] += owned[k];
        if (value == 1) {
          float* const rave_wins = node.lane(Lane::kRaveWins);
          for (int k = 0; k < width; ++k) rave_wins[k] += owned[k];
        }
        most = std::max(most, rave_counts[cell]);
      }
      if (most >= kMaxCount) node.halve_counts();
    }
  }

  std::uint32_t expand(RaveNode& node, Cell cell) {
    if (!node.claim(cell)) return RaveNode::kBusy;
    const std::uint32_t made = make_node(path_.size() > 1 ? path_[path_.size() - 2].node : nullptr);
    node.link_to(cell, made);
    return made;
  }

  // Creates a node for the current position and returns its index; 0 if memory is full. `ancestor` is a node above it
  // with the same side to move; its RAVE values initialize the moves.
  std::uint32_t make_node(const RaveNode* ancestor) {
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
    if (settings_.overlooked > 0 && moves == free) moves = visible(moves);
    const std::uint32_t at = tree_.arena().make();
    if (at == 0) return 0;
    RaveNode& node = tree_.arena()[at];
    node.proof.store(proof, std::memory_order_relaxed);
    node.plies.store(static_cast<std::uint16_t>(plies), std::memory_order_relaxed);
    int count = 0;
    moves.for_each([&](Cell cell) { order_[count++] = cell; });
    if (proof == Proof::kWon) node.winning.store(order_[0], std::memory_order_relaxed);
    const std::span<const Cell> cells{order_, static_cast<std::size_t>(count)};
    if (evaluates_) {
      std::optional<float> value;
      if (proof == Proof::kNone) value = network_->evaluate(stones_, color_, last_, cells, kTemperature, priors_);
      if (!value) std::fill_n(priors_, count, 1 / static_cast<float>(count));
      node.value.store(with_playouts(value), std::memory_order_relaxed);
      for (int i = 0; i < count; ++i) node.add_move(order_[i], priors_[i]);
      return at;
    }
    set_initial(ancestor);
    if (weights_ != nullptr && settings_.parts & kPartPatterns) {
      patterns_.set_position(stones_, color_, last_, previous_);
      patterns_.policy(*weights_, cells, priors_);
    } else {
      std::fill_n(priors_, count, 0.0F);
    }
    for (int i = 0; i < count; ++i)
      node.add_move(order_[i], initial_[order_[i]], kPriorWeight * priors_[i] + tie_break());
    return at;
  }

  // A small random number that breaks ties.
  float tie_break() { return 1e-4F * static_cast<float>(random_.below(1024)) / 1024; }

  // Sets the initial RAVE values of the moves of a new node.
  void set_initial(const RaveNode* ancestor) {
    std::fill(initial_, initial_ + graph_.shape().cells(), PlayoutStats{0.5F, 1.0F});
    if (ancestor != nullptr && settings_.parts & kPartInherit)
      for (int cell = 0; cell < graph_.shape().cells(); ++cell) {
        const PlayoutStats known = ancestor->rave(static_cast<Cell>(cell));
        const float kept = std::min(kInherited, known.count);
        initial_[cell] = {known.wins * kept / known.count, kept};
      }
    if (last_ != kNoCell && settings_.parts & kPartUrgent) {
      const std::uint16_t at = board_.framed(last_);
      const std::uint8_t replies = replies_(color_, board_.ring(at));
      for (int i = 0; i < 6; ++i)
        if (replies >> i & 1) {
          auto& counts = initial_[cell_of(board_.neighbor(at, i))];
          counts = {counts.wins + 20, counts.count + 20};
        }
    }
  }
  Cell cell_of(std::uint16_t framed) const {
    const int stride = graph_.shape().columns + 2;
    return graph_.shape().at(framed % stride - 1, framed / stride - 1);
  }

  // The moves that a weakened player sees. The seed determines which ones it overlooks, always the same ones in the
  // same position.
  Set visible(const Set& moves) {
    std::uint64_t code = settings_.seed;
    for (const int color : {kBlack, kWhite})
      for (const std::uint64_t word : stones_[color].words) code = search::spread(code ^ word);
    Set kept;
    moves.for_each([&](Cell cell) {
      if (static_cast<int>(search::spread(code + cell) % 1000) >= settings_.overlooked) kept.add(cell);
    });
    return kept.empty() ? moves : kept;
  }

  // Runs the virtual connection analysis of the current node, once. Except at the root, it is postponed while analyses
  // slow the search down too much.
  void analyze(RaveNode& node) {
    const bool root = path_.empty();
    if (node.proof.load(std::memory_order_relaxed) != Proof::kNone && (proofs_ || !root)) return;
    if ((!root && credit_ < 0) || node.advised.exchange(true)) return;
    const Advice<kWords> advice = adviser_->advise(stones_, color_, stop_, kAdviceSteps);
    credit_ -= static_cast<std::int64_t>(advice.steps);
    if (advice.proof != Proof::kNone && proofs_) {
      const bool tried = advice.move != kNoCell && node.is_move(advice.move);
      if (root && advice.proof == Proof::kWon && !tried) return;  // at the root, a proof must name a move
      if (tried) node.winning.store(advice.move, std::memory_order_relaxed);
      prove(node, advice.proof, advice.plies);
      return;
    }
    const std::vector<Cell> moves = node.moves();
    // In a lost position, an inferior move may be the hardest to refute.
    const Set& considered = proofs_ ? advice.moves : advice.must_play;
    const auto advised = [&](Cell cell) { return considered.has(cell); };
    if (root && std::ranges::none_of(moves, advised)) return;
    for (const Cell cell : moves)
      if (!advised(cell)) node.close(cell);
    if (evaluates_) share_policy(node, moves);
    if (node.open.load(std::memory_order_relaxed) == 0)
      prove(node, Proof::kLost, std::max<int>(2, node.plies.load(std::memory_order_relaxed)));
  }

  // Shares the probabilities of closed moves among the open ones.
  static void share_policy(RaveNode& node, const std::vector<Cell>& moves) {
    float open = 0;
    for (const Cell cell : moves)
      if (!node.closed(cell)) open += node.bias(cell);
    if (!(open > 0)) return;
    for (const Cell cell : moves)
      if (!node.closed(cell)) node.set_bias(cell, node.bias(cell) / open);
  }

  // Closes the moves of a lost position that the winner need not answer, unless that applies to all moves.
  void close_unanswered(RaveNode& root) {
    Set unanswered;
    std::vector<Cell> open;
    root.for_each_move([&](Cell cell) {
      if (!root.closed(cell)) open.push_back(cell);
    });
    std::uint64_t steps = kAdviceSteps;  // for the analyses of all moves together
    for (const Cell cell : open) {
      Set stones[2] = {stones_[0], stones_[1]};
      stones[color_].add(cell);
      const Advice<kWords> advice = adviser_->advise(stones, color_, stop_, std::max<std::uint64_t>(1, steps));
      steps -= std::min(steps, advice.steps);
      if (advice.proof == Proof::kLost) unanswered.add(cell);
    }
    if (unanswered.size() == static_cast<int>(open.size())) return;
    unanswered.for_each([&](Cell cell) { root.close(cell); });
  }

  // Evaluates the current node with the network, once. Its policy replaces that of the patterns, and its value counts
  // as several playouts of each move on the path to the node.
  void evaluate(RaveNode& node) {
    if (node.evaluated.load(std::memory_order_relaxed) || node.proof.load(std::memory_order_relaxed) != Proof::kNone ||
        node.evaluated.exchange(true))
      return;
    std::vector<Cell> moves;
    node.for_each_move([&](Cell cell) {
      if (!node.closed(cell)) moves.push_back(cell);
    });
    if (moves.empty()) return;
    const std::optional<float> value = network_->evaluate(stones_, color_, last_, moves, 1, priors_);
    if (!value) return;
    for (std::size_t i = 0; i < moves.size(); ++i) node.set_bias(moves[i], kPriorWeight * priors_[i] + tie_break());
    for (std::size_t i = 0; i < path_.size(); ++i) {
      const bool own = (path_.size() - i) % 2 == 0;  // whether the side to move here made the move
      path_[i].node->count(path_[i].cell, {kNetworkWeight * (own ? *value : 1 - *value), kNetworkWeight});
    }
  }

  static void prove(RaveNode& node, Proof proof, int plies) {
    node.plies.store(static_cast<std::uint16_t>(plies), std::memory_order_relaxed);
    node.proof.store(proof, std::memory_order_release);
  }

  // Backs up the proof of the last node of the path.
  void settle(RaveNode& proven) {
    RaveNode* child = &proven;
    for (std::size_t i = path_.size(); i-- > 0;) {
      RaveNode& node = *path_[i].node;
      const int plies = child->plies.load(std::memory_order_relaxed) + 1;
      if (child->proof.load(std::memory_order_relaxed) == Proof::kLost) {
        if (node.proof.load(std::memory_order_relaxed) != Proof::kNone) return;
        node.winning.store(path_[i].cell, std::memory_order_relaxed);
        prove(node, Proof::kWon, plies);
      } else {
        const bool last = node.close(path_[i].cell);
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
  search::Random random_{0};
  std::unique_ptr<Adviser<kWords>> adviser_;
  std::unique_ptr<NetworkPolicy> network_;
  Selection selection_;
  const BridgeReplies replies_;

  Set root_stones_[2], stones_[2];
  FramedBoard root_board_, board_;
  int root_color_ = kBlack, color_ = kBlack;
  Cell root_last_ = kNoCell, root_previous_ = kNoCell, last_ = kNoCell, previous_ = kNoCell;
  std::vector<Step> path_;
  int depth_ = 0;
  WorkLimit::Stop stop_;
  bool proofs_ = true;
  bool evaluates_ = false;   // whether the network evaluates every leaf
  std::int64_t credit_ = 0;  // steps that analyses may still spend; each playout or evaluation adds some

  MovePatterns patterns_;
  BridgePlayout<kWords> playout_;
  static constexpr int kMaxWidth = RaveNode::width_of(kMaxCells);  // the maximum width of the lanes of a node
  alignas(64) float owned_[2][kMaxWidth] = {};
  PlayoutStats initial_[kMaxCells];
  float priors_[kMaxCells];
  Cell order_[kMaxCells];
};

}  // namespace hexapoda::hex
