#include "hive/bindings/register.hpp"

namespace hexapoda::bindings {

void register_hive(nb::module_& core, nb::module_& env) {
  auto hive = core.def_submodule("hive", "Hive: positions and moves.");
  bind_hive_moves(hive);
  bind_hive_position(hive);
  bind_hive_games(hive.attr("PositionCore"));
  bind_hive_evaluate(hive);
  bind_hive_baselines(hive);
  bind_hive_solve(hive);
  bind_hive_search(hive);
  bind_hive_batch(env);
}

}  // namespace hexapoda::bindings
