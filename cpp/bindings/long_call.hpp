// What every long call from Python needs: to let go of the GIL and take it back, to be interrupted, to end before the
// interpreter does, and to be refused where another call is still at work on the same object.
//
// A thread that waits for the GIL of an interpreter that is shutting down is ended by CPython, up to 3.13 by unwinding
// its stack, which C++ does not survive. So the calls that run are counted: when Python exits, a hook asks them to stop
// and waits until they have returned. One that takes too long never returns to Python: its thread is parked.
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

// Sleeps for ever: the end of a thread whose interpreter is gone.
[[noreturn]] void park();

// work(), whose thread is parked where CPython would end it.
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

// Lets go of the GIL while it lives.
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

// work() with the GIL, from inside a WithoutGil: a call back into Python.
template <class Work>
decltype(auto) with_gil(Work&& work) {
  struct Gil {
    PyGILState_STATE state = or_park([] { return PyGILState_Ensure(); });
    ~Gil() { PyGILState_Release(state); }
  } const gil;
  return or_park(std::forward<Work>(work));
}

// One long call, from its begin to its end, made with the GIL. Asked often while it runs without the GIL, it answers
// true once the call is to end: its token is set, a signal such as Ctrl+C has arrived, or the interpreter is exiting.
// It looks at signals at most twenty times a second.
class LongCall {
 public:
  // Raises SystemExit, which ends a thread without a word, when the interpreter is exiting.
  explicit LongCall(const StopToken* token = nullptr);
  ~LongCall();
  LongCall(const LongCall&) = delete;
  LongCall& operator=(const LongCall&) = delete;

  bool operator()();
  bool stopped() const;
  // With the GIL: raises what the signal handler raised.
  void rethrow() const {
    if (signal_) std::rethrow_exception(signal_);
  }
  // With the GIL, for a call that has nothing to return unless it is complete: raises if it was ended early.
  void require_complete(const char* what) const;

 private:
  bool exiting() const;

  const StopToken* token_;
  bool counted_ = false;
  bool main_thread_;  // which signals are for
  std::uint64_t process_;
  std::exception_ptr signal_;  // what the handler raised, set aside: Python may be called before it is raised again
  std::chrono::steady_clock::time_point next_ = std::chrono::steady_clock::now();
};

// For an object that works for one call at a time.
class OneAtATime {
 public:
  // Raises EngineError when a call has not ended, of this process or of the one it was forked from, or when one has
  // left the object unfinished.
  void enter();
  void leave() { holder_.store(0); }
  void spoil() { spoiled_.store(true); }

 private:
  std::atomic<std::int64_t> holder_{0};  // the process whose call is at work, or 0
  std::atomic<bool> spoiled_{false};
};

class Turn {
 public:
  explicit Turn(OneAtATime& object) : object_(object) { object_.enter(); }
  ~Turn() { object_.leave(); }
  // work(); an object whose work ran out of memory in the middle is of no more use.
  template <class Work>
  decltype(auto) run(Work&& work) const {
    try {
      return work();
    } catch (const std::bad_alloc&) {
      object_.spoil();
      throw;
    }
  }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;

 private:
  OneAtATime& object_;
};

void bind_long_calls(nb::module_& m);

}  // namespace hexapoda::bindings
