#include "hive/search/random_playout.hpp"

#include <cmath>

#include "hive/evaluate/classic_evaluation.hpp"
#include "search/ending.hpp"

namespace hexapoda::hive {
namespace {

constexpr double kLogisticScale = 10'000;  // the evaluation, in hundredths of a point, at which the odds are e to 1

}  // namespace

double RandomPlayout::operator()(PlainBoard& board, search::Random& random, search::Budget& budget) const {
  PackedMove list[kMaxMoves];
  int ply = 0;
  int ending = board.ending();
  for (; ply < plies_ && ending == search::kNotOver && budget.take(); ++ply) {
    const int count = board.generate(list);
    board.make(list[random.below(static_cast<std::uint32_t>(count))]);
    ending = board.ending();
  }
  const double value = ending == search::kNotOver
                           ? 1 / (1 + std::exp(-classic_evaluate(board.position()) / kLogisticScale))
                           : (1 + ending) / 2.0;
  for (int i = 0; i < ply; ++i) board.unmake();
  return ply % 2 == 0 ? value : 1 - value;
}

}  // namespace hexapoda::hive
