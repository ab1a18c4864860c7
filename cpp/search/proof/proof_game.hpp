// The interface of a game to the searches for forced wins, win_in_n.hpp and dfpn.hpp.
//
// A game holds a position and one question: can the attacker force a win? A draw is not a win. To find out whether the
// side to move is lost, make the other side the attacker.
#pragma once

#include <concepts>
#include <cstdint>

namespace hexapoda::search {

enum class Verdict : std::uint8_t { kOpen, kWon, kNotWon };

// Estimates of the remaining work: leaves to be won to prove the position (`proof`), and leaves to be lost to
// disprove it (`disproof`). Zero means done.
struct ProofNumbers {
  std::uint32_t proof;
  std::uint32_t disproof;
};

template <class G>
concept ProofGame = requires(G game, const G& known, std::uint16_t move, std::uint16_t* list, int plies) {
  { G::kMaxMoves } -> std::convertible_to<int>;
  { known.attacking() } -> std::same_as<bool>;      // whether the attacker is to move
  { known.verdict() } -> std::same_as<Verdict>;     // of the current position
  { known.key() } -> std::same_as<std::uint64_t>;   // equal only for positions in which the attacker has the same wins
  { known.hopeless(plies) } -> std::same_as<bool>;  // whether a win within `plies` (1 or more) is impossible
  { game.wins_at_once() } -> std::same_as<bool>;    // whether the attacker is to move and has a winning move
  { known.estimate() } -> std::same_as<ProofNumbers>;
  // Legal moves, the most promising ones first. The attacker's list may omit moves that certainly do not win within
  // `plies`, except an immediate win. The defender's list is never empty.
  { known.generate(list, plies) } -> std::same_as<int>;
  game.make(move);
  game.unmake();
};

}  // namespace hexapoda::search
