// The functions that bind Hive to Python. register_hive() calls all of them.
#pragma once

#include <nanobind/nanobind.h>

#include "bindings/bind.hpp"

namespace hexapoda::bindings {

void bind_hive_moves(nb::module_& m);
void bind_hive_position(nb::module_& m);
void bind_hive_games(nb::handle position_class);
void bind_hive_evaluate(nb::module_& m);
void bind_hive_baselines(nb::module_& m);
void bind_hive_solve(nb::module_& m);
void bind_hive_search(nb::module_& m);
void bind_hive_batch(nb::module_& env);

}  // namespace hexapoda::bindings
