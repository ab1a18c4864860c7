// H-search and fill-in for the proof writer, with sets of cells as integers. The connections stay in C++, because a
// position has thousands of them and Python looks at only a few.
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <unordered_map>

#include "bindings/arguments.hpp"
#include "hex/bindings/register.hpp"
#include "hex/solve/connections.hpp"
#include "hex/solve/inferior.hpp"

namespace hexapoda::bindings {
namespace {

using Mask = std::uint64_t;

constexpr int kMaxMappedCells = 64;

class ConnectionMap {
 public:
  explicit ConnectionMap(hex::Shape shape)
      : geometry_(checked_shape(shape)), inferior_(geometry_), connections_(geometry_, {.captures = false}) {}
  ConnectionMap(const ConnectionMap&) = delete;  // its members refer to each other
  ConnectionMap& operator=(const ConnectionMap&) = delete;

  void build(Mask own, Mask other, int color) {
    const auto stones = board(own, other, color);
    fulls_.clear();
    semis_.clear();
    hex::WorkLimit unbounded;
    connections_.build(stones, color, Connections::Until::kAll, unbounded, false);
    connections_.for_each_full(
        [&](int a, int b, const Connections::Set& carrier) { fulls_[pair_of(a, b)].push_back(carrier.words[0]); });
    connections_.for_each_semi([&](int a, int b, const Connections::Set& carrier, int key) {
      semis_[pair_of(a, b)].emplace_back(carrier.words[0], key);
    });
    const auto fewer = [](Mask a, Mask b) { return std::popcount(a) < std::popcount(b); };
    for (auto& [pair, list] : fulls_) std::stable_sort(list.begin(), list.end(), fewer);
    for (auto& [pair, list] : semis_)
      std::stable_sort(list.begin(), list.end(), [&](auto& a, auto& b) { return fewer(a.first, b.first); });
  }

  std::vector<Mask> fulls(int a, int b) const { return of(fulls_, pair_of(a, b)); }
  std::vector<std::pair<Mask, int>> semis(int a, int b) const { return of(semis_, pair_of(a, b)); }

  // Returns the dead cells, the cells captured by the color, and the cells captured by the opponent.
  std::tuple<Mask, Mask, Mask> fill(Mask own, Mask other, int color) {
    auto stones = board(own, other, color);
    const auto filled = inferior_.fill(stones);
    return {filled.dead.words[0], filled.captured[color].words[0], filled.captured[1 - color].words[0]};
  }

 private:
  using Connections = hex::Connections<1>;

  static hex::Shape checked_shape(hex::Shape shape) {
    checked("the number of cells", shape.cells(), 1, kMaxMappedCells);
    return shape;
  }
  hex::BitStones<1> board(Mask own, Mask other, int color) const {
    checked("color", color, int{hex::kBlack}, int{hex::kWhite});
    const Mask all = geometry_.all().words[0];
    if ((own & other) != 0 || ((own | other) & ~all) != 0)
      throw nb::value_error("two stones share a cell, or a stone is off the board");
    hex::BitStones<1> stones;
    stones.of[color].words[0] = own;
    stones.of[1 - color].words[0] = other;
    stones.to_move = 1 - color;
    for (const int side : {hex::kBlack, hex::kWhite})
      if (geometry_.joined(stones.of[side], side))
        throw nb::value_error("the game is over: expected a position without a winner");
    return stones;
  }
  int pair_of(int a, int b) const {
    const int nodes = geometry_.cells() + 2;
    checked("node", a, 0, nodes - 1);
    checked("node", b, 0, nodes - 1);
    return std::min(a, b) * nodes + std::max(a, b);
  }
  template <class Lists>
  static typename Lists::mapped_type of(const Lists& lists, int pair) {
    const auto found = lists.find(pair);
    return found == lists.end() ? typename Lists::mapped_type() : found->second;
  }

  hex::ProofBoard<1> geometry_;
  hex::Inferior<1> inferior_;
  Connections connections_;
  std::unordered_map<int, std::vector<Mask>> fulls_;
  std::unordered_map<int, std::vector<std::pair<Mask, int>>> semis_;
};

}  // namespace

void bind_hex_connection_map(nb::module_& m) {
  nb::class_<ConnectionMap>(
      m, "ConnectionMap",
      "The virtual connections of a color in one position, found without ladders and without shared captured cells,\n"
      "on a board of at most 64 cells. The number of a cell is row * columns + column, and a set of cells is an\n"
      "integer with the bits of these numbers set. A node is the number of an empty cell or of the lowest stone of a\n"
      "group; the edges, with the stones joined to them, are columns * rows and columns * rows + 1.")
      .def(
          "__init__",
          [](ConnectionMap* self, int columns, int rows) {
            new (self)
                ConnectionMap({checked("columns", columns, 1, hex::kMaxSide), checked("rows", rows, 1, hex::kMaxSide)});
          },
          nb::arg("columns"), nb::arg("rows"))
      .def("build", &ConnectionMap::build, nb::arg("own"), nb::arg("other"), nb::arg("color"),
           "Find the connections of `color`, which has the stones `own`. Neither side may have won yet.")
      .def("fulls", &ConnectionMap::fulls, nb::arg("a"), nb::arg("b"),
           "The carriers of the full connections between two nodes, smallest first.")
      .def("semis", &ConnectionMap::semis, nb::arg("a"), nb::arg("b"),
           "The carriers and keys of the semi-connections between two nodes, smallest first.")
      .def("fill", &ConnectionMap::fill, nb::arg("own"), nb::arg("other"), nb::arg("color"),
           "The dead cells, the cells captured by `color`, and the cells captured by its opponent. The opponent is to\n"
           "move, and neither side may have won yet.");
}

}  // namespace hexapoda::bindings
