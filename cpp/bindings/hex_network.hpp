// The weights of the network as Python hands them over.
#pragma once

#include <nanobind/nanobind.h>

#include <cstring>
#include <vector>

#include "bindings/hex_placement.hpp"
#include "hex/rave/network.hpp"

namespace hexapoda::bindings {

// Raises ValueError unless there are as many numbers, of 4 bytes each, as a network has.
inline hex::NetworkWeights network_weights(const nb::bytes& told) {
  if (told.size() == 0 || told.size() % sizeof(float) != 0)
    throw nb::value_error("weights of the network: numbers of 4 bytes expected");
  std::vector<float> numbers(told.size() / sizeof(float));
  std::memcpy(numbers.data(), told.data(), told.size());
  return hex::NetworkWeights(numbers);
}

void bind_hex_network(nb::module_& m);

}  // namespace hexapoda::bindings
