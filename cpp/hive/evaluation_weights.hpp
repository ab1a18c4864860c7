// The weights of the evaluation, block by block and row by row as in evaluation_features.hpp.
// Written by tools/tune_hive.py.
#pragma once

#include "hive/evaluation_features.hpp"

namespace hexapoda::hive {

// clang-format off
inline constexpr Weights kWeights = {
    // queen_filled: 0 1 2 3 4 5 6
    0, 65, 59, 40, -18, -170, 0,  // to-move
    0, 44, 55, 30, -24, -99, 0,  // waiting
    // queen_in_hand
    20,
    // piece: 0 1 2 3 4 5
    0, -26, 11, 3, 26, -33,  // queen-free
    0, 106, 4, 16, 20, 87,  // queen-blocked
    0, 2, 27, 23, 9, -29,  // queen-pinned
    0, -82, -41, -43, -55, -45,  // queen-covered
    0, 0, 0, 0, 0, 0,  // queen-on-top
    0, 54, 21, 10, 5, 6,  // spider-free
    0, 56, -18, -34, 3, 23,  // spider-blocked
    0, 51, -28, -13, -3, 1,  // spider-pinned
    0, -24, -23, -5, -70, 3,  // spider-covered
    0, 0, 0, 0, 0, 0,  // spider-on-top
    0, 69, 33, -46, -57, -66,  // beetle-free
    0, 44, 82, -25, -47, -96,  // beetle-blocked
    0, 30, -26, -60, -56, -44,  // beetle-pinned
    19, 10, -2, -21, -48, -53,  // beetle-covered
    173, 207, 48, -5, 7, -28,  // beetle-on-top
    0, 23, 37, 4, 20, -21,  // grasshopper-free
    0, 34, 53, -2, -24, 11,  // grasshopper-blocked
    0, 37, -5, -25, -23, -18,  // grasshopper-pinned
    0, -47, 5, -24, 18, -52,  // grasshopper-covered
    0, 0, 0, 0, 0, 0,  // grasshopper-on-top
    0, 54, 37, 49, 50, 42,  // ant-free
    0, 32, -17, -71, -62, -45,  // ant-blocked
    0, 61, -25, -9, -2, 2,  // ant-pinned
    0, 6, -36, -5, -19, -33,  // ant-covered
    0, 0, 0, 0, 0, 0,  // ant-on-top
    0, 26, 29, -26, -48, -7,  // mosquito-free
    0, 43, 32, -3, -30, -44,  // mosquito-blocked
    0, 42, 22, -88, -14, -28,  // mosquito-pinned
    8, -63, -38, -75, 31, -56,  // mosquito-covered
    149, 143, 32, 62, -37, 4,  // mosquito-on-top
    0, 47, 51, 26, -9, -37,  // ladybug-free
    0, 62, 27, -30, -42, -31,  // ladybug-blocked
    0, 72, 26, 2, -20, -31,  // ladybug-pinned
    0, 2, -26, -12, -38, -34,  // ladybug-covered
    0, 0, 0, 0, 0, 0,  // ladybug-on-top
    0, 23, -50, -1, -12, 6,  // pillbug-free
    0, 99, 57, 23, 26, -84,  // pillbug-blocked
    0, 88, 75, 47, 10, -20,  // pillbug-pinned
    0, -36, -72, -28, -32, -57,  // pillbug-covered
    0, 0, 0, 0, 0, 0,  // pillbug-on-top
    // own_ring: away free stuck on-top
    0, 0, 0, 0,  // queen
    0, 31, -23, 0,  // spider
    0, 92, 15, -12,  // beetle
    0, 55, 22, 0,  // grasshopper
    0, 63, -42, 0,  // ant
    0, 117, 28, -75,  // mosquito
    0, 67, 2, 0,  // ladybug
    0, 132, 40, 0,  // pillbug
    // ring_open: 0 1 2 3 4 5 6
    83, 54, 3, 3, -35, -90, 0,  // enterable
    125, 45, -42, -135, 25, 1, 0,  // gated
    // queen_escape: 0 1 2 3 4 5 6
    0, -8, 21, 39, 99, 0, 0,  // to-move
    0, 16, 0, 19, 59, 0, 0,  // waiting
    // on_own_queen
    56,
    // mobile: 0 1 2 3 4 5 6 7 8 9
    78, -108, -75, -55, -29, -9, 21, 38, 63, 95,
    // ants_in: 0 1 2 3
    49, 6, -1, -42,  // 0
    40, 15, 12, -21,  // 1
    19, 16, 15, -20,  // 2
    -25, 18, -24, -37,  // 3
    // drop: 0 1 2 3
    10, 86, 99, 53,
    // race: 0 1 2 3 4 5
    20, 14, 12, 10, 3, 0,  // 0
    27, 0, 27, 36, -18, -8,  // 1
    -6, -37, 6, 25, 51, 20,  // 2
    -2, -38, -25, 7, 43, 55,  // 3
    0, -9, -46, -38, 24, 52,  // 4
    0, 26, -28, -69, -79, -20,  // 5
    // mosquito_copies: slow spider grasshopper ladybug beetle ant
    -11, -26, -2, -1, 14, -1,
    // attackers: 0 1 2 3 4 5
    0, 35, 25, 14, 4, 48,  // 0
    0, 27, 12, 2, 4, 63,  // 1
    0, -5, -14, -20, 9, 65,  // 2
    0, -40, -48, -39, 6, 54,  // 3
    0, -67, -53, -12, 3, 5,  // 4
    0, -59, -36, -15, 16, 34,  // 5
    // throw_escape: 0 1 2 3 4
    24, -10, -1, 0, 0,  // calm
    27, 127, 63, 85, 105,  // pressed
    // pillbug_ready: calm pressed
    22, 20,
    // hand
    20,  // queen
    -15,  // spider
    -43,  // beetle
    0,  // grasshopper
    -10,  // ant
    -65,  // mosquito
    -4,  // ladybug
    -66,  // pillbug
    // room: 0 1-2 3-5 6+
    -28, 50, 86, 120,
    // tempo
    34,
    // resting
    43,
};
// clang-format on

}  // namespace hexapoda::hive
