# The source files of Hex: the core and its Python bindings.
set(hex_sources
  cpp/hex/baselines/bruteforce.cpp
  cpp/hex/solve/connections.cpp
  cpp/hex/baselines/montecarlo.cpp
  cpp/hex/baselines/plain_tree.cpp
  cpp/hex/rules/position.cpp
  cpp/hex/solve/proof_search.cpp
  cpp/hex/rave/rave_search.cpp
  cpp/hex/rules/ring.cpp
  cpp/hex/solve/solver.cpp)
set(hex_bindings
  cpp/hex/bindings/register.cpp
  cpp/hex/bindings/position.cpp
  cpp/hex/bindings/baselines.cpp
  cpp/hex/bindings/batch.cpp
  cpp/hex/bindings/connection_map.cpp
  cpp/hex/bindings/moves.cpp
  cpp/hex/bindings/network.cpp
  cpp/hex/bindings/patterns.cpp
  cpp/hex/bindings/search.cpp
  cpp/hex/bindings/solve.cpp)
if(NOT MSVC)
  # Every node computes square roots. They are vectorized only if errno, which nobody reads, need not be set.
  set(hex_flags -fno-math-errno)
endif()
# These files are compiled separately: their templates take long to compile, and their loops call nothing in other
# files.
set_source_files_properties(
  cpp/hex/solve/connections.cpp cpp/hex/solve/proof_search.cpp cpp/hex/solve/solver.cpp
  PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
