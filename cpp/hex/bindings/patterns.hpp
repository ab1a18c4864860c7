// Converts the weights of the move patterns from Python.
#pragma once

#include <nanobind/nanobind.h>

#include <span>

#include "hex/bindings/placement.hpp"
#include "hex/rave/move_patterns.hpp"

namespace hexapoda::bindings {

// Raises ValueError unless there is one signed byte for each feature.
inline hex::PatternWeights pattern_weights(const nb::bytes& bytes) {
  return hex::PatternWeights({static_cast<const std::int8_t*>(bytes.data()), bytes.size()});
}

}  // namespace hexapoda::bindings
