// Python bindings for the network of Hex.
#include "hex/bindings/network.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <memory>

#include "bindings/evaluate_rows.hpp"
#include "bindings/long_call.hpp"
#include "hex/bindings/register.hpp"
#include "hex/encode/planes_network.hpp"
#include "hex/rave/policy_playout.hpp"

namespace hexapoda::bindings {
namespace {

constexpr int kMaxPlayouts = 1'000'000;

float evaluate(const hex::Placement& placement, const hex::NetworkWeights& weights, std::vector<float>& logits) {
  logits.resize(static_cast<std::size_t>(placement.shape.cells()));
  return hex::with_words(placement.shape, [&](auto words) {
    const hex::BitCells<words> stones[2] = {hex::BitCells<words>::of(placement.black),
                                            hex::BitCells<words>::of(placement.white)};
    return hex::Network(placement.shape, weights).evaluate(stones, placement.to_move, placement.last, logits.data());
  });
}

// The mean share of playouts that Black wins.
double policy_playouts(const hex::Position& position, const nb::bytes& network, int count, std::uint64_t seed,
                       bool rotated) {
  const hex::Placement given = placement_of(position), placement = rotated ? given.rotated() : given;
  const hex::NetworkWeights weights = network_weights(network);
  const int playouts = checked("playouts", count, 1, kMaxPlayouts);
  LongCall call;
  std::optional<double> sum = 0;
  {
    const WithoutGil release;
    hex::with_words(placement.shape, [&](auto words) {
      const auto playout = std::make_unique<hex::PolicyPlayout<words>>(placement, weights);
      search::Random random(seed);
      for (int i = 0; i < playouts && sum && !call(); ++i) {
        const std::optional<double> share = playout->run(random);
        sum = share ? std::optional(*sum + *share) : std::nullopt;
      }
    });
  }
  call.require_complete("the playouts were stopped");
  if (!sum) throw nb::value_error("the weights of the network are damaged: a result is not finite");
  return *sum / playouts;
}

}  // namespace

void bind_hex_network(nb::module_& m) {
  m.attr("NETWORK_CHANNELS") = hex::NetworkWeights::kChannels;
  m.attr("NETWORK_WEIGHTS") = hex::NetworkWeights::count(0);
  m.attr("NETWORK_BLOCK_WEIGHTS") = hex::NetworkWeights::kBlock;

  nb::class_<hex::PlanesNetwork> network(m, "PlanesNetwork",
                                         "The network on the board of a position, for env.Search with the observation\n"
                                         "`planes`.");
  network.def(
      "__init__",
      [](hex::PlanesNetwork* self, const hex::Position& position, const nb::bytes& network, bool swap) {
        new (self) hex::PlanesNetwork(position.shape(), swap,
                                      std::make_shared<const hex::NetworkWeights>(network_weights(network)));
      },
      nb::arg("position"), nb::arg("network"), nb::arg("swap"),
      "`network` holds weights as in network_evaluate(); `swap` is whether the last action is a swap.");
  bind_evaluate(network);

  m.def(
      "network_evaluate",
      [](const hex::Position& position, const nb::bytes& network, const std::optional<HexMove>& last) {
        hex::Placement placement = placement_of(position);
        placement.last = cell_of(placement.shape, last);
        std::vector<float> logits;
        const float value = evaluate(placement, network_weights(network), logits);
        std::vector<std::tuple<HexMove, float>> found;
        for (const hex::Cell cell : placement.free()) found.emplace_back(hex_move(placement.shape, cell), logits[cell]);
        return std::tuple(value, found);
      },
      nb::arg("position"), nb::arg("network"), nb::arg("last") = nb::none(),
      "Evaluate a position with the network. Returns the win probability of the side to move and the policy logit of\n"
      "each free cell. `last` is the opponent's last move. `network` holds float32 weights in native byte order, laid\n"
      "out as in cpp/hex/rave/network_weights.hpp. Raises ValueError if the game is over, if the weights are invalid,\n"
      "or if the last move is off the board.");
  m.def(
      "network_value",
      [](const hex::Position& position, const nb::bytes& network) {
        const hex::Placement placement = placement_of(position);
        const hex::NetworkWeights weights = network_weights(network);
        std::vector<float> logits;
        return (evaluate(placement, weights, logits) + evaluate(placement.rotated(), weights, logits)) / 2;
      },
      nb::arg("position"), nb::arg("network"),
      "The win probability of the side to move: the network's mean over the board and the board rotated by 180\n"
      "degrees, both with the last move. `network` holds weights as in network_evaluate(). Raises ValueError if the\n"
      "game is over, or if the weights are invalid.");
  m.def("policy_playouts", &policy_playouts, nb::arg("position"), nb::arg("network"), nb::arg("playouts"),
        nb::arg("seed") = 0, nb::arg("rotated") = false,
        "The mean share, 0 to 1, of playouts that Black wins. The policy of the network begins each of them, and\n"
        "bridge-saving playouts estimate how it ends: cpp/hex/rave/policy_playout.hpp. With `rotated`, the board is\n"
        "rotated by 180 degrees, which changes only the random choices. Raises ValueError if the game is over, or if\n"
        "`playouts` or the weights are invalid.");
}

}  // namespace hexapoda::bindings
