#include <thread>

#include "bindings/long_call.hpp"
#if defined(_WIN32)
#include <process.h>
#else
#include <pthread.h>
#include <unistd.h>
#endif

#include "search/thread_group.hpp"

namespace hexapoda::bindings {
namespace {

using Clock = std::chrono::steady_clock;

constexpr auto kExitTimeout =
    std::chrono::seconds(5);  // the time to wait for unfinished calls when the interpreter exits

// The state of all running calls. It uses atomics instead of a lock, so that a child forked at any moment can use it.
struct Running {
  std::atomic<int> calls{0};
  std::atomic<bool> exiting{false};
  std::atomic<unsigned long> exiting_thread{0};  // the only thread that may still make calls
  std::atomic<std::uint64_t> process{1};         // in a forked child, one more than in its parent
};
Running running;

std::int64_t process_id() {
#if defined(_WIN32)
  return _getpid();
#else
  return getpid();
#endif
}

// Needs the GIL. Querying Python takes longer than a short call, so the result is cached for each process. In a forked
// child, the thread that forked is the main thread.
bool on_main_thread() {
  static std::uint64_t process = 0;
  static unsigned long main_thread = 0;
  if (process != running.process) {
    const nb::object thread = nb::module_::import_("threading").attr("main_thread")();
    main_thread = nb::cast<unsigned long>(thread.attr("ident"));
    process = running.process;
  }
  return main_thread == PyThread_get_thread_ident();
}

[[noreturn]] void raise_engine_error(const char* message) {
  PyErr_SetString(nb::object(nb::module_::import_("hexapoda.errors").attr("EngineError")).ptr(), message);
  throw nb::python_error();
}

// The atexit hook: asks the running calls to end, and waits for them for at most kExitTimeout.
void end_calls() {
  running.exiting_thread = PyThread_get_thread_ident();
  running.exiting = true;
  const auto deadline = Clock::now() + kExitTimeout;
  const WithoutGil release;  // the other calls need the GIL to finish
  while (running.calls > 0 && Clock::now() < deadline) std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

}  // namespace

void park() {
  for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
}

LongCall::LongCall(const StopToken* token)
    : token_(token), main_thread_(on_main_thread()), process_(running.process.load()) {
  search::prepare_to_throw();
  if (exiting()) {
    PyErr_SetNone(PyExc_SystemExit);
    throw nb::python_error();
  }
  if (running.exiting) return;  // the exiting thread waits for the others, not for itself
  counted_ = true;
  ++running.calls;
}

LongCall::~LongCall() {
  // In a forked child, the count starts again at 0, without the calls that began in the parent.
  if (counted_ && process_ == running.process) --running.calls;
}

bool LongCall::exiting() const {
  return running.exiting.load(std::memory_order_relaxed) && running.exiting_thread != PyThread_get_thread_ident();
}

bool LongCall::operator()() {
  if (stopped()) return true;
  if (!main_thread_) return false;
  const auto now = Clock::now();
  if (now < next_) return false;
  next_ = now + std::chrono::milliseconds(50);
  with_gil([this] {
    if (PyErr_CheckSignals() != 0) signal_ = std::make_exception_ptr(nb::python_error());
  });
  return signal_ != nullptr;
}

bool LongCall::stopped() const {
  return signal_ != nullptr || (token_ != nullptr && token_->stopped.load(std::memory_order_relaxed)) || exiting();
}

void LongCall::require_complete(const char* message) const {
  rethrow();
  if (exiting()) {
    PyErr_SetNone(PyExc_SystemExit);
    throw nb::python_error();
  }
  if (stopped()) throw nb::value_error(message);
}

void OneAtATime::enter() {
  if (spoiled_) raise_engine_error("an earlier call of this search ran out of memory: expected a new search");
  const std::int64_t own = process_id();
  std::int64_t holder = 0;
  if (holder_.compare_exchange_strong(holder, own)) return;
  raise_engine_error(holder == own
                         ? "already searching: expected the earlier call to return first"
                         : "this search was running when the process was forked: expected a new engine in the child");
}

void bind_long_calls(nb::module_& m) {
#if !defined(_WIN32)
  pthread_atfork(nullptr, nullptr, [] {
    running.calls = 0;
    ++running.process;
  });
#endif
  nb::module_::import_("atexit").attr("register")(nb::cpp_function(&end_calls));

  nb::class_<StopToken>(m, "StopToken", "Stops a long call from another thread.")
      .def(nb::init<>())
      .def(
          "stop", [](StopToken& token) { token.stopped = true; }, "Ask the call that holds this token to end soon.")
      .def_prop_ro(
          "stopped", [](const StopToken& token) { return token.stopped.load(); }, "Whether stop() was called.");

  nb::class_<OneAtATime>(
      m, "OneAtATime",
      "A context manager that admits one call at a time. Entering it never blocks: it raises `EngineError`\n"
      "while another call is inside, even in a child process that was forked during that call.")
      .def(nb::init<>())
      .def("__enter__", &OneAtATime::enter)
      .def(
          "__exit__", [](OneAtATime& self, nb::handle, nb::handle, nb::handle) { self.leave(); },
          nb::arg("kind").none(), nb::arg("error").none(), nb::arg("traceback").none());
}

}  // namespace hexapoda::bindings
