// The threads of one parallel search: they share a clock, a time limit and a stop condition.
#pragma once

#include <atomic>
#include <chrono>
#include <exception>
#include <functional>
#include <mutex>
#include <utility>

#include "search/thread_group.hpp"

namespace hexapoda::search {

class ThreadTeam {
 public:
  // The threads work until they are done, `seconds` have passed from now, or `stopped` returns true. `stopped` may be
  // empty; only the thread that calls run() calls it.
  ThreadTeam(int threads, double seconds, std::function<bool()> stopped)
      : threads_(threads), limit_seconds_(seconds), stopped_(std::move(stopped)) {}

  // The number of threads, including the one that calls run().
  int threads() const { return threads_; }
  // The time since this object was constructed.
  double elapsed_seconds() const { return std::chrono::duration<double>(Clock::now() - began_).count(); }

  // Runs work(worker) on every thread and returns when all have finished. Worker 0 is the calling thread. If the system
  // cannot start all threads, there are fewer workers. An exception in one of them stops the others and is rethrown at
  // the end.
  template <class Work>
  void run(Work work) {
    std::exception_ptr error;
    std::mutex error_mutex;
    const auto guarded = [&](auto part) {
      try {
        part();
      } catch (...) {
        halt();
        const std::lock_guard lock(error_mutex);
        if (!error) error = std::current_exception();
      }
    };
    {
      ThreadGroup others(threads_ - 1, [&](int worker) { guarded([&] { work(worker); }); });
      others.begin();
      guarded([&] { work(0); });
    }
    if (error) std::rethrow_exception(error);
  }

  // Whether the worker must return. Workers must call this often. Only worker 0 calls `stopped`, which may call Python.
  bool over(int worker) {
    if (!halted() && (elapsed_seconds() >= limit_seconds_ || (worker == 0 && stopped_ && stopped_()))) halt();
    return halted();
  }
  // Makes over() true for all workers.
  void halt() { halted_.store(true, std::memory_order_relaxed); }

 private:
  using Clock = std::chrono::steady_clock;

  bool halted() const { return halted_.load(std::memory_order_relaxed); }

  const int threads_;
  const double limit_seconds_;
  std::function<bool()> stopped_;
  const Clock::time_point began_ = Clock::now();
  std::atomic<bool> halted_{false};
};

}  // namespace hexapoda::search
