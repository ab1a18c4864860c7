// The limits of a search on time, nodes and depth, and its stop flag.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>

namespace hexapoda::search {

using Clock = std::chrono::steady_clock;

struct Limits {
  double seconds = std::numeric_limits<double>::infinity();       // hard limit
  double soft_seconds = std::numeric_limits<double>::infinity();  // no new iteration starts after this
  std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();
  int depth = 100;
};

// The clock, the limits and the stop flag of a search, shared by all its threads.
class Stopwatch {
 public:
  explicit Stopwatch(const Limits& limits) : began_(Clock::now()), limits_(limits) {}

  double seconds() const { return std::chrono::duration<double>(Clock::now() - began_).count(); }
  bool out_of_time() const { return seconds() >= limits_.seconds; }
  const Limits& limits() const { return limits_; }

  void stop() { stopped_.store(true, std::memory_order_relaxed); }
  bool stopped() const { return stopped_.load(std::memory_order_relaxed); }

 private:
  Clock::time_point began_;
  Limits limits_;
  std::atomic<bool> stopped_{false};
};

}  // namespace hexapoda::search
