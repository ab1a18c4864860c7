// Evaluation of a position: a sum of weighted counts, with no search and no memory.
//
// 100 is about what one filled neighbour of a queen is worth in the middle of a game. The same code counts for the
// score, for the terms shown to people and for the vectors that weights are tuned on, so they cannot differ.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "hive/evaluate/evaluation_features.hpp"
#include "hive/evaluate/evaluation_weights.hpp"
#include "hive/rules/position.hpp"

namespace hexapoda::hive {

// From the view of `turn.color`; below 15,000 either way. The game is not over.
template <int N>
int evaluate(const Grid<N>& grid, const Turn& turn, const Weights& weights = kWeights);

int evaluate(const Position& position, const Weights& weights = kWeights);

// Which of the phases' weights count.
int evaluation_phase(const Position& position);

// What each term gives each side. White's sum less Black's is the evaluation from White's view.
using TermValues = std::array<std::array<int, 2>, kTerms>;
TermValues evaluation_terms(const Position& position);

// White's count of every feature less Black's: the phase's weights times counts is the evaluation from White's view.
void count_features(const Position& position, std::span<std::int8_t, kFeatures> counts);

}  // namespace hexapoda::hive
