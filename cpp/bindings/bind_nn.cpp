// Python bindings for networks that are not made for one game.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <algorithm>
#include <cstddef>
#include <span>

#include "bindings/batch.hpp"
#include "bindings/bind.hpp"
#include "env/for_each.hpp"
#include "nn/board_network.hpp"

namespace hexapoda::bindings {
namespace {

constexpr int kMostCells = 1024, kMostPlanes = 4096, kMostChannels = 1024, kMostBlocks = 256;

}  // namespace

void bind_nn(nb::module_& m) {
  using nn::BoardNetwork;
  nb::class_<BoardNetwork>(m, "BoardNetwork", "A residual network over the cells of a board.")
      .def(
          "__init__",
          [](BoardNetwork* self, int planes, int height, int width, int channels, int blocks, int kinds, int others,
             const Array<const float, 1>& weights, int pieces) {
            const nn::BoardNetworkSize size{
                checked("planes", planes, 1, kMostPlanes), checked("height", height, 1, kMostCells),
                checked("width", width, 1, kMostCells),    checked("channels", channels, 1, kMostChannels),
                checked("blocks", blocks, 0, kMostBlocks), checked("kinds", kinds, 1, kMostPlanes),
                checked("others", others, 0, 1),           checked("pieces", pieces, 0, std::min(kinds, planes))};
            checked("cells", size.cells(), 1, kMostCells);
            new (self) BoardNetwork(size, std::span(weights.data(), weights.size()));
          },
          nb::kw_only(), nb::arg("planes"), nb::arg("height"), nb::arg("width"), nb::arg("channels"), nb::arg("blocks"),
          nb::arg("kinds"), nb::arg("others"), nb::arg("weights"), nb::arg("pieces") = 0,
          "Weights are in the order of cpp/nn/board_network.hpp. Raises ValueError if their number is wrong or one is\n"
          "not finite.")
      .def(
          "evaluate",
          [](const BoardNetwork& self, const Array<const float, 2>& observations, const Array<float, 2>& logits,
             const Array<float, 1>& values, int threads) {
            const nn::BoardNetworkSize& size = self.size();
            const auto rows = static_cast<std::ptrdiff_t>(values.shape(0));
            check_shape("observations", observations, rows, size.planes * size.cells());
            check_shape("logits", logits, rows, size.actions());
            checked_threads(threads);
            const LongCall call;
            const WithoutGil release;
            constexpr std::ptrdiff_t kChunk = 8;
            env::for_each(rows, kChunk, threads, [&](std::ptrdiff_t row) {
              thread_local BoardNetwork::Workspace space;
              values.data()[row] = self.evaluate(observations.data() + row * size.planes * size.cells(),
                                                 logits.data() + row * size.actions(), space);
            });
          },
          nb::arg("observations"), nb::arg("logits").noconvert(), nb::arg("values").noconvert(), nb::arg("threads") = 1,
          "Evaluate positions, float32 of shape [rows, planes * height * width]. Writes logits, float32 of shape\n"
          "[rows, actions], and values, float32 of shape [rows], -1 to 1 for the player to move.");
}

}  // namespace hexapoda::bindings
