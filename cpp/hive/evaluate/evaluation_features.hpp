// The features of the evaluation, and the named terms into which they are grouped.
//
// The features are numbered through a list of blocks, each a table with rows and columns. For example, `kPiece + 6 *
// (kPieceStates * bug + state) + steps` counts a side's pieces of that bug, in that state and that many steps from the
// enemy queen. Each feature has a weight for the opening and one for the late game. The score from White's point of
// view is the sum of weight * (White's count - Black's count). evaluation_weights.hpp holds the weights in the same
// order; evaluate.cpp does the counting.
#pragma once

#include <array>
#include <cstdint>

namespace hexapoda::hive {

// The terms of a score.
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
  kDefense,
  kHand,
  kRoom,
  kOptions,
  kTempo,
};
inline constexpr int kTerms = 19;
inline constexpr std::array<const char*, kTerms> kTermNames = {
    "queen liberties", "queen ring",   "ring access", "queen escape", "on queen", "queen",   "spiders",
    "beetles",         "grasshoppers", "ants",        "mosquito",     "ladybug",  "pillbug", "attack",
    "defense",         "hand",         "room",        "options",      "tempo"};

// The state of a piece on the board. A blocked piece can be lifted but has no slide.
enum PieceState : std::uint8_t { kFree, kBlocked, kPinned, kCovered, kOnTop };
inline constexpr int kPieceStates = 5;

struct FeatureBlock {
  const char* name;
  int rows, columns;
  Term term;                  // of all rows; kQueen means one term for each bug, five rows each
  const char* row_labels;     // separated by spaces; "" for a single row
  const char* column_labels;  // separated by spaces; "" for a single column
  const char* description;    // "own" and "enemy" are from the point of view of the side that is counted
};

inline constexpr const char* kBugLabels = "queen spider beetle grasshopper ant mosquito ladybug pillbug";
inline constexpr const char* kBugStateLabels =
    "queen-free queen-blocked queen-pinned queen-covered queen-on-top "
    "spider-free spider-blocked spider-pinned spider-covered spider-on-top "
    "beetle-free beetle-blocked beetle-pinned beetle-covered beetle-on-top "
    "grasshopper-free grasshopper-blocked grasshopper-pinned grasshopper-covered grasshopper-on-top "
    "ant-free ant-blocked ant-pinned ant-covered ant-on-top "
    "mosquito-free mosquito-blocked mosquito-pinned mosquito-covered mosquito-on-top "
    "ladybug-free ladybug-blocked ladybug-pinned ladybug-covered ladybug-on-top "
    "pillbug-free pillbug-blocked pillbug-pinned pillbug-covered pillbug-on-top";
inline constexpr const char* kCountLabels = "0 1 2 3 4 5 6";

inline constexpr std::array kFeatureBlocks = {
    FeatureBlock{"queen_filled", 2, 7, Term::kQueenLiberties, "to-move waiting", kCountLabels,
                 "own queen by filled neighbors, when its side is to move and when not"},
    FeatureBlock{"queen_in_hand", 1, 1, Term::kQueenLiberties, "", "", "own queen not yet placed"},
    FeatureBlock{
        "piece", 40, 6, Term::kQueen, kBugStateLabels, "0 1 2 3 4 5",
        "own pieces on the board by bug and state (rows) and by steps to the enemy queen (columns): 0 on top of it, "
        "5 for five or more, or if it is in hand"},
    FeatureBlock{
        "own_ring", 8, 4, Term::kQueenRing, kBugLabels, "away free stuck on-top",
        "own pieces (columns): not beside their queen, or covered; beside it and able to move; beside it and unable "
        "to move; beside it on top of another piece"},
    FeatureBlock{"ring_open", 2, 7, Term::kRingAccess, "enterable gated", kCountLabels,
                 "empty cells beside the enemy queen that a slide can enter, and those that no slide can enter"},
    FeatureBlock{"queen_escape", 2, 7, Term::kQueenEscape, "to-move waiting", kCountLabels,
                 "own queen free to slide, by its filled neighbors"},
    FeatureBlock{"on_own_queen", 1, 1, Term::kOnQueen, "", "", "own queen with a piece of its own color on top"},
    FeatureBlock{"mobile", 1, 10, Term::kAttack, "", "0 1 2 3 4 5 6 7 8 9",
                 "own pieces that can move, while the enemy queen is on the board; 9 for nine or more"},
    FeatureBlock{"ants_in", 4, 4, Term::kAttack, "0 1 2 3", "0 1 2 3",
                 "own free ants not beside the enemy queen (rows) by cells beside it that a slide can enter (columns)"},
    FeatureBlock{"drop", 1, 4, Term::kAttack, "", "0 1 2 3",
                 "cells beside the enemy queen where the side can place a piece"},
    FeatureBlock{"race", 6, 6, Term::kQueenLiberties, "0 1 2 3 4 5", "0 1 2 3 4 5",
                 "for the side to move: filled neighbors of its queen (rows) and of the enemy queen (columns)"},
    FeatureBlock{"mosquito_copies", 1, 6, Term::kMosquito, "", "slow spider grasshopper ladybug beetle ant",
                 "own mosquito on the ground, not pinned: the best bug beside it"},
    FeatureBlock{
        "attackers", 6, 6, Term::kAttack, "0 1 2 3 4 5", "0 1 2 3 4 5",
        "own pieces other than queen and pillbug that can move and are not beside the enemy queen (rows) by the "
        "filled neighbors of that queen (columns); 5 for five or more"},
    FeatureBlock{
        "reach", 6, 6, Term::kAttack, "0 1 2 3 4 5", "0 1 2 3 4 5",
        "own pieces that can reach a cell beside the enemy queen in one move and are not there yet (rows) by the "
        "filled neighbors of that queen (columns); 5 for five or more"},
    FeatureBlock{
        "throw_escape", 2, 5, Term::kDefense, "calm pressed", "0 1 2 3 4",
        "how many filled neighbors the own queen would lose by the best throw of its pillbug, or of a mosquito beside "
        "any pillbug (columns; 4 for four or more), with up to three neighbors filled and with four or more (rows)"},
    FeatureBlock{
        "pillbug_ready", 1, 2, Term::kDefense, "", "calm pressed",
        "own pillbug in hand that can be placed beside its queen, with up to three neighbors of the queen filled "
        "and with four or more"},
    FeatureBlock{"hand", 8, 1, Term::kHand, kBugLabels, "", "own pieces in hand"},
    FeatureBlock{"room", 1, 4, Term::kRoom, "", "0 1-2 3-5 6+",
                 "cells where the side can place a piece, while it has any in hand"},
    FeatureBlock{"placeable", 4, 6, Term::kHand, "0 1-2 3-4 5+", "0 1 2 3 4-5 6+",
                 "own pieces in hand that can be placed (rows) by own pieces that can move (columns)"},
    FeatureBlock{"options", 7, 7, Term::kOptions, "0 1 2 3-4 5-6 7-9 10+", "0 1 2 3-4 5-6 7-9 10+",
                 "own pieces that can move or be placed (rows) by those of the enemy (columns)"},
    FeatureBlock{"tempo", 1, 1, Term::kTempo, "", "", "the side to move"},
    FeatureBlock{"resting", 1, 1, Term::kTempo, "", "", "the side to move, if one of its pieces is resting"},
};

enum Block : int {
  kQueenFilledBlock,
  kQueenInHandBlock,
  kPieceBlock,
  kOwnRingBlock,
  kRingOpenBlock,
  kQueenEscapeBlock,
  kOnOwnQueenBlock,
  kMobileBlock,
  kAntsInBlock,
  kDropBlock,
  kRaceBlock,
  kMosquitoCopiesBlock,
  kAttackersBlock,
  kReachBlock,
  kThrowEscapeBlock,
  kPillbugReadyBlock,
  kHandBlock,
  kRoomBlock,
  kPlaceableBlock,
  kOptionsBlock,
  kTempoBlock,
  kRestingBlock,
};

// The first feature of a block. For the index after the last block, this is the number of features.
constexpr int first_feature(int block) {
  int first = 0;
  for (int i = 0; i < block; ++i) first += kFeatureBlocks[i].rows * kFeatureBlocks[i].columns;
  return first;
}

inline constexpr int kFeatures = first_feature(static_cast<int>(kFeatureBlocks.size()));
inline constexpr int kQueenFilled = first_feature(kQueenFilledBlock);
inline constexpr int kQueenInHand = first_feature(kQueenInHandBlock);
inline constexpr int kPiece = first_feature(kPieceBlock);
inline constexpr int kOwnRing = first_feature(kOwnRingBlock);
inline constexpr int kRingOpen = first_feature(kRingOpenBlock);
inline constexpr int kQueenEscape = first_feature(kQueenEscapeBlock);
inline constexpr int kOnOwnQueen = first_feature(kOnOwnQueenBlock);
inline constexpr int kMobile = first_feature(kMobileBlock);
inline constexpr int kAntsIn = first_feature(kAntsInBlock);
inline constexpr int kDrop = first_feature(kDropBlock);
inline constexpr int kRace = first_feature(kRaceBlock);
inline constexpr int kMosquitoCopies = first_feature(kMosquitoCopiesBlock);
inline constexpr int kAttackers = first_feature(kAttackersBlock);
inline constexpr int kReach = first_feature(kReachBlock);
inline constexpr int kThrowEscape = first_feature(kThrowEscapeBlock);
inline constexpr int kPillbugReady = first_feature(kPillbugReadyBlock);
inline constexpr int kHand = first_feature(kHandBlock);
inline constexpr int kRoom = first_feature(kRoomBlock);
inline constexpr int kPlaceable = first_feature(kPlaceableBlock);
inline constexpr int kOptions = first_feature(kOptionsBlock);
inline constexpr int kTempo = first_feature(kTempoBlock);
inline constexpr int kResting = first_feature(kRestingBlock);

// The weights of the opening apply with up to kEarlyPieces pieces on the board, those of the late game with kLatePieces
// or more. In between, the weights change linearly with the number of pieces.
inline constexpr int kPhases = 2;
inline constexpr int kEarlyPieces = 12;
inline constexpr int kLatePieces = 22;
inline constexpr int kPhaseSteps = kLatePieces - kEarlyPieces;
inline constexpr std::array<const char*, kPhases> kPhaseNames = {"up to 12 pieces on the board", "22 or more pieces"};

using PhaseWeights = std::array<std::int16_t, kFeatures>;
using Weights = std::array<PhaseWeights, kPhases>;

// The term of every feature.
constexpr std::array<Term, kFeatures> make_feature_terms() {
  std::array<Term, kFeatures> terms{};
  int feature = 0;
  for (const FeatureBlock& block : kFeatureBlocks)
    for (int row = 0; row < block.rows; ++row)
      for (int column = 0; column < block.columns; ++column)
        terms[feature++] =
            block.term == Term::kQueen ? static_cast<Term>(static_cast<int>(Term::kQueen) + row / 5) : block.term;
  return terms;
}
inline constexpr std::array<Term, kFeatures> kFeatureTerms = make_feature_terms();

}  // namespace hexapoda::hive
