// Proven facts about positions, from the point of view of one attacker: "wins within w plies" and "does not win within
// n plies".
//
// Both hold regardless of the path, so an entry is valid wherever the position occurs. The key must identify the
// attacker if searches for both sides share the table.
#pragma once

#include <cstdint>

#include "search/growing_table.hpp"

namespace hexapoda::search {

struct ProofEntry {
  static constexpr std::uint8_t kUnknown = 0xFF;

  std::uint64_t key = 0;
  std::uint16_t move = 0;        // the winning move of a proof, else a good move for the side to move
  std::uint8_t wins = kUnknown;  // proven: won within this many plies
  std::uint8_t fails = 0;        // proven: not won within this many plies
  bool used = false;

  // Proofs are kept longest, then the failures that hold for the most plies.
  int priority() const { return fails + (wins == kUnknown ? 0 : 1000); }
};

class ProofTable {
 public:
  // The largest number of plies that an entry can store.
  static constexpr int kMaxPlies = ProofEntry::kUnknown - 1;

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
