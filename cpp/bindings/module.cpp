// hexapoda._core: the compiled part of the package, with one submodule per game, one for networks and one for
// batches of games.
#include <nanobind/nanobind.h>

#include "bindings/bind.hpp"

NB_MODULE(_core, m) {
  // Positions in a script's globals still exist when Python ends. That is not a leak.
  nanobind::set_leak_warnings(false);
  m.doc() = "The compiled core of hexapoda: positions, move generation, perft.";
  m.def(
      "build_info", [] { return HEXAPODA_BUILD; }, "The compiler of this build and the instructions it was built for.");
  hexapoda::bindings::bind_long_calls(m);
  auto hive = m.def_submodule("hive", "Hive: positions and moves.");
  hexapoda::bindings::bind_hive(hive);
  hexapoda::bindings::bind_hive_search(hive);
  auto hex = m.def_submodule("hex", "Hex: positions and moves.");
  hexapoda::bindings::bind_hex(hex);
  hexapoda::bindings::bind_hex_search(hex);
  hexapoda::bindings::bind_hex_solve(hex);
  auto nn = m.def_submodule("nn", "Networks.");
  hexapoda::bindings::bind_nn(nn);
  auto env = m.def_submodule("env", "Batch environments: many games at once, for learning.");
  hexapoda::bindings::bind_env(env);
}
