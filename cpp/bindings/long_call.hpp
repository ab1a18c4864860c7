// Support for long calls from Python: they release the GIL, can be interrupted, end before the interpreter does, and
// are refused while another call uses the same object.
//
// When an interpreter shuts down, CPython ends the threads that wait for its GIL. Up to version 3.13 it unwinds their
// stacks, which crashes C++ code. Running calls are therefore counted: when Python exits, a hook asks them to stop and
// waits until they have returned. A call that takes too long never returns to Python: its thread is parked.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <new>
#include <utility>
#if defined(__GLIBCXX__)
#include <cxxabi.h>
#endif

namespace hexapoda::bindings {

namespace nb = nanobind;

struct StopToken {
  std::atomic<bool> stopped{false};
};

// Puts a thread whose interpreter is gone to sleep forever.
[[noreturn]] void park();

// Calls work(). If CPython tries to end the thread during the call, parks it instead.
template <class Work>
decltype(auto) or_park(Work&& work) {
#if defined(__GLIBCXX__)
  try {
    return work();
  } catch (abi::__forced_unwind&) {
    park();
  }
#else
  return work();
#endif
}

// Releases the GIL for its lifetime.
class WithoutGil {
 public:
  WithoutGil() : state_(PyEval_SaveThread()) {}
  ~WithoutGil() {
    or_park([this] { PyEval_RestoreThread(state_); });
  }
  WithoutGil(const WithoutGil&) = delete;
  WithoutGil& operator=(const WithoutGil&) = delete;

 private:
  PyThreadState* state_;
};

// Reacquires the GIL for work(), a callback into Python. Call it within the lifetime of a WithoutGil.
template <class Work>
decltype(auto) with_gil(Work&& work) {
  struct Gil {
    PyGILState_STATE state = or_park([] { return PyGILState_Ensure(); });
    ~Gil() { PyGILState_Release(state); }
  } const gil;
  return or_park(std::forward<Work>(work));
}

// One long call. Create and destroy it with the GIL held. While the GIL is released, call operator() often. It returns
// true once the call must end: its token is set, a signal such as Ctrl+C has arrived, or the interpreter is exiting. It
// checks for signals at most twenty times a second.
class LongCall {
 public:
  // Raises SystemExit, which ends a thread silently, if the interpreter is exiting.
  explicit LongCall(const StopToken* token = nullptr);
  ~LongCall();
  LongCall(const LongCall&) = delete;
  LongCall& operator=(const LongCall&) = delete;

  bool operator()();
  bool stopped() const;
  // Rethrows the exception that a signal handler raised, if there is one. Needs the GIL.
  void rethrow() const {
    if (signal_) std::rethrow_exception(signal_);
  }
  // For calls that must complete: raises an exception if the call was ended early. Needs the GIL.
  void require_complete(const char* message) const;

 private:
  bool exiting() const;

  const StopToken* token_;
  bool counted_ = false;
  bool main_thread_;  // whether this is the main thread, which handles signals
  std::uint64_t process_;
  std::exception_ptr signal_;  // the exception of the signal handler, until rethrow()
  std::chrono::steady_clock::time_point next_ = std::chrono::steady_clock::now();
};

// Guards an object that can serve only one call at a time.
class OneAtATime {
 public:
  // Raises EngineError if a call is still running, in this process or in the one it was forked from, or if spoil() was
  // called.
  void enter();
  void leave() { holder_.store(0); }
  // Makes the object unusable.
  void spoil() { spoiled_.store(true); }

 private:
  std::atomic<std::int64_t> holder_{0};  // the id of the process whose call is running, or 0
  std::atomic<bool> spoiled_{false};
};

// Holds a guarded object for the duration of one call.
class Lock {
 public:
  explicit Lock(OneAtATime& object) : object_(object) { object_.enter(); }
  ~Lock() { object_.leave(); }
  // Calls work(). If it runs out of memory, the object becomes unusable.
  template <class Work>
  decltype(auto) run(Work&& work) const {
    try {
      return work();
    } catch (const std::bad_alloc&) {
      object_.spoil();
      throw;
    }
  }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;

 private:
  OneAtATime& object_;
};

void bind_long_calls(nb::module_& m);

}  // namespace hexapoda::bindings
