// The weights of the evaluation by phase, in the order of evaluation_features.hpp.
// Written by tools/tune_hive.py.
#pragma once

#include "hive/evaluate/evaluation_features.hpp"

namespace hexapoda::hive {

// clang-format off
inline constexpr Weights kWeights = {{
  // up to 12 pieces on the board
  {
    // queen_filled: 0 1 2 3 4 5 6
    0, 62, 72, 42, -6, -126, 0,  // to-move
    0, 81, 68, 20, -40, -233, 0,  // waiting
    // queen_in_hand
    60,
    // piece: 0 1 2 3 4 5
    0, -23, -26, 44, 68, 59,  // queen-free
    0, 58, 68, -4, -3, 21,  // queen-blocked
    0, -11, 11, 31, 50, 37,  // queen-pinned
    0, -23, -53, -71, -114, -177,  // queen-covered
    0, 0, 0, 0, 0, 0,  // queen-on-top
    0, 108, -30, -20, -35, -17,  // spider-free
    0, 136, -64, -17, -4, -1,  // spider-blocked
    0, 155, -63, -27, 5, 5,  // spider-pinned
    0, 37, -80, -10, 9, -6,  // spider-covered
    0, 0, 0, 0, 0, 0,  // spider-on-top
    0, 141, 2, -63, -113, -95,  // beetle-free
    0, 79, 41, -54, -86, -23,  // beetle-blocked
    0, 98, -65, -92, -95, -71,  // beetle-pinned
    7, 33, -87, -92, -49, -63,  // beetle-covered
    277, 294, 114, 25, 28, 43,  // beetle-on-top
    0, 82, -3, -17, -37, -24,  // grasshopper-free
    0, 40, 4, -2, -22, 18,  // grasshopper-blocked
    0, 118, -21, -4, -9, 11,  // grasshopper-pinned
    0, 24, -33, -19, -18, -7,  // grasshopper-covered
    0, 0, 0, 0, 0, 0,  // grasshopper-on-top
    0, 82, 46, 43, 55, 57,  // ant-free
    0, 65, -68, -67, 1, 23,  // ant-blocked
    0, 121, -66, -50, -19, -10,  // ant-pinned
    0, 38, -59, -66, -44, 6,  // ant-covered
    0, 0, 0, 0, 0, 0,  // ant-on-top
    0, 62, -28, -20, -30, -13,  // mosquito-free
    0, 47, 32, -21, -10, -11,  // mosquito-blocked
    0, 103, -27, -65, -44, -56,  // mosquito-pinned
    14, -15, -72, -41, -14, 6,  // mosquito-covered
    175, 192, 29, -62, -4, 29,  // mosquito-on-top
    0, 85, 8, 6, -8, -14,  // ladybug-free
    0, 25, 8, -8, 6, -39,  // ladybug-blocked
    0, 86, 2, -19, -17, 5,  // ladybug-pinned
    0, 12, 3, -18, -14, -4,  // ladybug-covered
    0, 0, 0, 0, 0, 0,  // ladybug-on-top
    0, 80, -22, 0, 1, 21,  // pillbug-free
    0, 20, 37, 37, 49, 60,  // pillbug-blocked
    0, 61, 15, -12, 12, 15,  // pillbug-pinned
    0, 53, -54, -49, -36, -124,  // pillbug-covered
    0, 0, 0, 0, 0, 0,  // pillbug-on-top
    // own_ring: away free stuck on-top
    -60, 0, 0, 0,  // queen
    5, 87, -13, 0,  // spider
    -27, 114, 79, -33,  // beetle
    -19, 84, 16, 0,  // grasshopper
    3, 100, -16, 0,  // ant
    -18, 132, 80, -39,  // mosquito
    -14, 82, 37, 0,  // ladybug
    -57, 149, 72, 0,  // pillbug
    // ring_open: 0 1 2 3 4 5 6
    122, 52, 22, 19, -41, -113, 0,  // enterable
    181, 46, -53, -85, -29, -1, 0,  // gated
    // queen_escape: 0 1 2 3 4 5 6
    0, 47, -33, -2, 31, 0, 0,  // to-move
    0, 21, -33, -9, 57, 0, 0,  // waiting
    // on_own_queen
    13,
    // mobile: 0 1 2 3 4 5 6 7 8 9
    -140, -60, -64, -40, 16, 38, 59, 82, 87, 15,
    // ants_in: 0 1 2 3
    73, 97, 65, 16,  // 0
    35, 16, 17, -16,  // 1
    8, -28, -18, -57,  // 2
    6, -33, -43, -78,  // 3
    // drop: 0 1 2 3
    5, 74, 157, 47,
    // race: 0 1 2 3 4 5
    10, 15, 16, 17, -1, 0,  // 0
    11, -8, 16, 39, 30, -26,  // 1
    -24, -36, 10, 33, 61, 27,  // 2
    0, -79, -58, -1, 34, 146,  // 3
    0, -57, -69, -50, -12, 182,  // 4
    0, 85, 16, -59, -73, -96,  // 5
    // mosquito_copies: slow spider grasshopper ladybug beetle ant
    10, -14, 6, 10, 3, -7,
    // attackers: 0 1 2 3 4 5
    0, -2, -28, -19, 0, 133,  // 0
    0, -1, -25, -19, 6, 149,  // 1
    0, -21, -23, -17, 8, 80,  // 2
    0, -39, -31, -15, 1, 17,  // 3
    0, -39, -24, -13, 4, 1,  // 4
    0, -41, -9, 20, 27, -20,  // 5
    // reach: 0 1 2 3 4 5
    0, -111, -117, -102, -53, 61,  // 0
    0, -56, -60, -44, 27, 210,  // 1
    0, -9, -12, 5, 47, 70,  // 2
    0, 14, 17, 31, 36, 15,  // 3
    0, 11, 20, 31, -5, 3,  // 4
    0, 8, 12, 17, -6, 1,  // 5
    // throw_escape: 0 1 2 3 4
    6, -10, 4, 0, 0,  // calm
    60, 102, 97, 83, 293,  // pressed
    // pillbug_ready: calm pressed
    23, 34,
    // hand
    60,  // queen
    -79,  // spider
    -133,  // beetle
    -80,  // grasshopper
    -87,  // ant
    -154,  // mosquito
    -104,  // ladybug
    -164,  // pillbug
    // room: 0 1-2 3-5 6+
    -2, 23, 84, 117,
    // placeable: 0 1 2 3 4-5 6+
    -17, -37, -101, -112, -40, 82,  // 0
    -4, -42, 1, -24, 43, 95,  // 1-2
    -6, -30, 21, 28, 44, 79,  // 3-4
    -45, -8, 39, 40, 7, -12,  // 5+
    // options: 0 1 2 3-4 5-6 7-9 10+
    0, 0, 0, 0, -10, -49, -7,  // 0
    0, 0, 0, 0, -5, -29, -6,  // 1
    0, 0, 0, -4, -22, -106, -10,  // 2
    0, 0, 4, 0, -46, -112, -53,  // 3-4
    0, 5, 22, 46, 0, -24, -28,  // 5-6
    9, 29, 106, 112, 24, 0, 0,  // 7-9
    7, 6, 10, 53, 28, 0, 0,  // 10+
    // tempo
    100,
    // resting
    9,
  },
  // 22 or more pieces
  {
    // queen_filled: 0 1 2 3 4 5 6
    0, 57, 64, 42, -9, -146, 0,  // to-move
    0, 57, 64, 30, -40, -118, 0,  // waiting
    // queen_in_hand
    0,
    // piece: 0 1 2 3 4 5
    0, -1, -4, 43, 30, -4,  // queen-free
    0, 54, 31, 7, 20, 57,  // queen-blocked
    0, 25, 9, 16, 10, 3,  // queen-pinned
    0, -78, -35, -67, -60, -57,  // queen-covered
    0, 0, 0, 0, 0, 0,  // queen-on-top
    0, 44, -1, 7, 5, -3,  // spider-free
    0, 82, -13, -37, -15, -11,  // spider-blocked
    0, 49, -3, 4, -9, -12,  // spider-pinned
    0, -37, -10, -5, -28, -14,  // spider-covered
    0, 0, 0, 0, 0, 0,  // spider-on-top
    0, 40, 17, -3, -27, -72,  // beetle-free
    0, 45, 21, -26, -51, -52,  // beetle-blocked
    0, 0, -39, -56, -60, -56,  // beetle-pinned
    -1, 14, -21, -50, -37, -33,  // beetle-covered
    157, 229, 69, 29, 6, -14,  // beetle-on-top
    0, 16, 25, 0, -13, -16,  // grasshopper-free
    0, 6, 33, -7, -8, -8,  // grasshopper-blocked
    0, 24, 18, 1, -16, -7,  // grasshopper-pinned
    0, -40, -8, -29, 25, 12,  // grasshopper-covered
    0, 0, 0, 0, 0, 0,  // grasshopper-on-top
    0, 41, 30, 5, 8, 10,  // ant-free
    0, 35, -5, -33, -5, 13,  // ant-blocked
    0, 18, -2, -6, 12, 10,  // ant-pinned
    0, -66, -30, -29, -23, 4,  // ant-covered
    0, 0, 0, 0, 0, 0,  // ant-on-top
    0, 27, 22, -15, -25, -53,  // mosquito-free
    0, 42, 64, -11, -57, -37,  // mosquito-blocked
    0, 20, 17, 0, -22, -46,  // mosquito-pinned
    -27, -43, 0, -19, -37, -72,  // mosquito-covered
    167, 189, 38, -11, -34, -25,  // mosquito-on-top
    0, 32, 9, -10, 0, -16,  // ladybug-free
    0, 21, 15, -37, -6, 6,  // ladybug-blocked
    0, 24, 44, 2, 7, 0,  // ladybug-pinned
    0, -55, 0, -1, -1, 14,  // ladybug-covered
    0, 0, 0, 0, 0, 0,  // ladybug-on-top
    0, 52, 14, 17, 5, 22,  // pillbug-free
    0, 43, 31, -48, 6, 20,  // pillbug-blocked
    0, 59, 38, 26, 39, 40,  // pillbug-pinned
    0, -7, -60, -67, -78, -36,  // pillbug-covered
    0, 0, 0, 0, 0, 0,  // pillbug-on-top
    // own_ring: away free stuck on-top
    0, 0, 0, 0,  // queen
    11, 31, -48, 0,  // spider
    -8, 115, -11, -69,  // beetle
    -17, 54, -29, 0,  // grasshopper
    10, 46, -71, 0,  // ant
    -19, 161, 26, -117,  // mosquito
    -37, 99, -14, 0,  // ladybug
    6, 111, -2, 0,  // pillbug
    // ring_open: 0 1 2 3 4 5 6
    81, 11, -10, -12, -27, -43, 0,  // enterable
    105, 72, 5, -82, -100, 0, 0,  // gated
    // queen_escape: 0 1 2 3 4 5 6
    0, -24, 32, 56, 84, 0, 0,  // to-move
    0, -20, 8, 12, 20, 0, 0,  // waiting
    // on_own_queen
    28,
    // mobile: 0 1 2 3 4 5 6 7 8 9
    -143, -46, -24, -4, -6, 4, -9, 3, 30, 63,
    // ants_in: 0 1 2 3
    0, 19, 1, -34,  // 0
    33, 0, -12, -26,  // 1
    32, -10, -8, -12,  // 2
    17, 2, 9, -10,  // 3
    // drop: 0 1 2 3
    56, 68, -5, -58,
    // race: 0 1 2 3 4 5
    0, 0, 0, 0, 0, 0,  // 0
    0, 4, 12, 48, 29, -36,  // 1
    0, -12, 0, 19, 26, 30,  // 2
    0, -45, -15, 2, 34, 66,  // 3
    0, -32, -35, -24, 15, 67,  // 4
    0, 28, -25, -74, -65, -9,  // 5
    // mosquito_copies: slow spider grasshopper ladybug beetle ant
    -20, -14, -13, -6, 5, 6,
    // attackers: 0 1 2 3 4 5
    0, 46, 5, 3, -3, -8,  // 0
    0, -23, -16, -12, 7, 55,  // 1
    0, -23, -38, -24, 15, 74,  // 2
    0, -37, -34, -21, 13, 75,  // 3
    0, -35, -33, -17, 10, 52,  // 4
    0, -41, -11, -1, 6, 17,  // 5
    // reach: 0 1 2 3 4 5
    0, -1, -31, -82, -100, -83,  // 0
    0, -20, -40, -46, -11, 88,  // 1
    0, -43, -42, -13, 27, 128,  // 2
    0, -39, -19, 7, 42, 95,  // 3
    0, -10, -3, 22, 57, 32,  // 4
    0, -1, 7, 41, 33, 4,  // 5
    // throw_escape: 0 1 2 3 4
    47, -3, -23, 0, 0,  // calm
    89, 155, 180, 187, 214,  // pressed
    // pillbug_ready: calm pressed
    7, 7,
    // hand
    0,  // queen
    6,  // spider
    -27,  // beetle
    -8,  // grasshopper
    15,  // ant
    -51,  // mosquito
    -48,  // ladybug
    -115,  // pillbug
    // room: 0 1-2 3-5 6+
    -28, 10, 45, 35,
    // placeable: 0 1 2 3 4-5 6+
    0, -37, -33, -42, -14, 37,  // 0
    -13, -70, -34, 1, 23, 40,  // 1-2
    -2, 16, 31, 41, 4, 14,  // 3-4
    4, 44, 12, -5, -15, -3,  // 5+
    // options: 0 1 2 3-4 5-6 7-9 10+
    0, 0, 0, -13, -29, -77, -41,  // 0
    0, 0, 0, -5, 4, -29, -17,  // 1
    0, 0, 0, -5, -16, -48, -41,  // 2
    -3, 5, 5, 0, -16, -43, -25,  // 3-4
    29, -4, 16, 16, 0, -18, 6,  // 5-6
    -19, 29, 48, 43, 18, 0, 18,  // 7-9
    -7, 17, 41, 25, -6, -18, 0,  // 10+
    // tempo
    8,
    // resting
    50,
  },
}};
// clang-format on

}  // namespace hexapoda::hive
