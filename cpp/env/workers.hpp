// A pool of threads for loops over games.
//
// A search runs thousands of loops per second, each shorter than a millisecond. Starting threads for each loop would
// take longer than the loop itself.
#pragma once

#ifndef _WIN32
#include <unistd.h>
#endif

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>

#include "search/thread_group.hpp"

namespace hexapoda::env {

class Workers {
 public:
  // `threads` includes the thread that calls for_each(). The other threads start when they are first needed.
  explicit Workers(int threads) : threads_(threads) {}
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;
  ~Workers() { forget_pool_of_parent(); }

  // Calls work(i) for each i from 0 to count - 1, and rethrows the first exception that a call throws. Each thread
  // takes `chunk` indices at a time. Only one thread at a time may call this.
  template <class Work>
  void for_each(std::ptrdiff_t count, std::ptrdiff_t chunk, Work work) {
    std::atomic<std::ptrdiff_t> next{0};
    std::exception_ptr error;
    std::mutex error_mutex;
    const auto run = [&] {
      try {
        for (std::ptrdiff_t first; (first = next.fetch_add(chunk)) < count;)
          for (std::ptrdiff_t i = first; i < std::min(first + chunk, count); ++i) work(i);
      } catch (...) {
        next.store(count);
        const std::lock_guard lock(error_mutex);
        if (!error) error = std::current_exception();
      }
    };
    const std::ptrdiff_t helpers = std::min<std::ptrdiff_t>(threads_, (count + chunk - 1) / chunk) - 1;
    if (helpers <= 0) {
      run();
    } else {
      forget_pool_of_parent();
      if (!pool_) pool_ = std::make_unique<HelperPool>(threads_ - 1);
      pool_->run(std::ref(run), static_cast<int>(helpers));
    }
    if (error) std::rethrow_exception(error);
  }

 private:
  class HelperPool {
   public:
    explicit HelperPool(int helpers) : group_(helpers, [this](int) { serve(); }) { group_.begin(); }
    HelperPool(const HelperPool&) = delete;
    HelperPool& operator=(const HelperPool&) = delete;
    ~HelperPool() {
      {
        const std::lock_guard lock(mutex_);
        over_ = true;
      }
      wake_.notify_all();
    }

    // Whether the threads belong to this process: a forked process has none of them.
    bool is_here() const { return process_ == this_process(); }

    // Calls task() on this thread and on up to `helpers` helpers, and returns when all of these calls have returned. A
    // helper that wakes up after the call on this thread has returned does not call task().
    void run(const std::function<void()>& task, int helpers) {
      {
        const std::lock_guard lock(mutex_);
        task_ = &task;
        ++round_;
      }
      if (helpers >= group_.size())
        wake_.notify_all();
      else
        for (int i = 0; i < helpers; ++i) wake_.notify_one();
      task();
      std::unique_lock lock(mutex_);
      task_ = nullptr;
      idle_.wait(lock, [&] { return working_ == 0; });
    }

   private:
    void serve() {
      std::unique_lock lock(mutex_);
      for (std::uint64_t served = 0;;) {
        wake_.wait(lock, [&] { return over_ || (task_ != nullptr && round_ != served); });
        if (over_) return;
        served = round_;
        const std::function<void()>& task = *task_;
        ++working_;
        lock.unlock();
        task();
        lock.lock();
        if (--working_ == 0) idle_.notify_one();
      }
    }
    static long this_process() {
#ifdef _WIN32
      return 0;
#else
      return getpid();
#endif
    }

    const long process_ = this_process();
    std::mutex mutex_;  // guards the members below, except the group
    std::condition_variable wake_, idle_;
    const std::function<void()>* task_ = nullptr;
    std::uint64_t round_ = 0;  // the number of the current task
    int working_ = 0;
    bool over_ = false;
    search::ThreadGroup group_;  // the last member, because its threads use the other members
  };

  // A forked process cannot join its parent's threads, and the pool's mutex may stay locked forever, so the pool is
  // leaked.
  void forget_pool_of_parent() {
    if (pool_ && !pool_->is_here()) static_cast<void>(pool_.release());
  }

  const int threads_;
  std::unique_ptr<HelperPool> pool_;
};

}  // namespace hexapoda::env
