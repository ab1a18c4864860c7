// What is proven about positions: "wins within w plies" and "does not win within n plies", for one attacker.
//
// Both hold whatever led to the position, so an entry can be used wherever the position is met again. The attacker is
// part of the key: who searches for two attackers mixes it in.
#pragma once

#include <cstdint>

#include "search/growing_table.hpp"

namespace hexapoda::search {

struct ProofEntry {
  static constexpr std::uint8_t kUnknown = 0xFF;

  std::uint64_t key = 0;
  std::uint16_t move = 0;        // the winning move of a proof, else one that was good for the side to move
  std::uint8_t wins = kUnknown;  // proven: won within so many plies
  std::uint8_t fails = 0;        // proven: not won within so many plies
  bool used = false;

  // Proofs stay longest, then what reaches farthest.
  int worth() const { return fails + (wins == kUnknown ? 0 : 1000); }
};

class ProofTable {
 public:
  // The largest number of plies an entry can tell of.
  static constexpr int kMostPlies = ProofEntry::kUnknown - 1;

  explicit ProofTable(std::size_t megabytes) : table_(megabytes) {}

  const ProofEntry* find(std::uint64_t key) const { return table_.find(key); }

  void store_win(std::uint64_t key, int plies, std::uint16_t move) {
    ProofEntry& entry = table_.place(key);
    if (plies < entry.wins) {
      entry.wins = static_cast<std::uint8_t>(plies);
      entry.move = move;
    }
  }
  void store_failure(std::uint64_t key, int plies, std::uint16_t move) {
    ProofEntry& entry = table_.place(key);
    if (plies > entry.fails) entry.fails = static_cast<std::uint8_t>(plies);
    if (entry.wins == ProofEntry::kUnknown) entry.move = move;
  }

 private:
  GrowingTable<ProofEntry> table_;
};

}  // namespace hexapoda::search
