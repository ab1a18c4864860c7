// The evaluation of a position: a weighted sum of counts, without a search.
//
// 100 is about the value of one filled neighbor of a queen in the middlegame. One implementation computes the score,
// the terms shown to users, the counts for tuning and the sums of the network, so they cannot disagree.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "hive/evaluate/evaluation_features.hpp"
#include "hive/evaluate/evaluation_network.hpp"
#include "hive/evaluate/piece_shapes.hpp"
#include "hive/rules/position.hpp"

namespace hexapoda::hive {

// The score from `turn.color`'s point of view; its absolute value is below 15,000. The game must not be over. A side to
// move that has nothing to move or to place, apart from throws, scores at most 0.
template <int N>
int evaluate(const Grid<N>& grid, const Turn& turn);

int evaluate(const Position& position);

// The same with a network. The absolute value is below 120,000, and far smaller with a trained network.
int evaluate(const Position& position, const EvaluationNetwork& network);

// The share of the late game in the evaluation, from 0 to 1. The rest is the share of the opening.
double evaluation_phase(const Position& position);

// Whether the side to move has nothing to move or to place, apart from throws.
bool evaluation_stuck(const Position& position);

// The value of each term for each side. White's sum minus Black's is the evaluation from White's point of view.
using TermValues = std::array<std::array<int, 2>, kTerms>;
TermValues evaluation_terms(const Position& position);

// Writes White's count of every feature minus Black's. The dot product of these counts and the weights, mixed for the
// phase and rounded, is the evaluation from White's point of view, without the cap at 0 for a side with nothing to move
// or place.
void count_features(const Position& position, std::span<std::int8_t, kFeatures> counts);

// Writes the features for the network, each as often as it occurs: White's in the first half of `features`, Black's in
// the second. -1 fills the rest of each half.
void list_features(const Position& position, std::span<std::int16_t, 2 * kMostNetworkFeatures> features);

}  // namespace hexapoda::hive
