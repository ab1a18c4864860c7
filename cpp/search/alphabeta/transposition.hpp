// The transposition table: results of earlier visits to a position, shared by all threads without locks.
//
// A slot is two 64-bit words, `key ^ data` and `data`. The key of a half-written slot does not match, so a reader
// ignores it and no thread waits for another (Hyatt and Mann, "A lock-less transposition table implementation for
// parallel search chess engines", 2002).
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#if defined(__linux__)
#include <sys/mman.h>
#endif

#include "search/score.hpp"

namespace hexapoda::search {

enum class Bound : std::uint8_t { kNone, kUpper, kLower, kExact };

struct TableEntry {
  std::uint32_t move = 0;  // the Board's code for the best move, at most 22 bits; 0 for none
  Score score = 0;         // as converted by to_table()
  int depth = 0;
  Bound bound = Bound::kNone;
};

class TranspositionTable {
 public:
  explicit TranspositionTable(std::size_t megabytes)
      : mask_(std::bit_floor(std::max<std::size_t>(megabytes << 20, sizeof(Bucket)) / sizeof(Bucket)) - 1) {
    allocate();
  }

  void clear() {
    if (used_) zero();
  }
  // The system provides memory only when it is first touched. That can take longer than a short search, so touch() does
  // it before the game begins.
  void touch() {
    if (!touched_) zero();
  }
  // Starts a new search: from now on, entries of earlier searches are replaced first.
  void new_search() {
    age_ = (age_ + 1) & kAges;
    used_ = true;
  }

  void prefetch(std::uint64_t key) const { __builtin_prefetch(&buckets_[key & mask_]); }

  bool probe(std::uint64_t key, TableEntry& entry) const {
    for (const auto& slot : buckets_[key & mask_].slots) {
      const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
      if ((slot.check.load(std::memory_order_relaxed) ^ data) != key || data == 0) continue;
      entry = unpack(data);
      return true;
    }
    return false;
  }

  void store(std::uint64_t key, TableEntry entry) {
    Slot* worst = nullptr;
    int least = 1 << 30;
    for (auto& slot : buckets_[key & mask_].slots) {
      const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
      if ((slot.check.load(std::memory_order_relaxed) ^ data) == key && data != 0) {
        const TableEntry old = unpack(data);
        if (entry.move == 0) entry.move = old.move;
        // A shallower, weaker result must not replace a deeper or proven one.
        const bool keeps = is_proven(old.score) && old.bound != Bound::kNone && !is_proven(entry.score);
        if (keeps || (entry.bound != Bound::kExact && entry.depth + 3 < old.depth && !is_proven(entry.score))) return;
        worst = &slot;
        break;
      }
      const int priority = data == 0 ? -1 : depth_of(data) - 8 * ((age_ - age_of(data)) & kAges);
      if (priority < least) {
        least = priority;
        worst = &slot;
      }
    }
    const std::uint64_t data = packed(entry);
    worst->store(key ^ data, data);
  }

 private:
  static constexpr int kAges = 31;

  struct Slot {
    std::atomic<std::uint64_t> check{0}, data{0};
    void store(std::uint64_t new_check, std::uint64_t new_data) {
      check.store(new_check, std::memory_order_relaxed);
      data.store(new_data, std::memory_order_relaxed);
    }
  };
  struct alignas(64) Bucket {
    Slot slots[4];
  };

  // score 16 | depth 8 | bound 2 | age 5 | one bit, always set | move 22. The word is never zero, so that an empty slot
  // can be recognized.
  std::uint64_t packed(const TableEntry& entry) const {
    return std::uint64_t{static_cast<std::uint16_t>(entry.score)} |
           std::uint64_t{static_cast<std::uint8_t>(entry.depth)} << 16 | static_cast<std::uint64_t>(entry.bound) << 24 |
           static_cast<std::uint64_t>(age_) << 26 | std::uint64_t{1} << 31 | std::uint64_t{entry.move} << 32;
  }
  static int depth_of(std::uint64_t data) { return static_cast<std::int8_t>(data >> 16); }
  static int age_of(std::uint64_t data) { return static_cast<int>(data >> 26) & kAges; }
  static TableEntry unpack(std::uint64_t data) {
    return {static_cast<std::uint32_t>(data >> 32), static_cast<std::int16_t>(data), depth_of(data),
            static_cast<Bound>(data >> 24 & 3)};
  }

  struct Free {
    void operator()(void* memory) const { std::free(memory); }
  };
  static constexpr std::size_t kHugePage = 2 << 20;

  // Fresh memory from the system is zeroed, so the table starts empty. The memory costs nothing until it is touched.
  void allocate() {
    memory_.reset(std::calloc(bytes() + kHugePage, 1));
    if (memory_ == nullptr) throw std::bad_alloc();
    void* start = memory_.get();
    std::size_t room = bytes() + kHugePage;
    buckets_ = static_cast<Bucket*>(std::align(kHugePage, bytes(), start, room));
#if defined(__linux__)
    madvise(buckets_, bytes(), MADV_HUGEPAGE);  // probes are random accesses: huge pages save TLB misses
#endif
  }
  void zero() {
    std::memset(static_cast<void*>(buckets_), 0, bytes());
    used_ = false;
    touched_ = true;
  }
  std::size_t bytes() const { return (mask_ + 1) * sizeof(Bucket); }

  std::unique_ptr<void, Free> memory_;
  Bucket* buckets_ = nullptr;
  bool used_ = false;     // whether a search has used the table since it was last zeroed
  bool touched_ = false;  // whether all of the memory has been touched
  std::size_t mask_;
  int age_ = 0;
};

}  // namespace hexapoda::search
