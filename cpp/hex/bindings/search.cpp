// Python bindings for the search of the engine `rave`: one object that keeps its tree between searches.
#include <nanobind/stl/map.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <map>
#include <string>

#include "bindings/search_report.hpp"
#include "hex/bindings/network.hpp"
#include "hex/bindings/patterns.hpp"
#include "hex/bindings/register.hpp"
#include "hex/rave/rave_search.hpp"

namespace hexapoda::bindings {
namespace {

using PyReport = SearchReport<HexMove>;

class RaveCore {
 public:
  // Well below what node links can address, which is 2^30 units of 64 bytes in each half of the memory.
  static constexpr std::size_t kMaxMegabytes = 32768;
  static constexpr int kMaxLines = 65536;

  RaveCore(std::size_t megabytes, const nb::bytes& patterns, const nb::bytes& network)
      : search_(checked("megabytes", megabytes, std::size_t{1}, kMaxMegabytes), weights_in(patterns),
                network_in(network)) {}

  void clear() {
    const Lock lock(busy_);
    search_.clear();
  }

  std::vector<PyReport> search(const hex::Position& position, double seconds, double soft_seconds,
                               std::uint64_t playouts, int lines, const hex::RaveSettings& settings,
                               const StopToken* token, nb::object on_report) {
    const hex::Placement placement = placement_of(position);
    hex::RaveLimits limits;
    limits.seconds = checked_seconds(seconds);
    limits.soft_seconds = checked_seconds(soft_seconds);
    checked("lines", lines, 1, kMaxLines);
    if (playouts != 0) limits.playouts = playouts;
    const Lock lock(busy_);
    LongCall call(token);
    std::exception_ptr error;
    std::vector<hex::RaveReport> reports;
    const auto send_report = [&](const hex::RaveReport& report) {
      if (on_report.is_none() || error) return;
      try {
        with_gil([&] { on_report(py_report(placement.shape, report)); });
      } catch (...) {
        error = std::current_exception();
      }
    };
    {
      const WithoutGil release;
      reports = search_.search(placement, limits, settings, lines, send_report, [&] { return error || call(); });
    }
    call.rethrow();
    if (error) std::rethrow_exception(error);
    std::vector<PyReport> result;
    for (const auto& report : reports) result.push_back(py_report(placement.shape, report));
    return result;
  }

 private:
  static std::shared_ptr<const hex::PatternWeights> weights_in(const nb::bytes& patterns) {
    if (patterns.size() == 0) return nullptr;
    return std::make_shared<hex::PatternWeights>(pattern_weights(patterns));
  }
  static std::shared_ptr<const hex::NetworkWeights> network_in(const nb::bytes& network) {
    if (network.size() == 0) return nullptr;
    return std::make_shared<hex::NetworkWeights>(network_weights(network));
  }
  static PyReport py_report(const hex::Shape& shape, const hex::RaveReport& report) {
    std::vector<HexMove> line = hex_line(shape, report.line);
    return {.rank = report.rank,
            .depth = static_cast<int>(line.size()),
            .selective_depth = report.depth,
            .score = 200 * report.value - 100,
            .win_probability = report.value,
            .end_in = report.end_in,
            .visits = report.visits,
            .nodes = report.playouts,
            .seconds = report.seconds,
            .line = std::move(line)};
  }

  OneAtATime busy_;
  hex::RaveSearch search_;
};

}  // namespace

void bind_hex_search(nb::module_& m) {
  bind_search_report<HexMove>(m);

  m.def(
      "rave_parts",
      [] {
        std::map<std::string, std::uint32_t> parts;
        for (const auto& [name, part] : hex::kPartNames) parts.emplace(name, part);
        return parts;
      },
      "The parts of the engine `rave` that can be switched off, each with its bit in `parts`.");

  nb::class_<hex::RaveSettings>(m, "RaveSettings", "The settings of the engine `rave`.")
      .def(
          "__init__",
          [](hex::RaveSettings* self, int threads, std::uint32_t parts, std::uint64_t seed, int overlooked,
             bool sees_wins, float playout_share) {
            new (self) hex::RaveSettings{checked_threads(threads),
                                         parts,
                                         seed,
                                         checked("overlooked", overlooked, 0, 1000),
                                         sees_wins,
                                         checked("playout_share", playout_share, 0.0F, 1.0F)};
          },
          nb::arg("threads") = 1, nb::arg("parts") = hex::kAllParts, nb::arg("seed") = 0, nb::arg("overlooked") = 0,
          nb::arg("sees_wins") = true, nb::arg("playout_share") = 0.0F);

  nb::class_<RaveCore>(m, "RaveCore",
                       "The tree search of the engine `rave`, which keeps its tree between searches. `patterns` and\n"
                       "`network` hold weights as in pattern_policy() and network_evaluate(); empty bytes switch them\n"
                       "off.")
      .def(nb::init<std::size_t, const nb::bytes&, const nb::bytes&>(), nb::arg("megabytes"),
           nb::arg("patterns") = nb::bytes("", 0), nb::arg("network") = nb::bytes("", 0))
      .def("clear", &RaveCore::clear, "Discard the tree.")
      .def("search", &RaveCore::search, nb::arg("position"), nb::arg("seconds"), nb::arg("soft_seconds"),
           nb::arg("playouts"), nb::arg("lines"), nb::arg("settings"), nb::arg("stop").none() = nb::none(),
           nb::arg("on_report").none() = nb::none(),
           "The best lines, best first. If `playouts` is 0, there is no limit on playouts. `on_report` is called with\n"
           "each line about once a second, and more often at first. Swaps are not considered.");
}

}  // namespace hexapoda::bindings
