// Converts the weights of the network from Python.
#pragma once

#include <nanobind/nanobind.h>

#include "bindings/arguments.hpp"
#include "hex/bindings/placement.hpp"
#include "hex/rave/network.hpp"

namespace hexapoda::bindings {

// Raises ValueError unless the bytes are the float32 weights of a network.
inline hex::NetworkWeights network_weights(const nb::bytes& bytes) {
  if (bytes.size() == 0) throw nb::value_error("weights of the network: expected one or more float32 values");
  return hex::NetworkWeights(floats_of("weights of the network", bytes));
}

}  // namespace hexapoda::bindings
