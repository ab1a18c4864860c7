// The width of the widest vector register that the compiler may use. Vector loops use this width, because GCC splits
// wider vectors by storing them to memory.
#pragma once

namespace hexapoda::search {

#if defined(__AVX512F__)
inline constexpr int kRegisterBytes = 64;
#elif defined(__AVX__)
inline constexpr int kRegisterBytes = 32;
#else
inline constexpr int kRegisterBytes = 16;
#endif

}  // namespace hexapoda::search
