// The weights of the evaluation, in the order of evaluation_features.hpp. Written by tools/tune_hive.py; a row's
// comment names its block and row.
#pragma once

#include "hive/evaluation_features.hpp"

namespace hexapoda::hive {

// clang-format off
inline constexpr Weights kWeights = {
    // queen_filled: own queen by filled neighbours: 0 1 2 3 4 5 6
    0, 0, -80, -180, -320, -500, -2000,  // to move
    0, 0, -100, -220, -400, -800, -2000,  // waiting
    // queen_in_hand
    -20,
    // piece_state: free blocked pinned covered on-top
    40, 10, 0, -30, 0,  // queen
    35, 15, 5, 0, 0,  // spider
    80, 70, 20, 10, 110,  // beetle
    45, 45, 10, 5, 0,  // grasshopper
    120, 40, 20, 10, 0,  // ant
    50, 40, 15, 10, 100,  // mosquito
    75, 75, 15, 10, 0,  // ladybug
    60, 50, 45, 5, 0,  // pillbug
    // own_ring: free stuck on-top
    0, 0, 0,  // queen
    10, -20, 0,  // spider
    10, -20, 20,  // beetle
    10, -20, 0,  // grasshopper
    -40, -40, 0,  // ant
    10, -20, 20,  // mosquito
    0, -20, 0,  // ladybug
    30, 30, 0,  // pillbug
    // enemy_ring: free stuck on-top
    -20, -20, 0,  // queen
    20, 30, 0,  // spider
    30, 30, 60,  // beetle
    10, 30, 0,  // grasshopper
    -50, 30, 0,  // ant
    0, 20, 60,  // mosquito
    -20, 30, 0,  // ladybug
    -10, 10, 0,  // pillbug
    // ring_open: 0 1 2 3 4 5 6
    0, 0, 0, 0, 0, 0, 0,  // enterable
    0, -10, -20, -30, -30, -30, -30,  // gated
    // queen_escape: 0 1 2 3 4 5 6
    0, 0, 10, 30, 80, 150, 0,  // to move
    0, 0, 5, 15, 40, 80, 0,  // waiting
    // on_queen: enemy own
    200, 20,
    // beetle_distance: 1 2 3 4
    0, 20, 10, 0,  // ground
    40, 40, 20, 0,  // top
    // mosquito_copies: slow spider grasshopper ladybug beetle ant
    0, 0, 5, 40, 40, 80,
    // attackers: rows 0..5, columns 0 1 2 3 4 5
    0, 0, -10, -40, -80, -120,  // 0
    0, 0, 0, -10, -20, 0,  // 1
    0, 0, 0, 10, 40, 120,  // 2
    0, 0, 0, 20, 80, 180,  // 3
    0, 0, 10, 30, 100, 200,  // 4
    0, 0, 10, 40, 120, 220,  // 5
    // throw_escape: 0 1 2 3 4
    10, 20, 30, 40, 40,  // calm
    20, 60, 100, 130, 150,  // pressed
    // pillbug_ready: calm pressed
    30, 60,
    // hand
    0,  // queen
    15,  // spider
    40,  // beetle
    20,  // grasshopper
    55,  // ant
    50,  // mosquito
    35,  // ladybug
    30,  // pillbug
    // room: 0 1-2 3-5 6+
    -60, -20, 0, 10,
    // tempo
    30,
    // resting
    -15,
};
// clang-format on

}  // namespace hexapoda::hive
