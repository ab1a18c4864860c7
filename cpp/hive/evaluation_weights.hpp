// The weights of the evaluation by phase, in the order of evaluation_features.hpp.
// Written by tools/tune_hive.py.
#pragma once

#include "hive/evaluation_features.hpp"

namespace hexapoda::hive {

// clang-format off
inline constexpr Weights kWeights = {{
  // up to 17 pieces on the board
  {
    // queen_filled: 0 1 2 3 4 5 6
    0, 63, 96, 49, -16, -191, 0,  // to-move
    0, 75, 77, 25, -47, -174, 0,  // waiting
    // queen_in_hand
    43,
    // piece: 0 1 2 3 4 5
    0, -44, -5, 23, 30, 29,  // queen-free
    0, 73, 35, 12, 35, 49,  // queen-blocked
    0, -40, 11, 22, 10, -9,  // queen-pinned
    0, 11, -41, -57, -75, -112,  // queen-covered
    0, 0, 0, 0, 0, 0,  // queen-on-top
    0, 104, -4, -1, -22, -18,  // spider-free
    0, 70, -26, -16, 8, 45,  // spider-blocked
    0, 105, -48, -20, 3, 14,  // spider-pinned
    0, 53, -60, -34, -36, -63,  // spider-covered
    0, 0, 0, 0, 0, 0,  // spider-on-top
    0, 119, 25, -63, -76, -68,  // beetle-free
    0, 61, 71, -17, -56, -141,  // beetle-blocked
    0, 54, -61, -95, -107, -62,  // beetle-pinned
    54, 64, -44, -77, -85, -42,  // beetle-covered
    209, 256, 87, 25, 4, 62,  // beetle-on-top
    0, 72, 12, -21, -31, -35,  // grasshopper-free
    0, 42, 32, -9, 11, -5,  // grasshopper-blocked
    0, 109, -29, -37, -13, -3,  // grasshopper-pinned
    0, 37, -40, 36, -43, -15,  // grasshopper-covered
    0, 0, 0, 0, 0, 0,  // grasshopper-on-top
    0, 90, 54, 65, 65, 71,  // ant-free
    0, 54, -79, -59, -29, 5,  // ant-blocked
    0, 112, -38, -42, -15, -7,  // ant-pinned
    0, 48, -33, -58, -101, -61,  // ant-covered
    0, 0, 0, 0, 0, 0,  // ant-on-top
    0, 55, 2, -38, -70, -16,  // mosquito-free
    0, 49, 53, -2, -46, 11,  // mosquito-blocked
    0, 104, -14, -89, -36, -75,  // mosquito-pinned
    57, 23, -1, -52, -120, 45,  // mosquito-covered
    127, 183, 27, -54, -27, 24,  // mosquito-on-top
    0, 59, 27, 9, -7, -64,  // ladybug-free
    0, 34, 77, -10, 39, 12,  // ladybug-blocked
    0, 94, 4, -48, -8, 13,  // ladybug-pinned
    0, -18, -52, -29, -64, -1,  // ladybug-covered
    0, 0, 0, 0, 0, 0,  // ladybug-on-top
    0, 75, -29, -4, -22, 7,  // pillbug-free
    0, 48, -11, 11, 23, -54,  // pillbug-blocked
    0, 132, 41, 10, -3, 10,  // pillbug-pinned
    0, 51, -48, -49, -25, -2,  // pillbug-covered
    0, 0, 0, 0, 0, 0,  // pillbug-on-top
    // own_ring: away free stuck on-top
    -43, 0, 0, 0,  // queen
    5, 77, -28, 0,  // spider
    -13, 94, 50, -37,  // beetle
    -21, 84, 5, 0,  // grasshopper
    -6, 75, -28, 0,  // ant
    -14, 140, 86, -92,  // mosquito
    2, 65, 0, 0,  // ladybug
    -50, 143, 66, 0,  // pillbug
    // ring_open: 0 1 2 3 4 5 6
    89, 74, 14, 2, -45, -91, 0,  // enterable
    199, 71, -54, -145, -28, 0, 0,  // gated
    // queen_escape: 0 1 2 3 4 5 6
    0, 55, -8, 12, 27, 0, 0,  // to-move
    0, 27, -27, 9, 39, 0, 0,  // waiting
    // on_own_queen
    61,
    // mobile: 0 1 2 3 4 5 6 7 8 9
    -104, -68, -30, -8, 18, 45, 77, 72, 14, 27,
    // ants_in: 0 1 2 3
    82, 29, 16, -28,  // 0
    23, 17, 12, -19,  // 1
    3, 16, 2, -39,  // 2
    -19, 12, -16, -49,  // 3
    // drop: 0 1 2 3
    -51, 67, 128, 36,
    // race: 0 1 2 3 4 5
    12, 36, -2, 21, -6, 0,  // 0
    -6, -4, 31, 52, 32, -42,  // 1
    18, -50, -6, 28, 51, 55,  // 2
    -6, -66, -38, -2, 48, 113,  // 3
    0, -46, -51, -39, -2, 121,  // 4
    0, 56, -11, -85, -77, -74,  // 5
    // mosquito_copies: slow spider grasshopper ladybug beetle ant
    17, -42, -8, 14, 6, 11,
    // attackers: 0 1 2 3 4 5
    0, 8, -34, -28, -26, 84,  // 0
    0, -13, -24, -33, -5, 139,  // 1
    0, -25, -26, -39, 10, 98,  // 2
    0, -36, -42, -22, 26, 33,  // 3
    0, -18, -22, 3, 21, 10,  // 4
    0, -54, -25, 46, 37, 1,  // 5
    // throw_escape: 0 1 2 3 4
    -7, -25, -34, 0, 0,  // calm
    32, 147, 80, 66, 213,  // pressed
    // pillbug_ready: calm pressed
    17, 46,
    // hand
    43,  // queen
    -53,  // spider
    -95,  // beetle
    -68,  // grasshopper
    -41,  // ant
    -120,  // mosquito
    -67,  // ladybug
    -159,  // pillbug
    // room: 0 1-2 3-5 6+
    -69, 22, 77, 106,
    // tempo
    61,
    // resting
    46,
  },
  // 18 pieces and more
  {
    // queen_filled: 0 1 2 3 4 5 6
    0, 51, 75, 57, -5, -170, 0,  // to-move
    0, 59, 69, 36, -38, -134, 0,  // waiting
    // queen_in_hand
    0,
    // piece: 0 1 2 3 4 5
    0, -14, 1, 21, 56, -23,  // queen-free
    0, 68, -19, 20, 19, 81,  // queen-blocked
    0, 0, 47, -3, -13, -6,  // queen-pinned
    0, -54, -29, -38, -61, -52,  // queen-covered
    0, 0, 0, 0, 0, 0,  // queen-on-top
    0, 60, 4, 0, 0, -8,  // spider-free
    0, 75, -27, -40, -24, 9,  // spider-blocked
    0, 52, -4, 8, -19, -27,  // spider-pinned
    0, 6, 1, 20, -76, -1,  // spider-covered
    0, 0, 0, 0, 0, 0,  // spider-on-top
    0, 36, 23, -22, -27, -55,  // beetle-free
    0, 16, 43, -17, -48, -29,  // beetle-blocked
    0, 31, -18, -41, -60, -67,  // beetle-pinned
    29, 2, -62, 1, -60, -16,  // beetle-covered
    168, 213, 68, -8, -25, -51,  // beetle-on-top
    0, 29, 41, 38, 11, -12,  // grasshopper-free
    0, -7, 41, 5, 15, -19,  // grasshopper-blocked
    0, 32, 8, -15, -31, -15,  // grasshopper-pinned
    0, -78, 7, -54, 23, -8,  // grasshopper-covered
    0, 0, 0, 0, 0, 0,  // grasshopper-on-top
    0, 53, 20, 14, 30, 27,  // ant-free
    0, 41, -46, -63, -41, -33,  // ant-blocked
    0, 51, 15, -2, 31, 7,  // ant-pinned
    0, -49, 5, -56, -7, -3,  // ant-covered
    0, 0, 0, 0, 0, 0,  // ant-on-top
    0, 47, -8, 9, -11, -52,  // mosquito-free
    0, 41, 49, -23, -67, -70,  // mosquito-blocked
    0, 11, -5, -43, 30, -16,  // mosquito-pinned
    79, -33, -36, -67, -31, -83,  // mosquito-covered
    144, 148, -6, 25, 55, -57,  // mosquito-on-top
    0, 34, 20, 1, -15, -18,  // ladybug-free
    0, 31, 55, -65, 39, 39,  // ladybug-blocked
    0, 43, 25, -6, -37, -19,  // ladybug-pinned
    0, -23, 22, -24, -46, -9,  // ladybug-covered
    0, 0, 0, 0, 0, 0,  // ladybug-on-top
    0, 64, -53, 4, -17, -8,  // pillbug-free
    0, 64, 43, 2, 30, -66,  // pillbug-blocked
    0, 98, 41, 56, 41, 4,  // pillbug-pinned
    0, -98, -34, -34, -21, -71,  // pillbug-covered
    0, 0, 0, 0, 0, 0,  // pillbug-on-top
    // own_ring: away free stuck on-top
    0, 0, 0, 0,  // queen
    -6, 31, -16, 0,  // spider
    -8, 79, 5, -52,  // beetle
    -28, 41, 0, 0,  // grasshopper
    -3, 61, -66, 0,  // ant
    -9, 149, 26, -136,  // mosquito
    -40, 99, -12, 0,  // ladybug
    -42, 83, 4, 0,  // pillbug
    // ring_open: 0 1 2 3 4 5 6
    60, 33, -11, -3, -22, -57, 0,  // enterable
    149, 75, -21, -126, -82, 5, 0,  // gated
    // queen_escape: 0 1 2 3 4 5 6
    0, 6, 13, 37, 32, 0, 0,  // to-move
    0, 15, 12, 30, 0, 0, 0,  // waiting
    // on_own_queen
    77,
    // mobile: 0 1 2 3 4 5 6 7 8 9
    101, -107, -106, -69, -27, -4, 26, 39, 73, 74,
    // ants_in: 0 1 2 3
    13, -21, -28, -44,  // 0
    40, 26, 7, -18,  // 1
    6, 9, 24, -2,  // 2
    1, 19, -14, -19,  // 3
    // drop: 0 1 2 3
    8, 50, 31, -3,
    // race: 0 1 2 3 4 5
    0, 0, 0, 0, 0, 0,  // 0
    0, 3, 6, 21, 11, 11,  // 1
    0, -17, 4, 25, 38, 26,  // 2
    0, -14, -26, 3, 30, 63,  // 3
    0, -13, -28, -15, 11, 40,  // 4
    0, -17, -25, -70, -53, -5,  // 5
    // mosquito_copies: slow spider grasshopper ladybug beetle ant
    -4, 7, -9, -24, -41, -15,
    // attackers: 0 1 2 3 4 5
    0, 113, 137, 46, 9, -9,  // 0
    0, 32, -22, -4, 7, 34,  // 1
    0, -4, -66, -39, 4, 49,  // 2
    0, -67, -68, -35, 7, 77,  // 3
    0, -110, -77, -32, 8, 72,  // 4
    0, -74, -49, -29, 8, 83,  // 5
    // throw_escape: 0 1 2 3 4
    40, 36, -5, 0, 0,  // calm
    30, 123, 141, 90, 109,  // pressed
    // pillbug_ready: calm pressed
    66, 0,
    // hand
    0,  // queen
    -9,  // spider
    -25,  // beetle
    -13,  // grasshopper
    7,  // ant
    -30,  // mosquito
    -47,  // ladybug
    -46,  // pillbug
    // room: 0 1-2 3-5 6+
    -34, -15, 57, 79,
    // tempo
    8,
    // resting
    65,
  },
}};
// clang-format on

}  // namespace hexapoda::hive
