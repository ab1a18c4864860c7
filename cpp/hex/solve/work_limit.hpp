// The budget of one expensive operation, such as a virtual connection analysis: a number of steps, counted identically
// on every machine, and a stop condition that is checked from time to time.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>

namespace hexapoda::hex {

class WorkLimit {
 public:
  using Stop = std::function<bool()>;
  static constexpr std::uint64_t kUnbounded = ~std::uint64_t{0};

  WorkLimit() = default;
  // `stop` must outlive the limit. If it is null, only the steps are limited.
  explicit WorkLimit(const Stop* stop, std::uint64_t steps = kUnbounded) : stop_(stop), most_(steps) { schedule(); }

  // Counts steps of about ten nanoseconds each. Returns false once the work must end.
  bool spend(std::uint64_t steps = 1) {
    used_ += steps;
    return used_ < next_ || check();
  }
  // Checks the stop condition now. Returns false once the work must end.
  bool check() {
    if (stop_ != nullptr && !stopped_) stopped_ = (*stop_)();
    ended_ = ended_ || stopped_ || used_ >= most_;
    schedule();
    return !ended_;
  }
  bool ended() const { return ended_; }
  // Whether the stop condition ended the work.
  bool stopped() const { return stopped_; }
  std::uint64_t used() const { return used_; }

 private:
  static constexpr std::uint64_t kInterval = 4096;  // steps between two checks

  void schedule() {
    next_ = stop_ == nullptr ? most_ : std::min(most_, used_ + kInterval);
    if (ended_) next_ = 0;
  }

  const Stop* stop_ = nullptr;
  std::uint64_t most_ = kUnbounded, used_ = 0, next_ = kUnbounded;
  bool stopped_ = false, ended_ = false;
};

}  // namespace hexapoda::hex
