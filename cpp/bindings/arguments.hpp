// Argument checks for the bindings: numbers in range, lists without None, seconds that are not NaN.
#pragma once

#include <nanobind/nanobind.h>

#include <cmath>
#include <cstring>
#include <string>
#include <vector>

namespace hexapoda::bindings {

namespace nb = nanobind;

// Returns `value`. Raises ValueError unless it is between `low` and `high`.
template <class Number>
Number checked(const char* name, Number value, Number low, Number high) {
  if (value >= low && value <= high) return value;
  const auto text = [](Number number) { return std::string(nb::str(nb::cast(number)).c_str()); };
  throw nb::value_error(
      (std::string(name) + " is " + text(value) + ": expected a number from " + text(low) + " to " + text(high))
          .c_str());
}

inline constexpr int kMaxThreads = 256;

inline int checked_threads(int threads, int high = kMaxThreads) { return checked("threads", threads, 1, high); }

// Accepts any number of seconds, including infinity; a negative number means that no time is left. Raises ValueError
// for NaN.
inline double checked_seconds(double seconds) {
  if (std::isnan(seconds)) throw nb::value_error("seconds is nan: expected a number");
  return seconds;
}

// Returns the float32 numbers that the bytes hold in native byte order. Raises ValueError if the last one is
// incomplete.
inline std::vector<float> floats_of(const char* name, const nb::bytes& bytes) {
  if (bytes.size() % sizeof(float) != 0)
    throw nb::value_error((std::string(name) + ": expected float32 values").c_str());
  std::vector<float> values(bytes.size() / sizeof(float));
  if (!values.empty()) std::memcpy(values.data(), bytes.data(), bytes.size());  // data() of an empty vector may be null
  return values;
}

// Copies the objects of a list; raises TypeError for None.
template <class Object>
std::vector<Object> copies_of(const std::vector<const Object*>& list) {
  std::vector<Object> copies;
  copies.reserve(list.size());
  for (const Object* object : list) {
    if (object == nullptr)
      throw nb::type_error(("entry " + std::to_string(copies.size()) + " is None: expected a position").c_str());
    copies.push_back(*object);
  }
  return copies;
}

// Raises a TypeError that quotes the argument: `expected a move, such as ..., found 'wS1'`.
[[noreturn]] inline void raise_type(const std::string& expected, nb::handle found) {
  std::string shown = nb::repr(found).c_str();
  if (shown.size() > 60) shown = shown.substr(0, 60) + "...";
  throw nb::type_error(("expected " + expected + ", found " + shown).c_str());
}

// Converts a Python object to a Value. Raises TypeError if that is impossible.
template <class Value>
Value argument(nb::handle found, const char* expected) {
  Value value;
  if (!nb::try_cast(found, value)) raise_type(expected, found);
  return value;
}

}  // namespace hexapoda::bindings
