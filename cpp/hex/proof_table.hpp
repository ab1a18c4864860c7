// What a proof search of Hex remembers of every position it has looked at.
//
// Several threads may share it: all but the constructor, mutex() and nodes() is to be called under the lock.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include "hex/shape.hpp"

namespace hexapoda::hex {

// 128 bits, so that no two positions of a search are taken for each other.
struct ProofKey {
  std::uint64_t low = 0, high = 0;
  friend bool operator==(const ProofKey&, const ProofKey&) = default;
};

class ProofTable {
 public:
  struct Child {
    ProofKey key;
    Cell move = kNoCell;
  };
  struct Entry {
    ProofKey key;
    std::uint32_t proof = 1, refutation = 1;  // for the side to move
    std::uint32_t work = 0;                   // positions looked at below
    std::uint32_t first = 0;                  // its children, best move first
    std::uint16_t count = 0;
    std::uint16_t searching = 0;  // threads at work below
    Cell move = kNoCell;          // one that wins; of a lost position without children, one to try
    bool used = false;

    bool decided() const { return proof == 0 || refutation == 0; }
    void win(Cell by) {
      proof = 0;
      refutation = kInfinite;
      move = by;
    }
    void lose(Cell tried = kNoCell) {
      proof = kInfinite;
      refutation = 0;
      move = tried;
    }
  };
  static constexpr std::uint32_t kInfinite = 1u << 30;

  explicit ProofTable(std::size_t megabytes) : most_bytes_(megabytes << 20), entries_(kFirst) {}

  // The entry of a key, or nullptr. Good until the next place().
  const Entry* find(const ProofKey& key) const {
    for (std::size_t i = key.low;; ++i) {
      const Entry& entry = entries_[i & (entries_.size() - 1)];
      if (!entry.used) return nullptr;
      if (entry.key == key) return &entry;
    }
  }
  Entry* find(const ProofKey& key) { return const_cast<Entry*>(std::as_const(*this).find(key)); }

  // A new entry.
  Entry& place(const ProofKey& key) {
    if (2 * (count_ + 1) > entries_.size()) grow();
    ++count_;
    Entry& entry = slot(key);
    entry.key = key;
    entry.used = true;
    return entry;
  }
  void set_children(Entry& entry, const std::vector<Child>& children) {
    entry.first = static_cast<std::uint32_t>(children_.size());
    entry.count = static_cast<std::uint16_t>(children.size());
    children_.insert(children_.end(), children.begin(), children.end());
  }
  // Good until the next set_children().
  std::span<const Child> children(const Entry& entry) const { return {children_.data() + entry.first, entry.count}; }

  std::mutex& mutex() { return mutex_; }

  // How many positions were looked at.
  void count() { nodes_.fetch_add(1, std::memory_order_relaxed); }
  std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }

  void clear() {
    entries_.assign(kFirst, Entry{});
    entries_.shrink_to_fit();
    children_ = {};
    count_ = 0;
  }
  bool full() const { return entries_.size() * sizeof(Entry) + children_.size() * sizeof(Child) > most_bytes_; }

 private:
  static constexpr std::size_t kFirst = 1 << 8;

  Entry& slot(const ProofKey& key) {
    std::size_t i = key.low;
    while (entries_[i & (entries_.size() - 1)].used) ++i;
    return entries_[i & (entries_.size() - 1)];
  }
  void grow() {
    const std::vector<Entry> old = std::exchange(entries_, std::vector<Entry>(2 * entries_.size()));
    for (const Entry& entry : old)
      if (entry.used) slot(entry.key) = entry;
  }

  std::mutex mutex_;
  std::atomic<std::uint64_t> nodes_{0};
  std::size_t most_bytes_;
  std::size_t count_ = 0;
  std::vector<Entry> entries_;
  std::vector<Child> children_;
};

}  // namespace hexapoda::hex
