// The helper threads of a search: started together and always joined. Signals to the process are
// handled by the program's other threads.
//
// No thread begins its work before all have started. If the system cannot start another one, the existing threads do
// the work: a limit on threads or memory slows a search down but does not end it.
#pragma once

#ifndef _WIN32
#include <signal.h>
#include <sys/mman.h>
#endif

#include <atomic>
#include <cstddef>
#include <exception>
#include <new>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace hexapoda::search {

// Allocates the memory that a thread needs to throw an exception. If this allocation failed at a throw, the process
// would end.
inline void prepare_to_throw() { [[maybe_unused]] const volatile int exceptions = std::uncaught_exceptions(); }

class ThreadGroup {
 public:
  // Starts `count` threads, or as many as the system allows. After begin(), they run work(1), work(2), ... A thread
  // whose work throws ends silently, so the work must catch the exceptions that matter.
  template <class Work>
  ThreadGroup(int count, Work work) {
    try {
      threads_.reserve(count > 0 ? static_cast<std::size_t>(count) : 0);
      for (int number = 1; number <= count; ++number) {
        {
          [[maybe_unused]] const Reserve reserve;
          [[maybe_unused]] const SignalsBlocked blocked;  // the new thread inherits this
          threads_.emplace_back([this, work, number] { run(work, number); });
        }
        started_.store(number);  // the thread may now use the memory that was reserved
        started_.notify_all();
        for (int ready = ready_.load(); ready < number; ready = ready_.load()) ready_.wait(ready);
      }
    } catch (const std::system_error&) {  // the system cannot start more threads
    } catch (const std::bad_alloc&) {
    }
  }
  ThreadGroup(const ThreadGroup&) = delete;
  ThreadGroup& operator=(const ThreadGroup&) = delete;
  ~ThreadGroup() { join(); }

  // The number of threads that were started.
  int size() const { return static_cast<int>(threads_.size()); }

  void begin() {
    begun_.store(true);
    begun_.notify_all();
  }
  // Waits until all threads have returned. Stopping their work is up to the caller.
  void join() {
    if (!begun_) begin();
    for (std::thread& thread : threads_) thread.join();
    threads_.clear();
  }

 private:
  // Reserves address space for a thread's thread-local variables while the thread starts: if the thread failed to
  // allocate them, the process would end. free() would not do: it may keep the memory for the heap of another thread.
  // Nothing is reserved on Windows.
  class Reserve {
   public:
    Reserve(const Reserve&) = delete;
    Reserve& operator=(const Reserve&) = delete;
#ifdef _WIN32
    Reserve() = default;
#else
    Reserve() : bytes_(mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)) {
      if (bytes_ == MAP_FAILED) throw std::bad_alloc();
    }
    ~Reserve() { munmap(bytes_, kBytes); }

   private:
    static constexpr std::size_t kBytes = 4 << 20;  // more than a thread allocates before its work begins

    void* bytes_;
#endif
  };

  // Blocks signals for the calling thread, except those that its own errors raise.
  class SignalsBlocked {
   public:
    SignalsBlocked(const SignalsBlocked&) = delete;
    SignalsBlocked& operator=(const SignalsBlocked&) = delete;
#ifdef _WIN32
    SignalsBlocked() = default;
#else
    SignalsBlocked() {
      sigset_t all;
      sigfillset(&all);
      for (const int error : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP}) sigdelset(&all, error);
      pthread_sigmask(SIG_SETMASK, &all, &before_);
    }
    ~SignalsBlocked() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

   private:
    sigset_t before_;
#endif
  };

  template <class Work>
  void run(const Work& work, int number) {
    for (int started = started_.load(); started < number; started = started_.load()) started_.wait(started);
    prepare_to_throw();
    ready_.fetch_add(1);
    ready_.notify_one();
    begun_.wait(false);
    try {
      work(number);
    } catch (...) {  // ends this thread only
    }
  }

  std::atomic<int> started_{0}, ready_{0};
  std::atomic<bool> begun_{false};
  std::vector<std::thread> threads_;  // not std::jthread: older Clang libraries lack it
};

}  // namespace hexapoda::search
