// Functions that bind the code shared by all games, and a helper for the bindings of individual games.
#pragma once

#include <nanobind/nanobind.h>

#include <stdexcept>
#include <string>

#include "bindings/arguments.hpp"
#include "bindings/long_call.hpp"

namespace hexapoda::bindings {

void bind_nn(nb::module_& m);
void bind_env(nb::module_& m);

// Returns `value`, a Python object that `module` sets on import. Imports the module if necessary, for example when a
// move was unpickled in a fresh process. Raises RuntimeError while the module is still being imported.
inline nb::object named_value(PyObject* const& value, const char* module) {
  if (value == nullptr) nb::module_::import_(module);
  if (value == nullptr)
    throw std::runtime_error(std::string(module) + " is still being imported: its moves cannot be used yet");
  return nb::borrow(value);
}

}  // namespace hexapoda::bindings
