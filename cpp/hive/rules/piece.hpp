// The 28 pieces of a full Hive set, their bugs, and sets of pieces.
//
// A piece is a number from 0 to 27: 14 * color + slot. The slots of a side are, in order, Q S1 S2 B1 B2 G1 G2 G3 A1 A2
// A3 M L P. Sets of pieces are 32-bit masks. Colors are 0 (White, moves first) and 1 (Black).
#pragma once

#include <array>
#include <cstdint>

namespace hexapoda::hive {

enum Bug : std::uint8_t { kQueen, kSpider, kBeetle, kGrasshopper, kAnt, kMosquito, kLadybug, kPillbug };

using Piece = std::uint8_t;
using PieceSet = std::uint32_t;

inline constexpr int kPiecesPerSide = 14;
inline constexpr int kPieces = 2 * kPiecesPerSide;
inline constexpr Piece kNoPiece = 0xFF;

inline constexpr std::array<Bug, kPiecesPerSide> kBugOfSlot = {
    kQueen,       kSpider, kSpider, kBeetle, kBeetle,   kGrasshopper, kGrasshopper,
    kGrasshopper, kAnt,    kAnt,    kAnt,    kMosquito, kLadybug,     kPillbug};
inline constexpr std::array<std::uint8_t, kPiecesPerSide> kNumberOfSlot = {1, 1, 2, 1, 2, 1, 2, 3, 1, 2, 3, 1, 1, 1};

// Masks of the slots of one side.
inline constexpr PieceSet kSide = (1u << kPiecesPerSide) - 1;
inline constexpr PieceSet kQueenSlot = 1u << 0;
inline constexpr PieceSet kSpiderSlots = 3u << 1;
inline constexpr PieceSet kBeetleSlots = 3u << 3;
inline constexpr PieceSet kGrasshopperSlots = 7u << 5;
inline constexpr PieceSet kAntSlots = 7u << 8;
inline constexpr PieceSet kMosquitoSlot = 1u << 11;
inline constexpr PieceSet kLadybugSlot = 1u << 12;
inline constexpr PieceSet kPillbugSlot = 1u << 13;
inline constexpr PieceSet kBaseSlots = (1u << 11) - 1;
// The first slot of each bug. A side places the pieces of a bug in ascending order.
inline constexpr PieceSet kFirstSlots =
    1u << 0 | 1u << 1 | 1u << 3 | 1u << 5 | 1u << 8 | kMosquitoSlot | kLadybugSlot | kPillbugSlot;

constexpr int color_of(Piece piece) { return piece >= kPiecesPerSide; }
constexpr int slot_of(Piece piece) { return piece - kPiecesPerSide * color_of(piece); }
constexpr Bug bug_of(Piece piece) { return kBugOfSlot[slot_of(piece)]; }
constexpr Piece make_piece(int color, int slot) { return static_cast<Piece>(kPiecesPerSide * color + slot); }
constexpr Piece queen_of(int color) { return make_piece(color, 0); }
constexpr Piece mosquito_of(int color) { return make_piece(color, 11); }
constexpr Piece pillbug_of(int color) { return make_piece(color, 13); }
constexpr PieceSet set_of(Piece piece) { return 1u << piece; }
constexpr PieceSet side_set(int color) { return kSide << (kPiecesPerSide * color); }

}  // namespace hexapoda::hive
