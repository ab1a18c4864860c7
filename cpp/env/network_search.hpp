// Network searches for all games of a batch at once: the leaves of their trees are written into the rows of an array
// and evaluated together.
#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "env/batch.hpp"
#include "search/random.hpp"
#include "search/tree/network_tree.hpp"

namespace hexapoda::env {

// The rows for leaves. The rows of game i begin at row i * leaves.
struct LeafArrays {
  void* observations = nullptr;  // [count * leaves, size of an observation]
  std::int8_t* masks = nullptr;  // [count * leaves, number of actions]: 1 for legal actions
  bool* waiting = nullptr;       // [count * leaves]: whether the row is waiting for its evaluation
};

// Results of collect() other than a number of rows: all searches are complete, a game has moved on, or collect() must
// be called again.
inline constexpr std::ptrdiff_t kComplete = 0, kMoved = -1, kGoOn = -2;

template <class Game>
class NetworkSearch {
 public:
  // The arrays must be zeroed, and the batch must outlive the search.
  NetworkSearch(const Batch<Game>& batch, const search::NetworkTreeSettings& settings, int leaves,
                const LeafArrays& arrays, std::uint64_t seed)
      : batch_(batch), settings_(settings), leaves_(leaves), arrays_(arrays) {
    const auto count = static_cast<std::size_t>(batch.settings().count);
    slots_.reserve(count);
    for (std::size_t i = 0; i < count; ++i) slots_.emplace_back(search::spread(seed ^ search::spread(~i)), leaves);
  }

  // Begins a search of each game that is not over, keeping its tree. `simulations` holds the number of simulations for
  // each game; if it is null, the number in the settings applies to all games.
  void begin(const std::int32_t* simulations = nullptr) {
    each([&](std::ptrdiff_t i, Slot& slot) {
      forget_waiting(i, slot);
      check_version(i, slot);
      slot.simulations = 0;
      slot.most_simulations = simulations == nullptr ? settings_.simulations : simulations[i];
      if (slot.tree.expanded()) start(slot);
    });
  }

  // Walks to leaves and writes their rows. Returns the number of rows that are waiting for an evaluation; kComplete
  // when all searches are complete; kMoved if a game has moved on since begin(); kGoOn if nothing is waiting yet but
  // some searches are incomplete, because many walks ended without needing an evaluation.
  std::ptrdiff_t collect() {
    std::atomic<std::ptrdiff_t> waiting{0};
    std::atomic<bool> moved{false}, open{false};
    each([&](std::ptrdiff_t i, Slot& slot) {
      if (slot.version != batch_.version(i)) moved = true;
      check_version(i, slot);
      if (batch_.over(i)) return;
      // The root must be evaluated before there can be other leaves.
      const int most = slot.tree.expanded() ? leaves_ : 1;
      // A tree whose walks all end in draws needs no evaluations. The limit allows the caller to check its clock.
      for (int walks = 0; walks < kMostWalks && static_cast<int>(slot.tree.waiting()) < most && !complete(slot);
           ++walks)
        if (!walk(i, slot)) break;
      if (!complete(slot)) open = true;
      waiting += static_cast<std::ptrdiff_t>(slot.tree.waiting());
    });
    if (moved) return kMoved;
    return waiting.load() > 0 ? waiting.load() : open ? kGoOn : kComplete;
  }

  // Takes the evaluations of the waiting rows: logits of all actions, and values from -1 to 1 for the player to move.
  // If a number is not finite, changes nothing and returns its row; otherwise returns -1.
  std::ptrdiff_t backpropagate(const float* logits, const float* values) {
    const int actions = batch_.shared().actions();
    const auto none = std::numeric_limits<std::ptrdiff_t>::max();
    std::atomic<std::ptrdiff_t> wrong{none};
    each([&](std::ptrdiff_t i, Slot& slot) {
      for (std::size_t j = 0; j < slot.tree.waiting(); ++j) {
        const std::ptrdiff_t row = i * leaves_ + static_cast<std::ptrdiff_t>(j);
        bool finite = std::isfinite(values[row]);
        for (const auto action : slot.actions[j]) finite &= std::isfinite(logits[row * actions + action]);
        if (!finite) wrong = row;
      }
    });
    if (wrong.load() != none) return wrong.load();
    each([&](std::ptrdiff_t i, Slot& slot) {
      const std::size_t count = slot.tree.waiting();
      for (std::size_t j = 0; j < count; ++j) {
        const std::ptrdiff_t row = i * leaves_ + static_cast<std::ptrdiff_t>(j);
        slot.logits.clear();
        for (const auto action : slot.actions[j]) slot.logits.push_back(logits[row * actions + action]);
        const bool root = !slot.tree.expanded();
        slot.tree.backpropagate(slot.actions[j], slot.logits, std::clamp(values[row], -1.0F, 1.0F));
        if (root) start(slot);
        arrays_.waiting[row] = false;
      }
    });
    return -1;
  }

  // Writes the result of each search: the action to play (0 if the game is over), a policy over all actions, the value
  // for the player to move, and the Kullback-Leibler divergence of the policy from the priors, in nats. With Gumbel
  // search, the policy is the improved policy; otherwise it is the share of the visits of each move. If the best move
  // is a proven win, it has probability 1. Proven losses have probability 0, unless all moves are proven losses.
  void results(std::int64_t* chosen, float* policies, float* values, float* surprises) {
    const int actions = batch_.shared().actions();
    each([&](std::ptrdiff_t i, Slot& slot) {
      float* policy = policies + i * actions;
      std::fill_n(policy, actions, 0.0F);
      chosen[i] = 0;
      values[i] = surprises[i] = 0;
      if (batch_.over(i) || !slot.tree.expanded()) return;
      const auto moves = slot.tree.root_moves(settings_);
      const auto& best = moves[slot.tree.best(settings_)];
      chosen[i] = best.action;
      const bool proven = best.proof == search::Proof::kWon, lost = best.proof == search::Proof::kLost;
      float sum = 0;
      for (const auto& move : moves) {
        if (proven ? &move != &best : !lost && move.proof == search::Proof::kLost) continue;
        sum += policy[move.action] = settings_.gumbel ? move.improved : static_cast<float>(move.visits);
      }
      // If there are no visits, the network's policy takes their place.
      for (const auto& move : moves)
        policy[move.action] = proven    ? static_cast<float>(&move == &best)
                              : sum > 0 ? policy[move.action] / sum
                                        : move.prior;
      double surprise = 0;
      for (const auto& move : moves)
        if (const double now = policy[move.action]; now > 0)
          surprise += now * std::log(now / std::max(move.prior, std::numeric_limits<float>::min()));
      surprises[i] = static_cast<float>(std::max(surprise, 0.0));  // rounding may make it negative
      values[i] = slot.tree.value();
    });
  }

  // Call it after a step of the batch. Keeps the part of each tree below the action that was played, and clears the
  // tree of a game that has begun again or has not made exactly one move.
  void advance() {
    each([&](std::ptrdiff_t i, Slot& slot) {
      forget_waiting(i, slot);
      if (!batch_.over(i) && batch_.version(i) == slot.version + 1) {
        slot.tree.advance(static_cast<search::NetworkTree::Action>(batch_.last_action(i)));
        slot.version = batch_.version(i);
      }
      check_version(i, slot);
    });
  }

  const search::NetworkTree& tree(std::ptrdiff_t i) const { return slots_[static_cast<std::size_t>(i)].tree; }
  const search::NetworkTreeSettings& settings() const { return settings_; }

 private:
  static constexpr int kMostWalks = 256;  // for one game in one call of collect()

  struct Slot {
    Slot(std::uint64_t seed, int leaves)
        : random(seed), actions(static_cast<std::size_t>(leaves)), written(static_cast<std::size_t>(leaves)) {}

    search::NetworkTree tree;
    search::Random random;
    std::uint64_t version = 0;                                      // the version of the game that the tree belongs to
    int simulations = 0;                                            // done in this search
    int most_simulations = 1;                                       // to do in this search
    std::vector<std::vector<search::NetworkTree::Action>> actions;  // the legal actions of each waiting leaf
    std::vector<typename Game::Written> written;                    // the content of each row of the observations
    std::vector<float> logits;
  };

  search::NetworkTreeSettings settings_of(const Slot& slot) const {
    auto settings = settings_;
    settings.simulations = slot.most_simulations;
    return settings;
  }
  // Begins the search at an expanded root.
  void start(Slot& slot) {
    if (settings_.noise > 0) slot.tree.add_noise(settings_, slot.random);
    slot.tree.begin(settings_of(slot), slot.random);
  }
  bool complete(const Slot& slot) const {
    return slot.tree.proof() != search::Proof::kOpen ||
           (slot.tree.expanded() &&
            (slot.simulations >= slot.most_simulations || slot.tree.size() >= settings_.most_nodes));
  }
  // Makes one walk. Returns false if further walks are pointless until an evaluation arrives.
  bool walk(std::ptrdiff_t i, Slot& slot) {
    const auto& shared = batch_.shared();
    const std::size_t leaf = slot.tree.waiting();
    const bool root = !slot.tree.expanded();
    Game game = batch_.game(i);
    int plies = batch_.plies(i);
    const search::Walk end = slot.tree.collect(settings_of(slot), [&](search::NetworkTree::Action action) {
      const Result result = game.play(shared, *game.move_of(shared, action), nullptr);
      const bool cut = result == Result::kPlaying && batch_.cuts(game, ++plies);
      return proof_of(cut ? Result::kCut : result, game.player());
    });
    if (end == search::Walk::kWaits) return false;
    if (!root) ++slot.simulations;
    if (end == search::Walk::kDone) return true;
    const std::ptrdiff_t row = i * leaves_ + static_cast<std::ptrdiff_t>(leaf);
    std::int8_t* mask = arrays_.masks + row * shared.actions();
    std::fill_n(mask, shared.actions(), std::int8_t{0});
    slot.actions[leaf].clear();
    game.each_action(shared, [&](int action) {
      slot.actions[leaf].push_back(static_cast<search::NetworkTree::Action>(action));
      mask[action] = 1;
    });
    game.observe(shared, static_cast<typename Game::Value*>(arrays_.observations) + row * shared.observation(),
                 slot.written[leaf]);
    arrays_.waiting[row] = true;
    return true;
  }
  // The result from the point of view of `player`.
  static search::Proof proof_of(Result result, int player) {
    if (result == Result::kPlaying) return search::Proof::kOpen;
    if (result == Result::kCut) return search::Proof::kCut;
    if (result == Result::kDraw) return search::Proof::kDrawn;
    return result == win_of(player) ? search::Proof::kWon : search::Proof::kLost;
  }
  // Clears the tree if the game has changed in the meantime, because moves in the tree may now be illegal.
  void check_version(std::ptrdiff_t i, Slot& slot) {
    if (slot.version == batch_.version(i)) return;
    forget_waiting(i, slot);
    slot.tree.clear();
    slot.simulations = 0;
    slot.version = batch_.version(i);
  }
  // Clears the tree if some of its leaves are waiting, because they will not be evaluated.
  void forget_waiting(std::ptrdiff_t i, Slot& slot) {
    if (slot.tree.waiting() != 0) slot.tree.clear();
    for (int j = 0; j < leaves_; ++j) arrays_.waiting[i * leaves_ + j] = false;
  }

  // Calls work(i, slot) for each game.
  template <class Work>
  void each(Work work) {
    constexpr std::ptrdiff_t kChunk = 4;
    batch_.workers().for_each(batch_.settings().count, kChunk,
                              [&](std::ptrdiff_t i) { work(i, slots_[static_cast<std::size_t>(i)]); });
  }

  const Batch<Game>& batch_;
  search::NetworkTreeSettings settings_;
  int leaves_;
  LeafArrays arrays_;
  std::vector<Slot> slots_;
};

}  // namespace hexapoda::env
