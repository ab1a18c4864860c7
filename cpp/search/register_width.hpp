// How wide the vector registers are that the compiler may use. GCC takes a vector that is wider than a register apart
// through memory, so that loops over vectors choose theirs by this.
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
