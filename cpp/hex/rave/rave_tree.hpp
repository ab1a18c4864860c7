// The tree of the engine `rave`: nodes in one block of memory that several threads read and write without locks.
//
// The node of a move is created after the move has been tried a few times. For each cell, a node stores the results of
// the move's own playouts (wins and counts) and of all playouts in which the same side took the cell at any time
// (RAVE). Values of one kind are contiguous, so that a vector loop handles sixteen moves at once. A node has room for
// all cells of the board, although only some of them may be its moves, for example those that meet a threat. In a
// search with evaluations it has no RAVE values.
//
// The statistics are plain floats without locks: one of two simultaneous updates may be lost, which does no harm,
// whereas a lock would take time. Links and proofs are atomic and never lost.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <utility>
#include <vector>

#include "hex/rules/shape.hpp"

namespace hexapoda::hex {

enum class Proof : std::uint8_t { kNone, kWon, kLost };  // for the side to move

// Wins and playouts.
struct PlayoutStats {
  float wins = 0, count = 0;
  // The mean result; 0.5 without playouts.
  float mean() const { return count > 0 ? wins / count : 0.5F; }
};

// The statistics of a node; each one is an array over the cells. Those of RAVE are last, because they may be missing.
enum class Lane { kWins, kCounts, kBias, kRaveWins, kRaveCounts };
inline constexpr int kLanes = 5, kLanesWithoutRave = 3;

// The header of a node. Its lanes and links follow in memory.
class alignas(64) RaveNode {
 public:
  static constexpr std::uint32_t kNone = 0, kBusy = 1;  // values of a link: no child, or a child that is being created
  static constexpr float kBarred = -1e9F;               // the bias of a cell that must not be tried
  static constexpr int kStep = 16;                      // widths are multiples of it

  static constexpr int width_of(int cells) { return (cells + kStep - 1) / kStep * kStep; }

  // Creates a node without moves.
  RaveNode(int cells, int lanes) : width_(width_of(cells)), lanes_(lanes) {
    std::fill_n(lane(Lane::kWins), 2 * width_, 0.0F);
    std::fill_n(lane(Lane::kBias), width_, kBarred);
    if (has_rave()) {  // neutral values for cells about which nothing is known
      std::fill_n(lane(Lane::kRaveWins), width_, 0.5F);
      std::fill_n(lane(Lane::kRaveCounts), width_, 1.0F);
    }
    for (int i = 0; i < width_; ++i) new (&links()[i]) std::atomic<std::uint32_t>(kClosed | kAbsent);
  }
  RaveNode(const RaveNode&) = delete;
  RaveNode& operator=(const RaveNode&) = delete;

  static std::size_t bytes(int cells, int lanes) {
    return sizeof(RaveNode) + static_cast<std::size_t>(width_of(cells) * (lanes + 1)) * sizeof(float);
  }

  std::atomic<Proof> proof{Proof::kNone};
  std::atomic<bool> advised{false};     // whether the virtual connection analysis has been done or is in progress
  std::atomic<bool> evaluated{false};   // whether the network evaluation has been done or is in progress
  std::atomic<std::uint16_t> plies{0};  // plies to the proven end
  std::atomic<std::uint16_t> winning{kNoCell};  // a winning move, or kNoCell if none is known
  std::atomic<std::uint16_t> open{0};           // the number of moves that are not closed
  std::atomic<float> value{0.5F};               // the network's value for the side to move, if it evaluates every leaf

  // The number of cells, rounded up to a multiple of kStep.
  int width() const { return width_; }
  float* lane(Lane lane) { return reinterpret_cast<float*>(this + 1) + static_cast<int>(lane) * width_; }
  const float* lane(Lane lane) const { return const_cast<RaveNode*>(this)->lane(lane); }

  // Adds a move. Call it only before other threads can see the node.
  void add_move(Cell cell, PlayoutStats rave, float bias) {
    lane(Lane::kRaveWins)[cell] = rave.wins;
    lane(Lane::kRaveCounts)[cell] = rave.count;
    add_move(cell, bias);
  }
  void add_move(Cell cell, float bias) {
    links()[cell].store(kNone, std::memory_order_relaxed);
    lane(Lane::kBias)[cell] = bias;
    open.fetch_add(1, std::memory_order_relaxed);
  }
  bool is_move(Cell cell) const { return (link(cell).load(std::memory_order_relaxed) & kAbsent) == 0; }
  // Calls f(cell) for each move.
  template <class F>
  void for_each_move(F f) const {
    for (int cell = 0; cell < width_; ++cell)
      if (is_move(static_cast<Cell>(cell))) f(static_cast<Cell>(cell));
  }
  std::vector<Cell> moves() const {
    std::vector<Cell> cells;
    for_each_move([&](Cell cell) { cells.push_back(cell); });
    return cells;
  }
  __attribute__((no_sanitize("thread"))) PlayoutStats stats(Cell cell) const {
    return {lane(Lane::kWins)[cell], lane(Lane::kCounts)[cell]};
  }
  __attribute__((no_sanitize("thread"))) PlayoutStats rave(Cell cell) const {
    if (!has_rave()) return {};
    return {lane(Lane::kRaveWins)[cell], lane(Lane::kRaveCounts)[cell]};
  }
  __attribute__((no_sanitize("thread"))) float bias(Cell cell) const { return lane(Lane::kBias)[cell]; }
  // Sets the bias of a move. A closed move stays barred, even if another thread closes it at the same time.
  __attribute__((no_sanitize("thread"))) void set_bias(Cell cell, float bias) {
    lane(Lane::kBias)[cell] = bias;
    if ((links()[cell].fetch_or(0) & kClosed) != 0) bar(cell);
  }
  __attribute__((no_sanitize("thread"))) void count(Cell cell, PlayoutStats more) {
    lane(Lane::kWins)[cell] += more.wins;
    lane(Lane::kCounts)[cell] += more.count;
  }
  // A float cannot count by ones beyond 2^24. The counts are halved long before that.
  __attribute__((no_sanitize("thread"))) void halve_counts() {
    halve(lane(Lane::kWins), lane(Lane::kCounts));
    if (has_rave()) halve(lane(Lane::kRaveWins), lane(Lane::kRaveCounts));
  }

  std::uint32_t child(Cell cell) const { return link(cell).load(std::memory_order_acquire) & kIndex; }
  bool has_child(Cell cell) const { return child(cell) > kBusy; }
  bool closed(Cell cell) const { return (link(cell).load(std::memory_order_relaxed) & kClosed) != 0; }

  // Returns whether the caller must create the child. If so, the link is now busy for other threads.
  bool claim(Cell cell) {
    std::uint32_t none = kNone;
    return link(cell).load(std::memory_order_relaxed) == kNone && links()[cell].compare_exchange_strong(none, kBusy);
  }
  // While a link is busy, other threads can only close it.
  void link_to(Cell cell, std::uint32_t child) { links()[cell].fetch_xor(kBusy ^ child, std::memory_order_release); }
  // Closes a move, because it loses or another move is at least as good. Returns whether it was the last open one.
  bool close(Cell cell) {
    if ((links()[cell].fetch_or(kClosed) & kClosed) != 0) return false;
    bar(cell);
    return open.fetch_sub(1) == 1;
  }

  // Copies another node with its links. Both nodes must have the same lanes. Call it only while no thread searches.
  void assign(const RaveNode& other) {
    proof = other.proof.load();
    advised = other.advised.load();
    evaluated = other.evaluated.load();
    plies = other.plies.load();
    winning = other.winning.load();
    open = other.open.load();
    value = other.value.load();
    std::memcpy(lane(Lane::kWins), other.lane(Lane::kWins), sizeof(float) * static_cast<std::size_t>(lanes_ * width_));
    for (int cell = 0; cell < width_; ++cell) links()[cell].store(other.link(static_cast<Cell>(cell)).load());
  }
  void relink(Cell cell, std::uint32_t child) { links()[cell] = (link(cell) & ~kIndex) | child; }

 private:
  bool has_rave() const { return lanes_ == kLanes; }
  __attribute__((no_sanitize("thread"))) void halve(float* wins, float* counts) {
    for (int i = 0; i < width_; ++i)
      if (counts[i] >= 2) {  // a RAVE count never becomes 0
        wins[i] /= 2;
        counts[i] /= 2;
      }
  }
  __attribute__((no_sanitize("thread"))) void bar(Cell cell) { lane(Lane::kBias)[cell] = kBarred; }

  static constexpr std::uint32_t kClosed = 1u << 31, kAbsent = 1u << 30, kIndex = kAbsent - 1;
  using Link = std::atomic<std::uint32_t>;

  Link* links() { return reinterpret_cast<Link*>(reinterpret_cast<float*>(this + 1) + lanes_ * width_); }
  const Link& link(Cell cell) const { return const_cast<RaveNode*>(this)->links()[cell]; }

  const int width_, lanes_;
};

// A memory arena for nodes. It can only be released as a whole.
class RaveArena {
 public:
  RaveArena(std::size_t bytes, int cells)
      : cells_(cells),
        units_(std::min<std::size_t>(bytes / kUnit, 1u << 30)),
        memory_(std::make_unique_for_overwrite<Unit[]>(units_)) {}

  // Creates a node without moves. Returns its index, which is at least 2, or 0 if memory is full.
  std::uint32_t make() {
    const std::size_t size = RaveNode::bytes(cells_, lanes_) / kUnit;
    if (used() + size > units_) return 0;
    const std::size_t at = next_.fetch_add(size, std::memory_order_relaxed);
    if (at + size > units_) return 0;
    new (&memory_[at]) RaveNode(cells_, lanes_);
    return static_cast<std::uint32_t>(at);
  }
  RaveNode& operator[](std::uint32_t at) { return *std::launder(reinterpret_cast<RaveNode*>(&memory_[at])); }
  const RaveNode& operator[](std::uint32_t at) const {
    return *std::launder(reinterpret_cast<const RaveNode*>(&memory_[at]));
  }

  std::size_t used() const { return next_.load(std::memory_order_relaxed); }
  double share_used() const { return static_cast<double>(used()) / static_cast<double>(units_); }
  void clear() { next_.store(kFirst, std::memory_order_relaxed); }
  // Sets the number of lanes of new nodes. Call it only while there are no nodes.
  void set_lanes(int lanes) { lanes_ = lanes; }

 private:
  static constexpr std::size_t kFirst = 2, kUnit = alignof(RaveNode);
  struct alignas(kUnit) Unit {
    std::byte bytes[kUnit];
  };

  int cells_, lanes_ = kLanes;
  std::size_t units_;
  std::unique_ptr<Unit[]> memory_;
  std::atomic<std::size_t> next_{kFirst};
};

// A tree that can be cut down to one of its branches.
class RaveTree {
 public:
  // Half of the memory is reserved as the destination of the copy when a branch is kept.
  RaveTree(std::size_t bytes, int cells) : arenas_{{bytes / 2, cells}, {bytes / 2, cells}} {}

  RaveArena& arena() { return arenas_[current_]; }
  const RaveArena& arena() const { return arenas_[current_]; }
  std::uint32_t root() const { return root_; }
  bool empty() const { return root_ == 0; }
  void set_root(std::uint32_t at) { root_ = at; }
  // Sets the number of lanes of new nodes. Call it only on an empty tree.
  void set_lanes(int lanes) {
    for (RaveArena& arena : arenas_) arena.set_lanes(lanes);
  }
  void clear() {
    arena().clear();
    root_ = 0;
  }

  // Keeps the branch below the moves on these cells. If there is no such branch, clears the tree and returns false.
  bool follow(std::span<const Cell> cells) {
    for (const Cell cell : cells) {
      root_ = !empty() && arena()[root_].has_child(cell) ? arena()[root_].child(cell) : 0;
      if (empty()) {
        clear();
        return false;
      }
    }
    if (!cells.empty() && arena().share_used() > kCrowded) compact();
    return true;
  }

 private:
  static constexpr double kCrowded = 0.3;

  void compact() {
    RaveArena& from = arena();
    RaveArena& to = arenas_[1 - current_];
    to.clear();
    const auto copy = [&](std::uint32_t at) {
      const std::uint32_t made = to.make();
      to[made].assign(from[at]);
      return made;
    };
    const std::uint32_t root = copy(root_);
    std::vector<std::uint32_t> rest{root};
    while (!rest.empty()) {
      RaveNode& node = to[rest.back()];
      rest.pop_back();
      for (const Cell cell : node.moves()) {
        if (!node.has_child(cell)) continue;
        const std::uint32_t child = copy(node.child(cell));
        node.relink(cell, child);
        rest.push_back(child);
      }
    }
    from.clear();
    current_ = 1 - current_;
    root_ = root;
  }

  RaveArena arenas_[2];
  int current_ = 0;
  std::uint32_t root_ = 0;
};

}  // namespace hexapoda::hex
