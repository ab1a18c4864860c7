// The weights of the evaluation by phase, in the order of evaluation_features.hpp.
// Written by tools/tune_hive.py.
#pragma once

#include "hive/evaluate/evaluation_features.hpp"

namespace hexapoda::hive {

// clang-format off
inline constexpr Weights kWeights = {{
  // up to 17 pieces on the board
  {
    // queen_filled: 0 1 2 3 4 5 6
    0, 66, 82, 36, -14, -161, 0,  // to-move
    0, 82, 65, 13, -45, -169, 0,  // waiting
    // queen_in_hand
    46,
    // piece: 0 1 2 3 4 5
    0, -56, -23, 21, 27, 26,  // queen-free
    0, 83, 50, 26, 54, 63,  // queen-blocked
    0, -46, 14, 19, 6, -13,  // queen-pinned
    0, 19, -41, -66, -86, -123,  // queen-covered
    0, 0, 0, 0, 0, 0,  // queen-on-top
    0, 104, -18, -7, -19, -10,  // spider-free
    0, 73, -24, -18, 11, 64,  // spider-blocked
    0, 99, -46, -18, 5, 16,  // spider-pinned
    0, 62, -60, -33, -39, -86,  // spider-covered
    0, 0, 0, 0, 0, 0,  // spider-on-top
    0, 116, 14, -55, -68, -61,  // beetle-free
    0, 62, 78, -12, -53, -175,  // beetle-blocked
    0, 45, -62, -95, -109, -65,  // beetle-pinned
    56, 66, -43, -77, -87, -45,  // beetle-covered
    224, 255, 70, 35, 16, 72,  // beetle-on-top
    0, 73, 1, -25, -29, -27,  // grasshopper-free
    0, 50, 23, -18, 9, -1,  // grasshopper-blocked
    0, 105, -28, -34, -11, -1,  // grasshopper-pinned
    0, 42, -36, 41, -48, -18,  // grasshopper-covered
    0, 0, 0, 0, 0, 0,  // grasshopper-on-top
    0, 90, 61, 72, 71, 76,  // ant-free
    0, 52, -84, -65, -31, 5,  // ant-blocked
    0, 106, -37, -41, -14, -6,  // ant-pinned
    0, 53, -33, -60, -105, -67,  // ant-covered
    0, 0, 0, 0, 0, 0,  // ant-on-top
    0, 58, -9, -42, -71, -15,  // mosquito-free
    0, 63, 58, -5, -55, 9,  // mosquito-blocked
    0, 97, -14, -90, -37, -78,  // mosquito-pinned
    62, 27, 2, -56, -142, 54,  // mosquito-covered
    141, 184, 17, -47, -21, 34,  // mosquito-on-top
    0, 62, 2, -4, -6, -55,  // ladybug-free
    0, 40, 73, -22, 44, 15,  // ladybug-blocked
    0, 96, 10, -42, -2, 17,  // ladybug-pinned
    0, -12, -47, -22, -77, -2,  // ladybug-covered
    0, 0, 0, 0, 0, 0,  // ladybug-on-top
    0, 73, -41, -2, -19, 11,  // pillbug-free
    0, 48, -12, 10, 26, -67,  // pillbug-blocked
    0, 133, 42, 12, -2, 11,  // pillbug-pinned
    0, 65, -47, -47, -26, -1,  // pillbug-covered
    0, 0, 0, 0, 0, 0,  // pillbug-on-top
    // own_ring: away free stuck on-top
    -46, 0, 0, 0,  // queen
    0, 81, -25, 0,  // spider
    -18, 97, 54, -32,  // beetle
    -27, 88, 9, 0,  // grasshopper
    -11, 79, -23, 0,  // ant
    -19, 146, 92, -94,  // mosquito
    -4, 68, 3, 0,  // ladybug
    -56, 149, 72, 0,  // pillbug
    // ring_open: 0 1 2 3 4 5 6
    99, 57, 3, -6, -39, -68, 0,  // enterable
    189, 75, -37, -143, -37, 0, 0,  // gated
    // queen_escape: 0 1 2 3 4 5 6
    0, 54, -10, 12, 30, 0, 0,  // to-move
    0, 26, -29, 9, 42, 0, 0,  // waiting
    // on_own_queen
    67,
    // mobile: 0 1 2 3 4 5 6 7 8 9
    -124, -64, -27, -6, 19, 45, 73, 64, 7, 38,
    // ants_in: 0 1 2 3
    79, 68, 60, 23,  // 0
    34, -3, 4, -4,  // 1
    16, -13, -27, -50,  // 2
    -30, 5, -35, -82,  // 3
    // drop: 0 1 2 3
    -30, 85, 146, 56,
    // race: 0 1 2 3 4 5
    8, 35, 0, 27, -11, 0,  // 0
    -2, -3, 36, 56, 34, -56,  // 1
    17, -54, -7, 26, 48, 53,  // 2
    -10, -72, -40, -4, 46, 115,  // 3
    0, -49, -49, -39, -4, 127,  // 4
    0, 60, -6, -78, -68, -69,  // 5
    // mosquito_copies: slow spider grasshopper ladybug beetle ant
    18, -34, -10, 18, 6, -6,
    // attackers: 0 1 2 3 4 5
    0, 42, -16, -21, -9, 104,  // 0
    0, 1, -18, -31, -11, 124,  // 1
    0, -28, -24, -38, -9, 77,  // 2
    0, -49, -41, -21, 6, 18,  // 3
    0, -36, -22, 7, 17, 5,  // 4
    0, -77, -26, 57, 65, 3,  // 5
    // reach: 0 1 2 3 4 5
    0, -124, -105, -70, -46, 17,  // 0
    0, -63, -57, -30, 43, 181,  // 1
    0, -16, -34, -3, 86, 116,  // 2
    0, 1, -14, 16, 47, 28,  // 3
    0, 41, 16, 18, -83, -12,  // 4
    0, 14, 47, 21, 13, 0,  // 5
    // throw_escape: 0 1 2 3 4
    -8, -26, -35, 0, 0,  // calm
    35, 155, 79, 64, 227,  // pressed
    // pillbug_ready: calm pressed
    18, 52,
    // hand
    46,  // queen
    -56,  // spider
    -101,  // beetle
    -70,  // grasshopper
    -45,  // ant
    -125,  // mosquito
    -67,  // ladybug
    -165,  // pillbug
    // room: 0 1-2 3-5 6+
    -78, 48, 106, 135,
    // tempo
    66,
    // resting
    46,
  },
  // 18 pieces and more
  {
    // queen_filled: 0 1 2 3 4 5 6
    0, 66, 76, 48, -18, -159, 0,  // to-move
    0, 83, 74, 28, -50, -148, 0,  // waiting
    // queen_in_hand
    0,
    // piece: 0 1 2 3 4 5
    0, -19, -16, 13, 51, -28,  // queen-free
    0, 85, -12, 30, 28, 88,  // queen-blocked
    0, 1, 53, -2, -13, -5,  // queen-pinned
    0, -67, -26, -41, -66, -55,  // queen-covered
    0, 0, 0, 0, 0, 0,  // queen-on-top
    0, 61, 5, 7, 7, -1,  // spider-free
    0, 74, -35, -45, -29, 12,  // spider-blocked
    0, 55, -6, 5, -22, -29,  // spider-pinned
    0, 3, 2, 22, -83, 3,  // spider-covered
    0, 0, 0, 0, 0, 0,  // spider-on-top
    0, 32, 25, -15, -21, -52,  // beetle-free
    0, 10, 53, -14, -44, -34,  // beetle-blocked
    0, 30, -24, -46, -66, -72,  // beetle-pinned
    25, -7, -69, -1, -64, -19,  // beetle-covered
    178, 219, 63, 0, -17, -45,  // beetle-on-top
    0, 33, 35, 39, 17, -7,  // grasshopper-free
    0, -6, 33, 6, 21, -19,  // grasshopper-blocked
    0, 37, 8, -16, -33, -17,  // grasshopper-pinned
    0, -83, 10, -57, 21, -10,  // grasshopper-covered
    0, 0, 0, 0, 0, 0,  // grasshopper-on-top
    0, 58, 18, 12, 29, 25,  // ant-free
    0, 45, -43, -60, -46, -42,  // ant-blocked
    0, 58, 15, -3, 30, 6,  // ant-pinned
    0, -50, 9, -58, -7, -5,  // ant-covered
    0, 0, 0, 0, 0, 0,  // ant-on-top
    0, 50, -10, 10, -9, -50,  // mosquito-free
    0, 48, 58, -27, -80, -84,  // mosquito-blocked
    0, 13, -5, -49, 26, -22,  // mosquito-pinned
    86, -39, -39, -70, -33, -91,  // mosquito-covered
    160, 160, -14, 33, 66, -49,  // mosquito-on-top
    0, 39, 3, -3, -16, -12,  // ladybug-free
    0, 34, 48, -84, 59, 53,  // ladybug-blocked
    0, 51, 28, -7, -39, -18,  // ladybug-pinned
    0, -28, 27, -21, -51, -17,  // ladybug-covered
    0, 0, 0, 0, 0, 0,  // ladybug-on-top
    0, 72, -61, 2, -19, -9,  // pillbug-free
    0, 77, 52, 5, 32, -69,  // pillbug-blocked
    0, 110, 42, 57, 42, 5,  // pillbug-pinned
    0, -125, -27, -33, -23, -69,  // pillbug-covered
    0, 0, 0, 0, 0, 0,  // pillbug-on-top
    // own_ring: away free stuck on-top
    0, 0, 0, 0,  // queen
    -4, 31, -19, 0,  // spider
    -3, 82, 7, -60,  // beetle
    -27, 40, -1, 0,  // grasshopper
    -3, 61, -69, 0,  // ant
    -4, 161, 31, -148,  // mosquito
    -41, 102, -15, 0,  // ladybug
    -34, 89, 6, 0,  // pillbug
    // ring_open: 0 1 2 3 4 5 6
    82, 12, -20, 0, -15, -60, 0,  // enterable
    151, 86, 0, -122, -107, -7, 0,  // gated
    // queen_escape: 0 1 2 3 4 5 6
    0, 9, 12, 40, 30, 0, 0,  // to-move
    0, 11, 10, 30, 2, 0, 0,  // waiting
    // on_own_queen
    82,
    // mobile: 0 1 2 3 4 5 6 7 8 9
    -183, -123, -112, -71, -25, 2, 35, 48, 81, 79,
    // ants_in: 0 1 2 3
    -2, 10, -4, -56,  // 0
    39, 7, -3, -22,  // 1
    21, -11, 11, 6,  // 2
    23, 7, -25, -3,  // 3
    // drop: 0 1 2 3
    1, 44, 25, -8,
    // race: 0 1 2 3 4 5
    0, 0, 0, 0, 0, 0,  // 0
    0, 4, 15, 31, 14, 2,  // 1
    0, -30, 4, 29, 43, 30,  // 2
    0, -25, -32, 0, 32, 73,  // 3
    0, -19, -34, -19, 9, 46,  // 4
    0, -12, -27, -69, -47, -3,  // 5
    // mosquito_copies: slow spider grasshopper ladybug beetle ant
    -5, 10, -10, -23, -42, -24,
    // attackers: 0 1 2 3 4 5
    0, 95, 176, 92, 70, 41,  // 0
    0, 14, -21, 18, 39, 60,  // 1
    0, -23, -75, -32, 12, 54,  // 2
    0, -76, -79, -40, -3, 64,  // 3
    0, -106, -89, -52, -18, 42,  // 4
    0, -52, -61, -62, -32, 47,  // 5
    // reach: 0 1 2 3 4 5
    0, 94, 0, -57, -101, -71,  // 0
    0, 16, -4, -35, -16, 104,  // 1
    0, -42, -23, -12, 15, 148,  // 2
    0, -92, -29, 10, 43, 113,  // 3
    0, -98, -30, 16, 4, 13,  // 4
    0, -27, -65, 2, 123, 0,  // 5
    // throw_escape: 0 1 2 3 4
    40, 46, -7, 0, 0,  // calm
    43, 144, 163, 105, 185,  // pressed
    // pillbug_ready: calm pressed
    105, 8,
    // hand
    0,  // queen
    -8,  // spider
    -25,  // beetle
    -12,  // grasshopper
    10,  // ant
    -41,  // mosquito
    -45,  // ladybug
    -61,  // pillbug
    // room: 0 1-2 3-5 6+
    -70, -18, 63, 86,
    // tempo
    13,
    // resting
    64,
  },
}};
// clang-format on

}  // namespace hexapoda::hive
