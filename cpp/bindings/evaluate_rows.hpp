// The method `evaluate` of the Python classes for networks: evaluates many positions on several threads.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <algorithm>
#include <cstddef>

#include "bindings/batch.hpp"
#include "env/workers.hpp"

namespace hexapoda::bindings {

template <class Network>
void evaluate_rows(const Network& network, const Array<const float, 2>& observations, const Array<float, 2>& logits,
                   const Array<float, 1>& values, int threads) {
  const auto rows = static_cast<std::ptrdiff_t>(values.shape(0));
  check_shape("observations", observations, rows, network.observation());
  check_shape("logits", logits, rows, network.actions());
  checked_threads(threads);
  const LongCall call;
  const WithoutGil release;
  constexpr std::ptrdiff_t kChunk = 1;  // an evaluation takes a long time
  const auto useful = static_cast<int>(std::min<std::ptrdiff_t>(threads, rows));
  env::Workers(useful).for_each(rows, kChunk, [&](std::ptrdiff_t row) {
    thread_local typename Network::Workspace space;
    values.data()[row] = network.evaluate(observations.data() + row * network.observation(),
                                          logits.data() + row * network.actions(), space);
  });
}

template <class Network>
void bind_evaluate(nb::class_<Network>& network) {
  network.def("evaluate", &evaluate_rows<Network>, nb::arg("observations"), nb::arg("logits").noconvert(),
              nb::arg("values").noconvert(), nb::arg("threads") = 1,
              "Evaluate `observations`, float32 of shape [rows, size of an observation]. Writes `logits`, float32 of\n"
              "shape [rows, actions], and `values`, float32 of shape [rows]: -1 to 1 for the player to move.");
}

}  // namespace hexapoda::bindings
