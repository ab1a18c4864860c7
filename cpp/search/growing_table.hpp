// A hash table for searches that may take a millisecond or run for hours. Entries store their own key.
//
// The table starts small, so that an easy search does not wait for memory, and grows as it fills. At its maximum size,
// new entries replace the least valuable ones.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace hexapoda::search {

// An Entry has a `key`, a flag `used` (false in a new entry) and a method priority(). In a full cluster, the entry with
// the lowest priority is replaced.
template <class Entry>
class GrowingTable {
 public:
  explicit GrowingTable(std::size_t megabytes)
      : max_clusters_(std::max(kInitialClusters, std::bit_floor((megabytes << 20) / sizeof(Cluster)))),
        clusters_(kInitialClusters) {}

  // The entry for a key; nullptr if there is none. Valid until the next place().
  const Entry* find(std::uint64_t key) const {
    for (const Entry& entry : clusters_[key & (clusters_.size() - 1)].entries)
      if (entry.key == key && entry.used) return &entry;
    return nullptr;
  }

  // The entry for a key, which is created if there is none. Valid until the next place().
  Entry& place(std::uint64_t key) {
    if (count_ > clusters_.size() * kEntries / 4 && clusters_.size() < max_clusters_) grow();
    Entry* worst = nullptr;
    for (Entry& entry : clusters_[key & (clusters_.size() - 1)].entries) {
      if (entry.used && entry.key == key) return entry;
      if (worst == nullptr || (worst->used && (!entry.used || entry.priority() < worst->priority()))) worst = &entry;
    }
    count_ += !worst->used;
    *worst = Entry{};
    worst->key = key;
    worst->used = true;
    return *worst;
  }

 private:
  static constexpr std::size_t kEntries = 64 / sizeof(Entry);
  static constexpr std::size_t kInitialClusters = 1 << 11;
  struct alignas(64) Cluster {
    Entry entries[kEntries];
  };

  void grow() {
    const std::vector<Cluster> old =
        std::exchange(clusters_, std::vector<Cluster>(std::min(4 * clusters_.size(), max_clusters_)));
    count_ = 0;
    for (const Cluster& cluster : old)
      for (const Entry& entry : cluster.entries)
        if (entry.used) place(entry.key) = entry;
  }

  std::size_t max_clusters_;
  std::size_t count_ = 0;
  std::vector<Cluster> clusters_;
};

}  // namespace hexapoda::search
