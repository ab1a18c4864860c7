// The width of the widest vector register that the compiler may use. GCC splits wider vectors through memory, so loops
// choose their vector width by this.
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
