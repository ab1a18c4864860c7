"""Benchmarks: frozen tasks that measure the strength of any engine or network.

A task in `task` is a set of positions with proven answers, written by `tools/benchmark_tasks.py`. A task in
`ladder_task` rates an engine by games against opponents of known rating. A checksum freezes each task.
"""
