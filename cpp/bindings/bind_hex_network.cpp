// The network of Hex as Python sees it: what it says of a position, for those who train one.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bindings/hex_network.hpp"

namespace hexapoda::bindings {

void bind_hex_network(nb::module_& m) {
  m.attr("NETWORK_CHANNELS") = hex::NetworkWeights::kChannels;

  m.def(
      "network_look",
      [](const hex::Position& position, const nb::bytes& network, const std::optional<HexMove>& last) {
        const hex::Placement placement = placement_of(position);
        const hex::Cell at = cell_of(placement.shape, last);
        const hex::NetworkWeights weights = network_weights(network);
        std::vector<float> logits(static_cast<std::size_t>(placement.shape.cells()));
        const float chance = hex::with_words(placement.shape, [&](auto words) {
          const hex::BitCells<words> stones[2] = {hex::BitCells<words>::of(placement.black),
                                                  hex::BitCells<words>::of(placement.white)};
          return hex::Network(placement.shape, weights).look(stones, placement.to_move, at, logits.data());
        });
        std::vector<std::tuple<HexMove, float>> found;
        for (const hex::Cell cell : placement.free()) found.emplace_back(hex_move(placement.shape, cell), logits[cell]);
        return std::tuple(chance, found);
      },
      nb::arg("position"), nb::arg("network"), nb::arg("last") = nb::none(),
      "What the network says after the opponent's last move: the chance that the side to move wins, and for each\n"
      "free cell the logarithm of how likely it is to be played, but for a summand that all have. `network` holds its\n"
      "weights as cpp/hex/rave/network.hpp lays them out, floats of this machine. Raises ValueError when the game is "
      "over,\n"
      "for weights of no network, and for a last move off the board.");
}

}  // namespace hexapoda::bindings
