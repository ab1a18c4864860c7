// The evaluation of the engines `classic` and `expectimax`, in hundredths of a point. The sum for a side, in points:
//
//   from the fifth turn on, with the enemy queen on the board:
//     25 (n + 0.8 i + b)^1.5   n pieces of the side beside the enemy queen, i enemy pieces there that cannot move,
//                              b = 1 if a piece of the side stands on the queen
//     17.5                     for each enemy piece beside the enemy queen that can move
//     17.5 or -17.5            for each piece of the side, other than its queen, that is neither on nor beside the
//                              enemy queen: 17.5 if it can move to a cell on or beside her, otherwise -17.5
//   always:
//     -2.5 p^1.1               p pieces of the side on the board
//     2.5                      for each piece of the side that can move; 27.5 for its queen from the fifth turn on
//
// Each term is rounded to a hundredth. The evaluation is the sum for the side to move minus the sum for its opponent.
// In a stack beside a queen, only the top piece counts. A piece counts as able to move if it could walk, or be thrown
// by its own side, with that side to move and no piece resting.
#pragma once

#include "hive/rules/position.hpp"

namespace hexapoda::hive {

// A win on the n-th ply of a search scores kClassicWin - n.
inline constexpr int kClassicWin = 10'000'000;

// From the side to move's point of view. The game must not be over.
int classic_evaluate(const Position& position);

}  // namespace hexapoda::hive
