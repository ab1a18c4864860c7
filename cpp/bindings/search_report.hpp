// A search's report on one of its best lines, in Python. It has the same fields for every game.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace hexapoda::bindings {

namespace nb = nanobind;

template <class Move>
struct SearchReport {
  int rank = 1;
  int depth = 0;
  int selective_depth = 0;
  double score = 0;
  std::optional<double> win_probability;
  int end_in = 0;
  std::uint64_t visits = 0;
  std::uint64_t nodes = 0;
  double seconds = 0;
  std::vector<Move> line;
};

template <class Move>
void bind_search_report(nb::module_& m) {
  using Report = SearchReport<Move>;
  nb::class_<Report>(m, "SearchReport",
                     "A search's report on one of its best lines, from the side to move's point of view.")
      .def_ro("rank", &Report::rank, "The rank among the best lines; 1 is the best.")
      .def_ro("depth", &Report::depth, "Plies searched in full, or the length of the line if the tree is uneven.")
      .def_ro("selective_depth", &Report::selective_depth, "Plies of the longest line searched.")
      .def_ro("score", &Report::score, "The value in the engine's unit; higher is better.")
      .def_ro("win_probability", &Report::win_probability, "From 0 to 1; None if the search does not estimate it.")
      .def_ro("end_in", &Report::end_in, "Plies to a proven win (positive) or loss (negative); 0 if neither is proven.")
      .def_ro("visits", &Report::visits, "Visits to the first move; 0 if they are not counted.")
      .def_ro("nodes", &Report::nodes, "Positions or playouts in the whole search so far.")
      .def_ro("seconds", &Report::seconds, "Seconds since the search began.")
      .def_ro("line", &Report::line, "The moves of the line, the root move first.");
}

}  // namespace hexapoda::bindings
