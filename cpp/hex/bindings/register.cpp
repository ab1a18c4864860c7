#include "hex/bindings/register.hpp"

namespace hexapoda::bindings {

void register_hex(nb::module_& core, nb::module_& env) {
  auto hex = core.def_submodule("hex", "Hex: positions and moves.");
  bind_hex_moves(hex);
  bind_hex_position(hex);
  bind_hex_baselines(hex);
  bind_hex_patterns(hex);
  bind_hex_network(hex);
  bind_hex_search(hex);
  bind_hex_solve(hex);
  bind_hex_connection_map(hex);
  bind_hex_batch(env);
}

}  // namespace hexapoda::bindings
