// The functions that bind Hex to Python. register_hex() calls all of them.
#pragma once

#include <nanobind/nanobind.h>

#include "bindings/bind.hpp"

namespace hexapoda::bindings {

void bind_hex_moves(nb::module_& m);
void bind_hex_position(nb::module_& m);
void bind_hex_baselines(nb::module_& m);
void bind_hex_patterns(nb::module_& m);
void bind_hex_network(nb::module_& m);
void bind_hex_search(nb::module_& m);
void bind_hex_solve(nb::module_& m);
void bind_hex_connection_map(nb::module_& m);
void bind_hex_batch(nb::module_& env);

}  // namespace hexapoda::bindings
