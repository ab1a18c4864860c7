// hexapoda._core: the compiled part of the package, with one submodule per game, one for networks and one for
// batches of games.
#include <nanobind/nanobind.h>

#include "bindings/bind.hpp"

// CMake lists the games as GAME(hive) GAME(hex) ...; each has a function that adds it to the core.
#define GAME(name)                                                       \
  namespace hexapoda::bindings {                                         \
  void register_##name(nanobind::module_& core, nanobind::module_& env); \
  }
HEXAPODA_GAMES
#undef GAME

NB_MODULE(_core, m) {
  // Positions in a script's globals still exist when Python ends. That is not a leak.
  nanobind::set_leak_warnings(false);
  m.doc() = "The compiled core of hexapoda: positions, move generation, searches, networks, batches of games.";
  m.def("build_info", [] { return HEXAPODA_BUILD; }, "The compiler of this build and its options for the target CPU.");
  hexapoda::bindings::bind_long_calls(m);
  auto nn = m.def_submodule("nn", "Networks.");
  hexapoda::bindings::bind_nn(nn);
  auto env = m.def_submodule("env", "Batch environments: many games at once, for learning.");
  hexapoda::bindings::bind_env(env);
#define GAME(name) hexapoda::bindings::register_##name(m, env);
  HEXAPODA_GAMES
#undef GAME
}
