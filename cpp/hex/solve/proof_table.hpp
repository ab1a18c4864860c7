// The transposition table of a proof search. When it is full, the results that took the least work are discarded.
//
// Several threads may share it. All methods except the constructor, mutex() and nodes() require the lock.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <deque>
#include <iterator>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "hex/rules/bit_cells.hpp"
#include "hex/rules/shape.hpp"

namespace hexapoda::hex {

// A key of 128 bits, so that collisions within a search are practically impossible.
struct ProofKey {
  std::uint64_t low = 0, high = 0;
  friend bool operator==(const ProofKey&, const ProofKey&) = default;
};

template <int kWords>
class ProofTable {
 public:
  using Set = BitCells<kWords>;

  struct Child {
    ProofKey key;
    Cell move = kNoCell;
  };
  struct Entry {
    ProofKey key;
    std::uint32_t proof = 1, disproof = 1;          // for the side to move
    std::uint32_t work = 0;                         // positions evaluated in the subtree
    std::uint16_t count = 0;                        // the number of children
    std::uint16_t searching = 0;                    // the number of threads searching the subtree
    bool looked_again = false;                      // whether it has had the longer analysis of a long search
    Cell move = kNoCell;                            // the winning move of a won position, if it needs one
    std::uint16_t new_proof = 1, new_disproof = 1;  // the numbers of a child that has no entry yet
    std::unique_ptr<Child[]> children;              // the moves that may still win, best first
    // The cells that a win needs: of a decided position, those in which the winner wins, even if the other cells are
    // the opponent's. Of an open position, those that the opponent needs to refute all moves but the children.
    Set needed;

    bool decided() const { return proof == 0 || disproof == 0; }
  };
  static constexpr std::uint32_t kInfinite = 1u << 30;

  static constexpr std::size_t kMinBytes = 1 << 18;

  explicit ProofTable(std::size_t bytes) : max_bytes_(bytes) { index(kFirst); }

  // The entry of a key, or nullptr. Valid until the next thin().
  Entry* find(const ProofKey& key) {
    const std::uint32_t number = slot(key);
    return number == 0 ? nullptr : &entries_[number - 1];
  }

  // Creates the entry of a key that has none.
  Entry& place(const ProofKey& key) {
    entries_.emplace_back().key = key;
    if (2 * entries_.size() > slots_.size())
      index(2 * slots_.size());
    else
      slot(key) = static_cast<std::uint32_t>(entries_.size());
    return entries_.back();
  }
  void set_children(Entry& entry, const std::vector<Child>& children) {
    child_bytes_ -= bytes_of_children(entry);
    entry.count = static_cast<std::uint16_t>(children.size());
    entry.children = children.empty() ? nullptr : std::make_unique_for_overwrite<Child[]>(children.size());
    std::ranges::copy(children, entry.children.get());
    child_bytes_ += bytes_of_children(entry);
  }
  static std::span<const Child> children(const Entry& entry) { return {entry.children.get(), entry.count}; }
  // Decides an entry: the side to move wins by a move, or loses; the winner needs only the cells of `within`.
  void win(Entry& entry, Cell by, const Set& within) {
    entry.proof = 0;
    entry.disproof = kInfinite;
    entry.move = by;
    close(entry, within);
  }
  void lose(Entry& entry, const Set& within) {
    entry.proof = kInfinite;
    entry.disproof = 0;
    close(entry, within);
  }
  // Removes the children for which keep(child) is false.
  template <class Keep>
  void filter_children(Entry& entry, Keep keep) {
    std::vector<Child> kept;
    std::ranges::copy_if(children(entry), std::back_inserter(kept), keep);
    set_children(entry, kept);
  }

  // A decided entry without its children, as it is kept between programs.
  struct Proof {
    ProofKey key;
    std::uint32_t work = 0;
    Cell move = kNoCell;
    std::uint16_t won = 0;  // 1 if the side to move wins, else 0
    Set needed;
  };

  // Calls f(proof) for the positions that took at least `work`.
  template <class F>
  void for_each_proof(std::uint32_t work, F f) const {
    for (const Entry& entry : entries_)
      if (entry.decided() && entry.work >= work)
        f(Proof{entry.key, entry.work, entry.move, entry.proof == 0, entry.needed});
  }
  // Takes over a proof, unless the position has an entry or the table is full.
  void restore(const Proof& proof) {
    if (full() || find(proof.key) != nullptr) return;
    Entry& entry = place(proof.key);
    entry.work = proof.work;
    if (proof.won != 0)
      win(entry, proof.move, proof.needed);
    else
      lose(entry, proof.needed);
  }

  std::mutex& mutex() { return mutex_; }

  // Counts an evaluated position.
  void count() { nodes_.fetch_add(1, std::memory_order_relaxed); }
  std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }

  // Makes room by discarding the entries with at most the median work, except those that a thread is searching.
  void thin() {
    std::vector<std::uint32_t> works;
    for (const Entry& entry : entries_) works.push_back(entry.work);
    const auto middle = works.begin() + static_cast<std::ptrdiff_t>(works.size() / 2);
    std::nth_element(works.begin(), middle, works.end());
    std::erase_if(entries_, [&](const Entry& entry) { return entry.searching == 0 && entry.work <= *middle; });
    child_bytes_ = 0;
    for (const Entry& entry : entries_) child_bytes_ += bytes_of_children(entry);
    index(slots_.size());
  }
  // Counts memory that the searches use outside the table. It reduces the table's share of the limit.
  void count_other(std::size_t bytes) { other_bytes_ += bytes; }
  bool full() const {
    const std::size_t slots = 2 * slots_.size() * sizeof(slots_[0]);  // after the next doubling
    const std::size_t own = entries_.size() * sizeof(Entry) + slots + child_bytes_;
    return own > std::max(max_bytes_ - std::min(max_bytes_, other_bytes_), kMinBytes);
  }

 private:
  static constexpr std::size_t kFirst = 1 << 8;

  void close(Entry& entry, const Set& within) {
    entry.needed = within;
    set_children(entry, {});
  }

  static std::size_t bytes_of_children(const Entry& entry) {
    return entry.count == 0 ? 0 : entry.count * sizeof(Child) + 2 * sizeof(void*);
  }
  // The slot of a key. It holds the number of the key's entry, counted from 1, or 0 if there is none yet.
  std::uint32_t& slot(const ProofKey& key) {
    for (std::size_t i = key.low;; ++i) {
      std::uint32_t& number = slots_[i & (slots_.size() - 1)];
      if (number == 0 || entries_[number - 1].key == key) return number;
    }
  }
  void index(std::size_t slots) {
    slots_ = std::vector<std::uint32_t>();  // free the old slots first, so that both never exist at once
    slots_.resize(slots);
    for (std::size_t i = 0; i < entries_.size(); ++i) slot(entries_[i].key) = static_cast<std::uint32_t>(i + 1);
  }

  std::mutex mutex_;
  std::atomic<std::uint64_t> nodes_{0};
  const std::size_t max_bytes_;
  std::size_t child_bytes_ = 0, other_bytes_ = 0;
  std::deque<Entry> entries_;
  std::vector<std::uint32_t> slots_;
};

}  // namespace hexapoda::hex
