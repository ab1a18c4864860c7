"""Benchmarks: frozen tasks that measure the strength of any engine or network in one figure.

`task` has the positions with exact answers, which `tools/benchmark_tasks.py` wrote, and `ladder_task` the
games against opponents of known rating. Both kinds are frozen by a checksum.
"""
