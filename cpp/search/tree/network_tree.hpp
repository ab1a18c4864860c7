// A search tree for one position whose leaves a network evaluates.
//
// collect() walks from the root to a leaf that needs an evaluation. The caller evaluates the leaves of many trees at
// once and passes each result to backpropagate(). A walk that ends in a finished game or a proven position needs no
// evaluation. Values are from -1 to 1 for the side to move, which alternates with every move.
//
// Several leaves of a tree can wait for evaluations at the same time. Meanwhile, each counts as a loss for the moves
// that lead to it (a virtual loss), so that other walks choose other moves.
//
// Two rules select moves. PUCT (Silver et al., "A general reinforcement learning algorithm that masters chess, shogi,
// and Go through self-play", 2018) takes the highest
//
//   value + c * prior * sqrt(visits of the node) / (1 + visits of the move),
//
// where c grows slowly with the visits. Gumbel search (Danihelka et al., "Policy improvement by planning with Gumbel",
// 2022) samples moves of the root without replacement and halves their number repeatedly; below the root it visits
// moves in proportion to the improved policy.
//
// Proofs are backed up: a node is won if one of its moves wins, and lost if all of them lose.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "search/random.hpp"

namespace hexapoda::search {

struct NetworkTreeSettings {
  bool gumbel = false;
  int simulations = 64;               // per search; Gumbel search divides them among the root moves
  std::size_t most_nodes = 1U << 30;  // a search is complete once its tree has this many nodes
  float exploration = 1.25F;          // PUCT: c at a node without visits
  float exploration_base = 19652;     // PUCT: how slowly c grows
  float unvisited_loss = 0.2F;        // PUCT: the value of an unvisited move is the node's minus this
  float noise = 0;                    // PUCT: the share of Dirichlet noise in the policy of the root
  float noise_alpha = 0.3F;           // PUCT: the parameter of that noise
  int considered = 16;                // Gumbel: the number of root moves that are sampled
  float visit_offset = 50;            // Gumbel: added to the visits of the most visited move
  float value_scale = 1;              // Gumbel: the weight of values relative to logits
};

// How a walk from the root ended.
enum class Walk : std::uint8_t {
  kNeedsEvaluation,  // at a leaf, for which backpropagate() must be called
  kDone,             // in a finished game or a proven position, whose value was backed up
  kWaits             // where an evaluation must arrive first; nothing has changed
};

// The proven result of a node, for the side to move. A game that is cut off has the value of a draw but proves nothing.
enum class Proof : std::uint8_t { kOpen, kWon, kDrawn, kLost, kCut };

constexpr Proof seen_from_parent(Proof proof) {
  return proof == Proof::kWon ? Proof::kLost : proof == Proof::kLost ? Proof::kWon : proof;
}
constexpr float value_of(Proof proof) { return proof == Proof::kWon ? 1.0F : proof == Proof::kLost ? -1.0F : 0.0F; }

class NetworkTree {
 public:
  using Action = std::uint16_t;

  // A move of the root, from the point of view of the side to move at the root.
  struct RootMove {
    Action action;
    std::uint32_t visits;
    float value;     // the mean or proven value; the root's mean if there are no visits
    float prior;     // the network's probability, possibly with noise
    float improved;  // the probability in the policy that the search recommends
    Proof proof;
  };

  NetworkTree() { clear(); }

  // Resets the tree to an unexpanded root.
  void clear() {
    nodes_.assign(1, Node{});
    waiting_.clear();
    candidates_.clear();
  }
  // Makes the position after a root move the new root, keeping its subtree. Clears the tree if the move is unknown.
  void advance(Action action) {
    std::size_t child = 0;
    for (std::size_t i = first(0); i < last(0); ++i)
      if (nodes_[i].action == action) child = i;
    waiting_.clear();
    candidates_.clear();
    if (child == 0) return clear();
    std::vector<Node> kept(1, nodes_[child]);
    // Breadth first, so that children stay contiguous.
    for (std::size_t at = 0; at < kept.size(); ++at) {
      const std::size_t from = kept[at].first, count = kept[at].count;
      kept[at].first = static_cast<std::uint32_t>(kept.size());
      kept.insert(kept.end(), nodes_.begin() + static_cast<std::ptrdiff_t>(from),
                  nodes_.begin() + static_cast<std::ptrdiff_t>(from + count));
    }
    nodes_ = std::move(kept);
  }

  std::size_t size() const { return nodes_.size(); }
  std::uint32_t visits() const { return nodes_[0].visits; }
  Proof proof() const { return nodes_[0].proof; }
  bool expanded() const { return nodes_[0].count != 0; }

  // Walks from the root to a leaf. Calls play(action) for each move, which returns Proof::kOpen, or the result for
  // the side to move after the move.
  template <class Play>
  Walk collect(const NetworkTreeSettings& settings, Play play) {
    std::vector<std::size_t> path(1, 0);
    std::size_t at = 0, chosen = candidates_.size();
    while (nodes_[at].proof == Proof::kOpen && nodes_[at].count != 0) {
      if (at == 0 && settings.gumbel) {
        if (round_waits()) return Walk::kWaits;
        chosen = candidate(settings);
        at = chosen < candidates_.size() ? candidates_[chosen].node : select_improved(settings, 0);
      } else {
        at = select(settings, at);
      }
      path.push_back(at);
      const Proof result = play(nodes_[at].action);
      if (nodes_[at].visits == 0) nodes_[at].proof = result;
    }
    const bool open = nodes_[at].proof == Proof::kOpen;
    if (open && nodes_[at].pending != 0) return Walk::kWaits;
    if (chosen < candidates_.size()) ++candidates_[chosen].done;
    if (!open) {
      back_up(path, value_of(nodes_[at].proof));
      return Walk::kDone;
    }
    for (const std::size_t node : path) ++nodes_[node].pending;
    waiting_.push_back(std::move(path));
    return Walk::kNeedsEvaluation;
  }
  // The number of leaves that are waiting for evaluations.
  std::size_t waiting() const { return waiting_.size(); }

  // Expands the leaf that has waited longest. `logits` has one entry for each of `actions`; `value` is for the side to
  // move at the leaf.
  void backpropagate(std::span<const Action> actions, std::span<const float> logits, float value) {
    const std::vector<std::size_t> path = std::move(waiting_.front());
    waiting_.erase(waiting_.begin());
    for (const std::size_t node : path) --nodes_[node].pending;
    const std::size_t leaf = path.back();
    const auto begin = static_cast<std::uint32_t>(nodes_.size());
    float highest = -std::numeric_limits<float>::infinity(), sum = 0;
    for (const float logit : logits) highest = std::max(highest, logit);
    for (std::size_t i = 0; i < actions.size(); ++i) {
      Node child;
      child.action = actions[i];
      child.logit = logits[i] - highest;
      child.prior = std::exp(child.logit);
      sum += child.prior;
      nodes_.push_back(child);
    }
    nodes_[leaf].first = begin;
    nodes_[leaf].count = static_cast<std::uint16_t>(actions.size());
    nodes_[leaf].network_value = value;
    for (std::size_t i = begin; i < nodes_.size(); ++i) nodes_[i].prior /= sum;
    back_up(path, value);
  }

  // Mixes noise into the network's policy at the root, for PUCT in self-play.
  void add_noise(const NetworkTreeSettings& settings, Random& random) {
    std::vector<float> noise(nodes_[0].count);
    float sum = 0;
    for (float& one : noise) sum += one = gamma(settings.noise_alpha, random);
    float odds = 0;
    for (std::size_t i = first(0); i < last(0); ++i) odds += std::exp(nodes_[i].logit);
    for (std::size_t i = 0; i < noise.size() && sum > 0; ++i) {
      Node& node = nodes_[first(0) + i];
      const float prior = std::exp(node.logit) / odds;
      node.prior = prior + settings.noise * (noise[i] / sum - prior);
    }
  }

  // Begins a search at the root, which must be expanded. Gumbel search samples the moves that it considers.
  void begin(const NetworkTreeSettings& settings, Random& random) {
    candidates_.clear();
    if (!settings.gumbel) return;
    for (std::size_t i = first(0); i < last(0); ++i) {
      if (loses(nodes_[i])) continue;
      const float gumbel = -std::log(-std::log(uniform(random)));
      candidates_.push_back({i, gumbel + nodes_[i].logit, 0});
    }
    std::ranges::sort(candidates_, [](const auto& a, const auto& b) { return a.score > b.score; });
    const auto most = static_cast<std::size_t>(std::clamp(settings.considered, 1, settings.simulations));
    if (candidates_.size() > most) candidates_.resize(most);
    survivors_ = candidates_.size();
    if (survivors_ > 0) plan(settings);
  }

  // The moves of the root, in the order of their actions in backpropagate().
  std::vector<RootMove> root_moves(const NetworkTreeSettings& settings) const {
    std::vector<RootMove> moves;
    std::vector<float> improved(nodes_[0].count);
    improve(settings, 0, improved);
    for (std::size_t i = first(0); i < last(0); ++i)
      moves.push_back({nodes_[i].action, nodes_[i].visits,
                       nodes_[i].visits == 0 && nodes_[i].proof == Proof::kOpen ? mean(nodes_[0]) : -mean(nodes_[i]),
                       nodes_[i].prior, improved[i - first(0)], seen_from_parent(nodes_[i].proof)});
    return moves;
  }

  // The principal variation, starting with the best move.
  std::vector<Action> line(const NetworkTreeSettings& settings) const {
    std::vector<Action> actions;
    if (!expanded()) return actions;
    for (std::size_t at = first(0) + best(settings);;) {
      actions.push_back(nodes_[at].action);
      std::size_t next = first(at);
      for (std::size_t i = first(at); i < last(at); ++i)
        if (better(nodes_[i], nodes_[next])) next = i;
      if (nodes_[at].count == 0 || nodes_[next].visits == 0) return actions;
      at = next;
    }
  }

  // The value of the root for the side to move.
  float value() const { return mean(nodes_[0]); }

  // The index in root_moves() of the move to play: a proven win; otherwise the winner of Gumbel search, or the most
  // visited move that does not lose. If all moves lose, the most visited one.
  std::size_t best(const NetworkTreeSettings& settings) const {
    std::size_t chosen = first(0);
    for (std::size_t i = first(0); i < last(0); ++i) {
      if (nodes_[i].proof == Proof::kLost) return i - first(0);
      if (better(nodes_[i], nodes_[chosen])) chosen = i;
    }
    if (settings.gumbel && !candidates_.empty()) {
      const Candidate* winner = &candidates_[0];
      for (std::size_t i = 1; i < survivors_; ++i)
        if (candidate_worth(settings, candidates_[i]) > candidate_worth(settings, *winner)) winner = &candidates_[i];
      if (!loses(nodes_[winner->node])) chosen = winner->node;
    }
    return chosen - first(0);
  }

 private:
  struct Node {
    float sum = 0;  // the sum of the values for the side to move here
    std::uint32_t visits = 0;
    std::uint32_t first = 0;  // the children are contiguous
    std::uint16_t count = 0;
    Action action = 0;  // the action that leads here
    float prior = 0, logit = 0;
    float network_value = 0;
    std::uint16_t pending = 0;  // walks through this node that wait for evaluations
    Proof proof = Proof::kOpen;
  };
  // A root move that Gumbel search considers.
  struct Candidate {
    std::size_t node;
    float score;         // the sum of its logit and its Gumbel noise
    std::uint32_t done;  // its visits in this search
  };

  std::size_t first(std::size_t at) const { return nodes_[at].first; }
  std::size_t last(std::size_t at) const { return nodes_[at].first + nodes_[at].count; }

  static float mean(const Node& node) {
    if (node.proof != Proof::kOpen) return value_of(node.proof);
    return node.visits == 0 ? 0 : node.sum / static_cast<float>(node.visits);
  }
  static float visits_and_pending(const Node& node) { return static_cast<float>(node.visits + node.pending); }
  // The value of a move for the side that makes it, including virtual losses.
  static float value_of_move(const Node& child) {
    const float value = -mean(child);
    if (child.proof != Proof::kOpen || child.pending == 0) return value;
    return (value * static_cast<float>(child.visits) - static_cast<float>(child.pending)) / visits_and_pending(child);
  }
  // Whether a move loses: it leads to a position that is won for the opponent, who is to move there.
  static bool loses(const Node& child) { return child.proof == Proof::kWon; }
  // Whether a is a better choice than b: it does not lose while b does, it has more visits, or it has as many and a
  // higher prior.
  static bool better(const Node& a, const Node& b) {
    if (loses(a) != loses(b)) return loses(b);
    return a.visits != b.visits ? a.visits > b.visits : a.prior > b.prior;
  }

  // A random number between 0 and 1, both excluded.
  static float uniform(Random& random) { return (static_cast<float>(random.next() >> 41) + 0.5F) / 8388608.0F; }
  // A gamma-distributed random number (Marsaglia and Tsang, "A simple method for generating gamma variables", 2000).
  static float gamma(float alpha, Random& random) {
    if (alpha < 1) return gamma(alpha + 1, random) * std::pow(uniform(random), 1 / alpha);
    const float d = alpha - 1.0F / 3, c = 1 / std::sqrt(9 * d);
    for (;;) {
      const float normal = std::sqrt(-2 * std::log(uniform(random))) * std::cos(6.2831853F * uniform(random));
      const float root = 1 + c * normal, cube = root * root * root;
      if (root > 0 && std::log(uniform(random)) < normal * normal / 2 + d - d * cube + d * std::log(cube))
        return d * cube;
    }
  }

  std::size_t select(const NetworkTreeSettings& settings, std::size_t at) const {
    return settings.gumbel ? select_improved(settings, at) : select_puct(settings, at);
  }

  // Both rules skip losing moves. At least one other move remains, because a node whose moves all lose is proven lost.
  std::size_t select_puct(const NetworkTreeSettings& settings, std::size_t at) const {
    const Node& node = nodes_[at];
    const float visits = visits_and_pending(node);
    const float c =
        settings.exploration + std::log((visits + settings.exploration_base + 1) / settings.exploration_base);
    const float spread = c * std::sqrt(visits);
    const float unvisited = std::max(-1.0F, mean(node) - settings.unvisited_loss);
    std::size_t best = first(at);
    float highest = -std::numeric_limits<float>::infinity();
    for (std::size_t i = first(at); i < last(at); ++i) {
      const Node& child = nodes_[i];
      if (loses(child)) continue;
      const float value = visits_and_pending(child) == 0 ? unvisited : value_of_move(child);
      const float score = value + spread * child.prior / (1 + visits_and_pending(child));
      if (score > highest) {
        highest = score;
        best = i;
      }
    }
    return best;
  }

  std::size_t select_improved(const NetworkTreeSettings& settings, std::size_t at) const {
    std::vector<float>& improved = scratch_;
    improved.resize(nodes_[at].count);
    improve(settings, at, improved);
    float sum = 0;
    for (std::size_t i = first(at); i < last(at); ++i) sum += visits_and_pending(nodes_[i]);
    std::size_t best = first(at);
    float highest = -std::numeric_limits<float>::infinity();
    for (std::size_t i = first(at); i < last(at); ++i) {
      if (loses(nodes_[i])) continue;
      const float score = improved[i - first(at)] - visits_and_pending(nodes_[i]) / (1 + sum);
      if (score > highest) {
        highest = score;
        best = i;
      }
    }
    return best;
  }

  // The weight of values relative to logits in the improved policy.
  float value_scale(const NetworkTreeSettings& settings, std::size_t at) const {
    std::uint32_t most = 0;
    for (std::size_t i = first(at); i < last(at); ++i) most = std::max(most, nodes_[i].visits);
    return (settings.visit_offset + static_cast<float>(most)) * settings.value_scale;
  }
  // The value of unvisited moves: the network's value, mixed with the values of visited moves weighted by their priors.
  float mixed_value(std::size_t at) const {
    float visits = 0, priors = 0, values = 0;
    for (std::size_t i = first(at); i < last(at); ++i) {
      if (nodes_[i].visits == 0) continue;
      visits += static_cast<float>(nodes_[i].visits);
      priors += nodes_[i].prior;
      values += nodes_[i].prior * -mean(nodes_[i]);
    }
    const float network = nodes_[at].network_value;
    return priors > 0 ? (network + visits * values / priors) / (1 + visits) : network;
  }
  static float completed(const Node& child, float completion) {
    return child.visits == 0 && child.proof == Proof::kOpen ? completion : -mean(child);
  }
  // Rescales a value to 0 to 1, as in the paper.
  static float rescaled(float value) { return (1 + value) / 2; }
  // Writes the improved policy of a node: the softmax of the logits plus the scaled values.
  void improve(const NetworkTreeSettings& settings, std::size_t at, std::vector<float>& improved) const {
    const float scale = value_scale(settings, at), completion = mixed_value(at);
    float highest = -std::numeric_limits<float>::infinity(), sum = 0;
    for (std::size_t i = first(at); i < last(at); ++i) {
      improved[i - first(at)] = nodes_[i].logit + scale * rescaled(completed(nodes_[i], completion));
      highest = std::max(highest, improved[i - first(at)]);
    }
    for (float& one : improved) sum += one = std::exp(one - highest);
    for (float& one : improved) one /= sum;
  }

  // Plans a round of sequential halving: it visits the remaining moves equally often, then the worse half is dropped.
  void plan(const NetworkTreeSettings& settings) {
    const float rounds = std::max(1.0F, std::ceil(std::log2(static_cast<float>(candidates_.size()))));
    const float share = static_cast<float>(settings.simulations) / (rounds * static_cast<float>(survivors_));
    round_end_ = 0;
    for (std::size_t i = 0; i < survivors_; ++i) round_end_ = std::max(round_end_, candidates_[i].done);
    round_end_ += static_cast<std::uint32_t>(std::max(1.0F, share));
  }
  // Whether waiting evaluations must arrive before the moves of this round can be compared.
  bool round_waits() const {
    if (waiting_.empty()) return false;
    return std::none_of(candidates_.begin(), candidates_.begin() + static_cast<std::ptrdiff_t>(survivors_),
                        [&](const Candidate& one) { return one.done < round_end_ && !loses(nodes_[one.node]); });
  }
  // The index of the candidate to visit next; candidates_.size() if all remaining ones lose.
  std::size_t candidate(const NetworkTreeSettings& settings) {
    for (bool open = true; open;) {
      std::size_t next = survivors_;
      open = false;
      for (std::size_t i = 0; i < survivors_; ++i) {
        const Candidate& one = candidates_[i];
        if (loses(nodes_[one.node])) continue;
        open = true;
        if (one.done < round_end_ && (next == survivors_ || one.done < candidates_[next].done)) next = i;
      }
      if (next < survivors_) return next;
      if (open) halve(settings);
    }
    return candidates_.size();
  }
  // The score by which candidates are compared.
  float candidate_worth(const NetworkTreeSettings& settings, const Candidate& one) const {
    const Node& node = nodes_[one.node];
    if (loses(node)) return -std::numeric_limits<float>::infinity();
    return one.score + value_scale(settings, 0) * rescaled(completed(node, mixed_value(0)));
  }
  void halve(const NetworkTreeSettings& settings) {
    std::stable_sort(candidates_.begin(), candidates_.begin() + static_cast<std::ptrdiff_t>(survivors_),
                     [&](const Candidate& a, const Candidate& b) {
                       return candidate_worth(settings, a) > candidate_worth(settings, b);
                     });
    survivors_ = std::max<std::size_t>(1, survivors_ / 2);
    plan(settings);
  }

  void back_up(const std::vector<std::size_t>& path, float value) {
    for (std::size_t i = path.size(); i-- > 0;) {
      Node& node = nodes_[path[i]];
      ++node.visits;
      node.sum += value;
      value = -value;
      if (i > 0 && node.proof != Proof::kOpen) prove(path[i - 1]);
    }
  }
  void prove(std::size_t parent) {
    Proof best = Proof::kLost;
    for (std::size_t i = first(parent); i < last(parent); ++i) {
      const Proof proof = seen_from_parent(nodes_[i].proof);
      if (proof == Proof::kWon) {
        nodes_[parent].proof = Proof::kWon;
        return;
      }
      if (proof == Proof::kOpen || proof == Proof::kCut) best = Proof::kOpen;
      if (proof == Proof::kDrawn && best == Proof::kLost) best = Proof::kDrawn;
    }
    if (best != Proof::kOpen) nodes_[parent].proof = best;
  }

  std::vector<Node> nodes_;
  std::vector<std::vector<std::size_t>> waiting_;  // the paths to the waiting leaves
  std::vector<Candidate> candidates_;              // for Gumbel search, the survivors first
  std::size_t survivors_ = 0;
  std::uint32_t round_end_ = 0;
  mutable std::vector<float> scratch_;
};

}  // namespace hexapoda::search
