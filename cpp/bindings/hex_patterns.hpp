// The weights of patterns as Python hands them over.
#pragma once

#include <nanobind/nanobind.h>

#include <span>

#include "bindings/hex_placement.hpp"
#include "hex/rave/move_patterns.hpp"

namespace hexapoda::bindings {

// Raises ValueError unless there is one signed byte for each feature.
inline hex::PatternWeights pattern_weights(const nb::bytes& told) {
  return hex::PatternWeights({static_cast<const std::int8_t*>(told.data()), told.size()});
}

void bind_hex_patterns(nb::module_& m);

}  // namespace hexapoda::bindings
