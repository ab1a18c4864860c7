// The budget of one search: an exact number of nodes, a time limit, and a stop condition.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <utility>

namespace hexapoda::search {

class Budget {
 public:
  using Clock = std::chrono::steady_clock;

  // `seconds` may be infinite. `stopped` is called for every 64th node; if it returns true, the search ends.
  Budget(double seconds, std::uint64_t nodes, std::function<bool()> stopped)
      : began_(Clock::now()), seconds_(seconds), nodes_(nodes), stopped_(std::move(stopped)) {}

  // Takes one node. Call it before every make(). Returns false once the budget is spent.
  bool take() {
    if (spent_ || taken_ >= nodes_ || (taken_ % kInterval == kInterval - 1 && over())) {
      spent_ = true;
      return false;
    }
    ++taken_;
    return true;
  }
  // Checks all limits now. Returns whether the budget is spent.
  bool check() {
    spent_ = spent_ || taken_ >= nodes_ || over();
    return spent_;
  }

  bool spent() const { return spent_; }
  std::uint64_t taken() const { return taken_; }
  double seconds() const { return std::chrono::duration<double>(Clock::now() - began_).count(); }

 private:
  static constexpr std::uint64_t kInterval = 64;

  bool over() const { return seconds() >= seconds_ || (stopped_ && stopped_()); }

  Clock::time_point began_;
  double seconds_;
  std::uint64_t nodes_;
  std::function<bool()> stopped_;
  std::uint64_t taken_ = 0;
  bool spent_ = false;
};

}  // namespace hexapoda::search
