#include "hive/search/classic_board.hpp"

#include <algorithm>

#include "search/random.hpp"

namespace hexapoda::hive {

int ClassicBoard::generate(Move* out) const {
  MoveCounts counts;
  const int count = position().generate(out, &counts);
  Move* const placements = std::rotate(out, out + counts.placements, out + count);
  const int turn = position().turn_number();
  if (turn > 2 || counts.placements == 0) return count;
  const PieceSet slots = turn == 1 ? kSpiderSlots | kGrasshopperSlots | kBeetleSlots : kAntSlots | kGrasshopperSlots;
  Move* const end =
      std::partition(placements, out + count, [&](Move move) { return (slots >> slot_of(piece_of(move)) & 1) != 0; });
  return end == out ? count : static_cast<int>(end - out);
}

std::vector<PackedMove> ClassicBoard::roots(std::uint64_t seed) const {
  std::vector<Move> moves(kMaxMoves);
  moves.resize(static_cast<std::size_t>(generate(moves.data())));
  search::Random(seed).shuffle(moves.begin(), moves.end());
  const PieceSet played = position().played();
  std::stable_partition(moves.begin(), moves.end(),
                        [&](Move move) { return move == kPass || (played & set_of(piece_of(move))) != 0; });
  return moves;
}

}  // namespace hexapoda::hive
