"""Benchmarks: frozen tasks with exact answers, which measure any engine or network with one figure.

The tasks are files of the package with a checksum in `task`; `tools/benchmark_tasks.py` has made them.
"""
