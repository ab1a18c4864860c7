// Python bindings for networks that are not specific to one game.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <algorithm>
#include <cstddef>
#include <span>

#include "bindings/bind.hpp"
#include "bindings/evaluate_rows.hpp"
#include "nn/board_network.hpp"

namespace hexapoda::bindings {
namespace {

constexpr int kMostCells = 1024, kMostPlanes = 4096, kMostChannels = 1024, kMostBlocks = 256;

}  // namespace

void bind_nn(nb::module_& m) {
  using nn::BoardNetwork;
  nb::class_<BoardNetwork> network(m, "BoardNetwork", "A residual network over the cells of a board.");
  network.def(
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
      "`weights` are laid out as in cpp/nn/board_network.hpp. Raises ValueError if their number is wrong or a weight\n"
      "is not finite.");
  bind_evaluate(network);
}

}  // namespace hexapoda::bindings
