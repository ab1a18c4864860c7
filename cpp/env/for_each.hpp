// A loop over games on several threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>

#include "search/thread_group.hpp"

namespace hexapoda::env {

// Calls work(i) for each i below `count`, on at most `threads` threads, and rethrows an exception of one of them. A
// thread takes `chunk` of them at a time.
template <class Work>
void for_each(std::ptrdiff_t count, std::ptrdiff_t chunk, int threads, Work work) {
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
  const std::ptrdiff_t helpers = std::min<std::ptrdiff_t>(threads, (count + chunk - 1) / chunk) - 1;
  if (helpers <= 0) {
    run();
  } else {
    search::ThreadGroup others(static_cast<int>(helpers), [&](int) { run(); });
    others.begin();
    run();
  }
  if (error) std::rethrow_exception(error);
}

}  // namespace hexapoda::env
