"""Benchmarks: frozen tasks that measure the strength of any engine or network in one figure.

`task` has the positions with proven answers, which `tools/benchmark_tasks.py` wrote, and `ladder_task` has
the games against opponents of known rating. Both kinds are frozen by a checksum.
"""
