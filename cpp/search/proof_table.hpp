// What is proven about positions: "wins within w plies" and "does not win within n plies", for one attacker.
//
// Both hold whatever led to the position, so an entry can be used wherever the position is met again. The attacker is
// part of the key: who searches for two attackers mixes it in.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

namespace hexapoda::search {

struct ProofEntry {
  static constexpr std::uint8_t kUnknown = 0xFF;

  std::uint64_t key = 0;
  std::uint16_t move = 0;        // the winning move of a proof, else one that was good for the side to move
  std::uint8_t wins = kUnknown;  // proven: won within so many plies
  std::uint8_t fails = 0;        // proven: not won within so many plies
  std::uint32_t used = 0;        // 0: empty
};

class ProofTable {
 public:
  // The largest number of plies an entry can tell of.
  static constexpr int kMostPlies = ProofEntry::kUnknown - 1;

  explicit ProofTable(std::size_t megabytes)
      : clusters_(std::bit_floor((megabytes << 20) / sizeof(Cluster))),
        // Fresh zero pages cost nothing before they are touched, so a big table does not delay an easy answer.
        memory_(static_cast<Cluster*>(std::calloc(clusters_, sizeof(Cluster)))) {
    if (memory_ == nullptr) throw std::bad_alloc();
  }

  // The entry of a key, or nullptr.
  const ProofEntry* find(std::uint64_t key) const {
    for (const ProofEntry& entry : memory_[key & (clusters_ - 1)].entries)
      if (entry.key == key && entry.used != 0) return &entry;
    return nullptr;
  }
  void store_win(std::uint64_t key, int plies, std::uint16_t move) {
    ProofEntry& entry = place(key);
    if (plies < entry.wins) {
      entry.wins = static_cast<std::uint8_t>(plies);
      entry.move = move;
    }
  }
  void store_failure(std::uint64_t key, int plies, std::uint16_t move) {
    ProofEntry& entry = place(key);
    if (plies > entry.fails) entry.fails = static_cast<std::uint8_t>(plies);
    if (entry.wins == ProofEntry::kUnknown) entry.move = move;
  }

 private:
  struct alignas(64) Cluster {
    ProofEntry entries[64 / sizeof(ProofEntry)];
  };
  struct Free {
    void operator()(void* memory) const { std::free(memory); }
  };

  // The key's entry, or that of the one that is missed least: proofs stay longest, then what took most plies.
  ProofEntry& place(std::uint64_t key) {
    Cluster& cluster = memory_[key & (clusters_ - 1)];
    ProofEntry* worst = nullptr;
    int least = 1 << 20;
    for (ProofEntry& entry : cluster.entries) {
      if (entry.used != 0 && entry.key == key) return entry;
      const int worth = entry.used == 0 ? -1 : entry.fails + (entry.wins == ProofEntry::kUnknown ? 0 : 1000);
      if (worth < least) least = worth, worst = &entry;
    }
    *worst = ProofEntry{};
    worst->key = key;
    worst->used = 1;
    return *worst;
  }

  std::size_t clusters_;
  std::unique_ptr<Cluster[], Free> memory_;
};

}  // namespace hexapoda::search
