// The budget of the searches for one proof.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>

namespace hexapoda::search {

// Counts nodes and decides when to stop. All searches that work on one question share it.
class ProofBudget {
 public:
  explicit ProofBudget(std::function<bool()> stop) : stop_(std::move(stop)) {}

  std::uint64_t nodes() const { return nodes_; }
  bool ended() const { return ended_; }
  // Allows this many nodes in total.
  void allow_until(std::uint64_t nodes) {
    allowed_ = nodes;
    ended_ = stopped_ || nodes_ >= allowed_;
  }
  bool stopped() const { return stopped_; }
  // Counts one position. Returns true when it is time to stop.
  bool count() {
    if (ended_) return true;
    ++nodes_;
    if ((nodes_ & 255) == 0 && stop_()) stopped_ = ended_ = true;
    if (nodes_ >= allowed_) ended_ = true;
    return ended_;
  }

 private:
  std::function<bool()> stop_;
  std::uint64_t nodes_ = 0;
  std::uint64_t allowed_ = ~std::uint64_t{0};
  bool stopped_ = false;
  bool ended_ = false;
};

}  // namespace hexapoda::search
