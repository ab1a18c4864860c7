// What the binding files share: the stop token of long calls, and one function a game.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <chrono>

namespace hexapoda::bindings {

namespace nb = nanobind;

struct StopToken {
  std::atomic<bool> stopped{false};
};

// Asked often from a call that runs without the GIL: true once the token is set or a signal such as Ctrl+C has
// arrived; looks at signals at most twenty times a second.
class Interrupt {
 public:
  explicit Interrupt(const StopToken* token) : token_(token) {}
  bool operator()() {
    if (signalled_ || (token_ != nullptr && token_->stopped.load(std::memory_order_relaxed))) return true;
    const auto now = std::chrono::steady_clock::now();
    if (now < next_) return false;
    next_ = now + std::chrono::milliseconds(50);
    nb::gil_scoped_acquire gil;
    signalled_ = PyErr_CheckSignals() != 0;
    return signalled_;
  }
  bool stopped() const { return signalled_ || (token_ != nullptr && token_->stopped.load()); }
  // Call with the GIL: raises what the signal handler raised.
  void rethrow() const {
    if (signalled_) throw nb::python_error();
  }

 private:
  const StopToken* token_;
  bool signalled_ = false;
  std::chrono::steady_clock::time_point next_ = std::chrono::steady_clock::now();
};

void bind_stop_token(nb::module_& m);
void bind_hive(nb::module_& m);
void bind_hive_search(nb::module_& m);
void bind_hive_solve(nb::module_& m);
void bind_hex(nb::module_& m);
void bind_hex_search(nb::module_& m);
void bind_hex_solve(nb::module_& m);

}  // namespace hexapoda::bindings
