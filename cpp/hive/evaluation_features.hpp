// What the evaluation counts: the features, each with one weight, and the named terms they add up to.
//
// A feature is a number of a flat list, laid out as blocks of rows and columns: `kPieceState + 5 * bug + state` is
// the number of a side's pieces of that bug in that state. A feature counts for White and against Black, so that the
// score is the sum of weight times (White's count - Black's). evaluation_weights.hpp holds the weights in the same
// order, evaluate.cpp does the counting.
#pragma once

#include <array>
#include <cstdint>

namespace hexapoda::hive {

// The names under which the parts of a score are shown.
enum class Term : std::uint8_t {
  kQueenLiberties,
  kQueenRing,
  kRingAccess,
  kQueenEscape,
  kOnQueen,
  kQueen,
  kSpiders,
  kBeetles,
  kGrasshoppers,
  kAnts,
  kMosquito,
  kLadybug,
  kPillbug,
  kAttack,
  kDefence,
  kHand,
  kRoom,
  kTempo,
};
inline constexpr int kTerms = 18;
inline constexpr std::array<const char*, kTerms> kTermNames = {
    "queen liberties", "queen ring", "ring access",  "queen escape", "on queen", "queen",
    "spiders",         "beetles",    "grasshoppers", "ants",         "mosquito", "ladybug",
    "pillbug",         "attack",     "defence",      "hand",         "room",     "tempo"};

// How a piece on the board stands. A blocked piece may be lifted but has no slide.
enum PieceState : std::uint8_t { kFree, kBlocked, kPinned, kCovered, kOnTop };
inline constexpr int kPieceStates = 5;

struct FeatureBlock {
  const char* name;
  int rows, columns;
  Term term;                  // of all rows, unless they are the eight bugs and the term is kQueen: then of that bug
  const char* row_labels;     // separated by blanks; "" for a single row
  const char* column_labels;  // the same for columns
  const char* what;
};

inline constexpr const char* kBugLabels = "queen spider beetle grasshopper ant mosquito ladybug pillbug";
inline constexpr const char* kCountLabels = "0 1 2 3 4 5 6";

inline constexpr std::array kFeatureBlocks = {
    FeatureBlock{"queen_filled", 2, 7, Term::kQueenLiberties, "to-move waiting", kCountLabels,
                 "own queen by filled neighbours, when its side is to move and when not"},
    FeatureBlock{"queen_in_hand", 1, 1, Term::kQueenLiberties, "", "", "own queen not yet placed"},
    FeatureBlock{"piece_state", 8, 5, Term::kQueen, kBugLabels, "free blocked pinned covered on-top",
                 "own pieces on the board by bug and by how they stand"},
    FeatureBlock{"own_ring", 8, 3, Term::kQueenRing, kBugLabels, "free stuck on-top",
                 "own pieces beside the own queen: able to leave, pinned or blocked, on top of another"},
    FeatureBlock{"enemy_ring", 8, 3, Term::kQueenRing, kBugLabels, "free stuck on-top",
                 "own pieces beside the enemy queen"},
    FeatureBlock{"ring_open", 2, 7, Term::kRingAccess, "enterable gated", kCountLabels,
                 "empty cells beside the enemy queen that a slide leads into, and that none does"},
    FeatureBlock{"queen_escape", 2, 7, Term::kQueenEscape, "to-move waiting", kCountLabels,
                 "own queen free to slide, by its filled neighbours"},
    FeatureBlock{"on_queen", 1, 2, Term::kOnQueen, "", "enemy own",
                 "own piece on top of the enemy queen, of the own queen"},
    FeatureBlock{"beetle_distance", 2, 4, Term::kBeetles, "ground top", "1 2 3 4",
                 "own free beetles (and mosquitoes on top) by steps to the enemy queen, 4 for all beyond"},
    FeatureBlock{"mosquito_copies", 1, 6, Term::kMosquito, "", "slow spider grasshopper ladybug beetle ant",
                 "own mosquito on the ground, not pinned: the best bug beside it"},
    FeatureBlock{"attackers", 6, 6, Term::kAttack, "0 1 2 3 4 5", "0 1 2 3 4 5",
                 "own free attackers not yet beside the enemy queen (rows) by its filled neighbours (columns)"},
    FeatureBlock{"throw_escape", 2, 5, Term::kDefence, "calm pressed", "0 1 2 3 4",
                 "neighbours the own queen would lose by a throw of a pillbug or a mosquito beside it, with up to "
                 "three neighbours filled and with four or five"},
    FeatureBlock{"pillbug_ready", 1, 2, Term::kDefence, "", "calm pressed",
                 "own pillbug in hand with a cell beside the own queen to be placed on"},
    FeatureBlock{"hand", 8, 1, Term::kHand, kBugLabels, "", "own pieces in hand"},
    FeatureBlock{"room", 1, 4, Term::kRoom, "", "0 1-2 3-5 6+", "cells to place on, while something is in hand"},
    FeatureBlock{"tempo", 1, 1, Term::kTempo, "", "", "to move"},
    FeatureBlock{"resting", 1, 1, Term::kTempo, "", "", "to move with an own piece that may not move"},
};

enum Block : int {
  kQueenFilledBlock,
  kQueenInHandBlock,
  kPieceStateBlock,
  kOwnRingBlock,
  kEnemyRingBlock,
  kRingOpenBlock,
  kQueenEscapeBlock,
  kOnQueenBlock,
  kBeetleDistanceBlock,
  kMosquitoCopiesBlock,
  kAttackersBlock,
  kThrowEscapeBlock,
  kPillbugReadyBlock,
  kHandBlock,
  kRoomBlock,
  kTempoBlock,
  kRestingBlock,
};

// The first feature of a block; of the one past the last, the number of features.
constexpr int first_feature(int block) {
  int first = 0;
  for (int i = 0; i < block; ++i) first += kFeatureBlocks[i].rows * kFeatureBlocks[i].columns;
  return first;
}

inline constexpr int kFeatures = first_feature(static_cast<int>(kFeatureBlocks.size()));
inline constexpr int kQueenFilled = first_feature(kQueenFilledBlock);
inline constexpr int kQueenInHand = first_feature(kQueenInHandBlock);
inline constexpr int kPieceState = first_feature(kPieceStateBlock);
inline constexpr int kOwnRing = first_feature(kOwnRingBlock);
inline constexpr int kEnemyRing = first_feature(kEnemyRingBlock);
inline constexpr int kRingOpen = first_feature(kRingOpenBlock);
inline constexpr int kQueenEscape = first_feature(kQueenEscapeBlock);
inline constexpr int kOnQueen = first_feature(kOnQueenBlock);
inline constexpr int kBeetleDistance = first_feature(kBeetleDistanceBlock);
inline constexpr int kMosquitoCopies = first_feature(kMosquitoCopiesBlock);
inline constexpr int kAttackers = first_feature(kAttackersBlock);
inline constexpr int kThrowEscape = first_feature(kThrowEscapeBlock);
inline constexpr int kPillbugReady = first_feature(kPillbugReadyBlock);
inline constexpr int kHand = first_feature(kHandBlock);
inline constexpr int kRoom = first_feature(kRoomBlock);
inline constexpr int kTempo = first_feature(kTempoBlock);
inline constexpr int kResting = first_feature(kRestingBlock);

using Weights = std::array<std::int16_t, kFeatures>;

// The term of every feature.
constexpr std::array<Term, kFeatures> make_feature_terms() {
  std::array<Term, kFeatures> terms{};
  int feature = 0;
  for (const FeatureBlock& block : kFeatureBlocks)
    for (int row = 0; row < block.rows; ++row)
      for (int column = 0; column < block.columns; ++column)
        terms[feature++] =
            block.term == Term::kQueen ? static_cast<Term>(static_cast<int>(Term::kQueen) + row) : block.term;
  return terms;
}
inline constexpr std::array<Term, kFeatures> kFeatureTerms = make_feature_terms();

}  // namespace hexapoda::hive
