// hexapoda._cpu: the instruction sets that this CPU and its operating system support. core_build.py uses them to choose
// a build of the core, so this module must load on any CPU: it is compiled for the baseline of the architecture. It
// does not use nanobind, to stay small.
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <cstdint>

#if defined(__x86_64__) || defined(_M_X64)
#define HEXAPODA_X86_64
#if defined(_MSC_VER)
#include <intrin.h>
#else
#include <cpuid.h>
#endif
#endif

namespace {

#if defined(HEXAPODA_X86_64)

struct Registers {
  std::uint32_t eax = 0, ebx = 0, ecx = 0, edx = 0;
};

// The result of CPUID; zeros for a leaf that the CPU lacks.
Registers cpuid(std::uint32_t leaf, std::uint32_t subleaf = 0) {
  Registers answer;
#if defined(_MSC_VER)
  int words[4];
  __cpuid(words, static_cast<int>(leaf & 0x80000000U));
  if (static_cast<std::uint32_t>(words[0]) < leaf) return answer;
  __cpuidex(words, static_cast<int>(leaf), static_cast<int>(subleaf));
  answer = {static_cast<std::uint32_t>(words[0]), static_cast<std::uint32_t>(words[1]),
            static_cast<std::uint32_t>(words[2]), static_cast<std::uint32_t>(words[3])};
#else
  __get_cpuid_count(leaf, subleaf, &answer.eax, &answer.ebx, &answer.ecx, &answer.edx);
#endif
  return answer;
}

// The value of XCR0: the registers that the operating system saves when it switches threads. Requires OSXSAVE.
std::uint64_t saved_registers() {
#if defined(_MSC_VER)
  return _xgetbv(0);
#else
  std::uint32_t low, high;
  __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return static_cast<std::uint64_t>(high) << 32 | low;
#endif
}

// The registers that an instruction set uses and the operating system must save, as bits of XCR0.
enum Needs : std::uint64_t {
  kNothing = 0,
  kYmm = 0x06,  // XMM and the upper halves of YMM
  kZmm = 0xE6,  // these, the mask registers, and all of ZMM
};

// An instruction set, and the CPUID bit that shows whether the CPU supports it.
struct Feature {
  const char* name;  // as in /proc/cpuinfo
  std::uint32_t leaf;
  std::uint32_t Registers::* word;
  int bit;
  Needs needs;
};

// The features that a build of the core may use; see LEVELS in core_build.py.
constexpr Feature kFeatures[] = {
    {"pni", 1, &Registers::ecx, 0, kNothing},
    {"ssse3", 1, &Registers::ecx, 9, kNothing},
    {"fma", 1, &Registers::ecx, 12, kYmm},
    {"cx16", 1, &Registers::ecx, 13, kNothing},
    {"sse4_1", 1, &Registers::ecx, 19, kNothing},
    {"sse4_2", 1, &Registers::ecx, 20, kNothing},
    {"movbe", 1, &Registers::ecx, 22, kNothing},
    {"popcnt", 1, &Registers::ecx, 23, kNothing},
    {"avx", 1, &Registers::ecx, 28, kYmm},
    {"f16c", 1, &Registers::ecx, 29, kYmm},
    {"bmi1", 7, &Registers::ebx, 3, kNothing},
    {"avx2", 7, &Registers::ebx, 5, kYmm},
    {"bmi2", 7, &Registers::ebx, 8, kNothing},
    {"avx512f", 7, &Registers::ebx, 16, kZmm},
    {"avx512dq", 7, &Registers::ebx, 17, kZmm},
    {"avx512ifma", 7, &Registers::ebx, 21, kZmm},
    {"avx512cd", 7, &Registers::ebx, 28, kZmm},
    {"avx512bw", 7, &Registers::ebx, 30, kZmm},
    {"avx512vl", 7, &Registers::ebx, 31, kZmm},
    {"avx512vbmi", 7, &Registers::ecx, 1, kZmm},
    {"avx512_vbmi2", 7, &Registers::ecx, 6, kZmm},
    {"avx512_vnni", 7, &Registers::ecx, 11, kZmm},
    {"avx512_bitalg", 7, &Registers::ecx, 12, kZmm},
    {"avx512_vpopcntdq", 7, &Registers::ecx, 14, kZmm},
    {"lahf_lm", 0x80000001U, &Registers::ecx, 0, kNothing},
    {"abm", 0x80000001U, &Registers::ecx, 5, kNothing},
};

bool system_saves(Needs needs) {
  constexpr int kOsxsave = 27;
  if (needs == kNothing) return true;
  if ((cpuid(1).ecx >> kOsxsave & 1) == 0) return false;
  return (saved_registers() & needs) == needs;
}

bool is_supported(const Feature& feature) {
  return (cpuid(feature.leaf).*feature.word >> feature.bit & 1) != 0 && system_saves(feature.needs);
}

// Adds the names of the supported features to a new set. If memory runs out, sets a Python exception and returns false.
bool add_features(PyObject* set) {
  for (const Feature& feature : kFeatures) {
    if (!is_supported(feature)) continue;
    PyObject* const name = PyUnicode_FromString(feature.name);
    const bool added = name != nullptr && PySet_Add(set, name) == 0;
    Py_XDECREF(name);
    if (!added) return false;
  }
  return true;
}

#else

// Other architectures have a single build.
bool add_features(PyObject*) { return true; }

#endif

PyObject* features(PyObject*, PyObject*) {
  PyObject* const set = PyFrozenSet_New(nullptr);  // a new frozenset may be filled before it is exposed to other code
  if (set == nullptr || add_features(set)) return set;
  Py_DECREF(set);
  return nullptr;
}

PyMethodDef methods[] = {
    {"features", features, METH_NOARGS,
     "The x86-64 extensions that this CPU and its operating system support, among those that the core can use. They\n"
     "are named as in /proc/cpuinfo. The set is empty on other architectures."},
    {nullptr, nullptr, 0, nullptr},
};

PyModuleDef_Slot slots[] = {{0, nullptr}};

PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    "hexapoda._cpu",
    "The instruction sets that this CPU supports.",
    0,
    methods,
    slots,
    nullptr,
    nullptr,
    nullptr,
};

}  // namespace

PyMODINIT_FUNC PyInit__cpu() { return PyModuleDef_Init(&definition); }
