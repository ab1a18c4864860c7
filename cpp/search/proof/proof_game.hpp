// What a game must offer to be searched for forced wins: win_in_n.hpp and dfpn.hpp work on any of these.
//
// A game stands at a position and asks one question: can the attacker force a win? A draw is no win. Whoever wants to
// know whether the side to move is lost makes the other side the attacker.
#pragma once

#include <concepts>
#include <cstdint>

namespace hexapoda::search {

enum class Verdict : std::uint8_t { kOpen, kWon, kNotWon };

// First guesses of the work that is left: how many leaves must be won to prove the position (`proof`), and lost to
// refute it (`refutation`). Zero means that it is done.
struct ProofNumbers {
  std::uint32_t proof;
  std::uint32_t refutation;
};

template <class G>
concept ProofGame = requires(G game, const G& known, std::uint16_t move, std::uint16_t* list, int plies) {
  { G::kMaxMoves } -> std::convertible_to<int>;
  { known.attacking() } -> std::same_as<bool>;      // the attacker is to move
  { known.verdict() } -> std::same_as<Verdict>;     // of the position as it stands
  { known.key() } -> std::same_as<std::uint64_t>;   // equal only where the attacker has the same wins
  { known.hopeless(plies) } -> std::same_as<bool>;  // a bound: surely no win within so many plies, 1 or more
  { game.wins_at_once() } -> std::same_as<bool>;    // attacking, and one move wins
  { known.estimate() } -> std::same_as<ProofNumbers>;
  // Legal moves, those worth trying first in front. The attacker's may lack what surely does not win within so many
  // plies, a win at once apart; the defender has one at least.
  { known.generate(list, plies) } -> std::same_as<int>;
  game.make(move);
  game.unmake();
};

}  // namespace hexapoda::search
