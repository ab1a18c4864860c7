// The tree of the strong engine: nodes in one block of memory that several threads read and write without locks.
//
// A node is there once its move has been tried a few times; its moves lie side by side, each with what its playouts
// gave (stats) and what all playouts gave in which the cell went to the same side at any time (rave). A count that two
// threads write at the same moment may lose one of the two: that is cheaper than a lock and does no harm. What is
// proven is never lost.
#pragma once

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <span>
#include <utility>
#include <vector>

#include "hex/shape.hpp"

namespace hexapoda::hex {

// Wins and playouts, read and written as one.
class Tally {
 public:
  struct Counts {
    float wins = 0, count = 0;
  };

  Tally() = default;
  explicit Tally(Counts counts) : bits_(std::bit_cast<std::uint64_t>(counts)) {}

  Counts get() const { return std::bit_cast<Counts>(bits_.load(std::memory_order_relaxed)); }
  void set(Counts counts) { bits_.store(std::bit_cast<std::uint64_t>(counts), std::memory_order_relaxed); }
  void add(Counts more) {
    Counts now = get();
    // Past 2^24 a float no longer grows by ones: what is old counts half, long before that.
    if (now.count >= kMost) now = {now.wins / 2, now.count / 2};
    set({now.wins + more.wins, now.count + more.count});
  }

 private:
  static constexpr float kMost = 1 << 23;
  std::atomic<std::uint64_t> bits_{0};
};

struct RaveMove {
  static constexpr std::uint32_t kNone = 0, kBusy = 1;  // no child, or one that is being made
  static constexpr std::uint32_t kClosed = 0x80000000;  // not to be tried: it loses, or another is as good

  Tally stats, rave;
  std::atomic<std::uint32_t> link{kNone};  // where the child is, and kClosed
  Cell cell = kNoCell;
  std::uint16_t prior = 0;  // how likely a strong player is to play it, of kCertain

  static constexpr std::uint16_t kCertain = 0xFFFF;

  std::uint32_t child() const { return link.load(std::memory_order_acquire) & ~kClosed; }
  bool closed() const { return (link.load(std::memory_order_relaxed) & kClosed) != 0; }
  bool has_child() const { return child() > kBusy; }
};

enum class Proof : std::uint8_t { kNone, kWon, kLost };  // for the side to move

struct alignas(RaveMove) RaveNode {
  std::atomic<Proof> proof{Proof::kNone};
  std::atomic<bool> advised{false};       // whether the node has been looked at closely, or is being
  std::atomic<std::uint16_t> plies{0};    // to the proven end
  std::atomic<std::uint16_t> winning{0};  // which move wins, when one does
  std::atomic<std::uint16_t> open{0};     // moves that are not closed
  std::uint16_t count = 0;

  RaveMove* moves() { return reinterpret_cast<RaveMove*>(this + 1); }
  const RaveMove* moves() const { return reinterpret_cast<const RaveMove*>(this + 1); }
  std::span<RaveMove> all() { return {moves(), count}; }
  std::span<const RaveMove> all() const { return {moves(), count}; }
};
static_assert(sizeof(RaveNode) % alignof(RaveMove) == 0);

// Memory that nodes are laid out in one after the other; there is no giving back but of all of them.
class RaveArena {
 public:
  explicit RaveArena(std::size_t bytes)
      : units_(bytes / sizeof(std::uint64_t)), memory_(std::make_unique_for_overwrite<std::uint64_t[]>(units_)) {}

  // Where there is room for a node of so many moves; 0 when there is none. Positions are never 0 or 1.
  std::uint32_t make(std::size_t moves) {
    const std::size_t size = (sizeof(RaveNode) + moves * sizeof(RaveMove)) / sizeof(std::uint64_t);
    if (used() + size > units_) return 0;
    const std::size_t at = next_.fetch_add(size, std::memory_order_relaxed);
    if (at + size > units_) return 0;
    auto* node = new (&memory_[at]) RaveNode;
    node->count = static_cast<std::uint16_t>(moves);
    node->open.store(node->count, std::memory_order_relaxed);
    for (std::size_t i = 0; i < moves; ++i) new (node->moves() + i) RaveMove;
    return static_cast<std::uint32_t>(at);
  }
  RaveNode& operator[](std::uint32_t at) { return *std::launder(reinterpret_cast<RaveNode*>(&memory_[at])); }
  const RaveNode& operator[](std::uint32_t at) const {
    return *std::launder(reinterpret_cast<const RaveNode*>(&memory_[at]));
  }

  std::size_t used() const { return next_.load(std::memory_order_relaxed); }
  double share_used() const { return static_cast<double>(used()) / static_cast<double>(units_); }
  void clear() { next_.store(kFirst, std::memory_order_relaxed); }

 private:
  static constexpr std::size_t kFirst = 2;

  std::size_t units_;
  std::unique_ptr<std::uint64_t[]> memory_;
  std::atomic<std::size_t> next_{kFirst};
};

// A tree that can be cut down to one of its branches.
class RaveTree {
 public:
  // Half of the memory is for the branch that is kept when the other half is full.
  explicit RaveTree(std::size_t bytes) : arenas_{RaveArena(bytes / 2), RaveArena(bytes / 2)} {}

  RaveArena& arena() { return arenas_[current_]; }
  const RaveArena& arena() const { return arenas_[current_]; }
  std::uint32_t root() const { return root_; }
  bool empty() const { return root_ == 0; }
  void set_root(std::uint32_t at) { root_ = at; }
  void clear() {
    arena().clear();
    root_ = 0;
  }

  // Keeps what lies below the moves on these cells. False, and nothing left, when the tree does not go that far.
  bool follow(std::span<const Cell> cells) {
    for (const Cell cell : cells) {
      std::uint32_t next = 0;
      if (!empty())
        for (const RaveMove& move : arena()[root_].all())
          if (move.cell == cell && move.has_child()) next = move.child();
      root_ = next;
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
      const RaveNode& node = from[at];
      const std::uint32_t made = to.make(node.count);
      RaveNode& twin = to[made];
      twin.proof = node.proof.load();
      twin.advised = node.advised.load();
      twin.plies = node.plies.load();
      twin.winning = node.winning.load();
      twin.open = node.open.load();
      for (std::size_t i = 0; i < node.count; ++i) {
        twin.moves()[i].stats.set(node.moves()[i].stats.get());
        twin.moves()[i].rave.set(node.moves()[i].rave.get());
        twin.moves()[i].link = node.moves()[i].link.load();
        twin.moves()[i].cell = node.moves()[i].cell;
        twin.moves()[i].prior = node.moves()[i].prior;
      }
      return made;
    };
    const std::uint32_t root = copy(root_);
    std::vector<std::uint32_t> rest{root};
    while (!rest.empty()) {
      RaveNode& node = to[rest.back()];
      rest.pop_back();
      for (RaveMove& move : node.all()) {
        if (!move.has_child()) continue;
        const std::uint32_t child = copy(move.child());
        move.link = child | (move.link & RaveMove::kClosed);
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
