#include "hex/solve/resistance.hpp"

#include <cmath>

namespace hexapoda::hex {

template <int kWords>
void Resistance<kWords>::add_currents(const BitStones<kWords>& stones, int color,
                                      const Connections<kWords>& connections, std::vector<double>& currents,
                                      WorkLimit& limit) {
  const auto empty = geometry_.empties(stones);
  groups_.build(color, stones.of[color], empty);
  unknowns_ = 0;
  links_.clear();
  empty.for_each([&](int cell) { number_[cell] = unknowns_++; });
  const auto& groups = groups_.groups();
  for (std::size_t i = 0; i < groups.size(); ++i)
    number_[groups[i].node] = i < 2 ? -1 - static_cast<int>(i) : unknowns_++;
  matrix_.assign(unknowns_ * (unknowns_ + 1), 0.0);
  const auto ohms = [&](int node) { return node < geometry_.cells() && empty.has(node) ? 1.0 : 0.0; };
  connections.for_each_pair([&](int a, int b) {
    if (ohms(a) + ohms(b) > 0) link(number_[a], number_[b], ohms(a) + ohms(b));
  });
  if (!solve(limit)) return;
  flow_.assign(unknowns_, 0.0);
  const auto volts = [&](int node) { return node == -1 ? 1.0 : node == -2 ? 0.0 : volts_[node]; };
  for (const Link& link : links_) {
    const double current = std::abs(volts(link.a) - volts(link.b)) * link.siemens;
    if (link.a >= 0) flow_[link.a] += current;
    if (link.b >= 0) flow_[link.b] += current;
  }
  empty.for_each([&](int cell) { currents[cell] += flow_[number_[cell]] / 2; });
}

template <int kWords>
void Resistance<kWords>::link(int a, int b, double ohms) {
  const double siemens = 1 / ohms;
  links_.push_back({a, b, siemens});
  for (const auto& [from, to] : {std::pair{a, b}, std::pair{b, a}}) {
    if (from < 0) continue;
    at(from, from) += siemens;
    if (to >= 0)
      at(from, to) -= siemens;
    else if (to == -1)
      at(from, unknowns_) += siemens;
  }
}

// Gaussian elimination without pivoting: the matrix is symmetric and diagonally dominant. Returns false if `limit` is
// reached.
template <int kWords>
bool Resistance<kWords>::solve(WorkLimit& limit) {
  const int n = unknowns_;
  for (int i = 0; i < n; ++i) {
    if (!limit.spend(static_cast<std::uint64_t>(n - i) * static_cast<std::uint64_t>(n - i) / 32 + 1)) return false;
    if (at(i, i) < 1e-9) {  // no current flows through a component that is not connected to an edge
      for (int k = i; k <= n; ++k) at(i, k) = 0;
      at(i, i) = 1;
      continue;
    }
    for (int row = i + 1; row < n; ++row) {
      const double factor = at(row, i) / at(i, i);
      if (factor == 0) continue;
      double* to = &at(row, 0);
      const double* from = &at(i, 0);
      for (int k = i; k <= n; ++k) to[k] -= factor * from[k];
    }
  }
  volts_.assign(n, 0.0);
  for (int i = n - 1; i >= 0; --i) {
    double sum = at(i, n);
    for (int k = i + 1; k < n; ++k) sum -= at(i, k) * volts_[k];
    volts_[i] = sum / at(i, i);
  }
  return true;
}

template class Resistance<1>;
template class Resistance<2>;
template class Resistance<4>;
template class Resistance<(kMaxCells + 63) / 64>;

}  // namespace hexapoda::hex
