// Python bindings for batches of Hex games.
#include "bindings/batch.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/unique_ptr.h>

#include <cstddef>
#include <cstdint>

#include "hex/bindings/batch_game.hpp"
#include "hex/bindings/register.hpp"
#include "hex/encode/planes_network.hpp"

namespace hexapoda::bindings {

void bind_hex_batch(nb::module_& m) {
  nb::borrow<nb::class_<PySearch>>(m.attr("Search"))
      .def("run", &PySearch::run<hex::PlanesNetwork>, nb::arg("network"), nb::arg("seconds"),
           nb::arg("stop") = nb::none());
  m.def(
      "hex",
      [](const hex::Position& start, const PyArrays& arrays, std::ptrdiff_t count, int max_plies, bool illegal_loses,
         bool auto_reset, int threads, std::uint64_t seed) {
        return PyBatch::make<env::HexGame>(env::HexGame::Shared(start),
                                           settings_of(count, max_plies, illegal_loses, auto_reset, threads, seed),
                                           arrays);
      },
      nb::arg("start"), nb::kw_only(), nb::arg("arrays"), nb::arg("count"), nb::arg("max_plies"),
      nb::arg("illegal_loses"), nb::arg("auto_reset"), nb::arg("threads"), nb::arg("seed"), "A batch of Hex games.");
}

}  // namespace hexapoda::bindings
