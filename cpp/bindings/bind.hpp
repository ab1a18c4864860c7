// The functions that bind each game to Python.
#pragma once

#include <nanobind/nanobind.h>

#include "bindings/arguments.hpp"
#include "bindings/long_call.hpp"

namespace hexapoda::bindings {

void bind_hive(nb::module_& m);
void bind_hive_search(nb::module_& m);
void bind_hive_solve(nb::module_& m);
void bind_hex(nb::module_& m);
void bind_hex_search(nb::module_& m);
void bind_hex_solve(nb::module_& m);

}  // namespace hexapoda::bindings
