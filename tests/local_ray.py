"""A local Ray cluster of two worker processes, and how one of them is lost. Needs the extra `cluster`."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pytest

__all__ = ["LosesOne", "kill_a_worker", "local_cluster"]


@dataclass(frozen=True)
class _DiesOnce:
    """Calls a function, but the worker that makes the first call is killed before."""

    function: Callable[[Any], Any]
    marker: Path
    """A file that the first call makes."""

    def __call__(self, task: Any) -> Any:
        try:
            self.marker.touch(exist_ok=False)
        except FileExistsError:
            pass
        else:
            os.kill(os.getpid(), signal.SIGKILL)
        return self.function(task)


def _call(function: Callable[[Any], Any], task: Any) -> Any:
    return function(task)


class LosesOne:
    """A cluster that loses the worker of its first call."""

    def __init__(self, marker: Path) -> None:
        """`marker`: a file that the lost worker makes."""
        self.marker = marker

    def calls(
        self, function: Any, shared: Any, tasks: Iterable[Any], *, name: Callable[[Any], str]
    ) -> Iterator[Any]:
        from hexapoda.host.ray_cluster import RayCluster

        dies = _DiesOnce(partial(function, shared), self.marker)
        yield from RayCluster("auto").calls(_call, dies, tasks, name=name)


@contextmanager
def local_cluster(ray: Any) -> Iterator[None]:
    """Start a cluster whose workers can import the tests, and stop it."""
    root = str(Path(__file__).parent.parent)
    with pytest.MonkeyPatch.context() as patch:
        # Not as a `runtime_env`: Ray would start its first workers for nothing.
        patch.setenv("PYTHONPATH", os.pathsep.join([root, os.environ.get("PYTHONPATH", "")]))
        ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, configure_logging=False)
    yield
    ray.shutdown()


def kill_a_worker(function: str) -> bool:
    """Kill a worker that runs this function; return whether there was one. Between two calls a worker has
    another name. Skips the test where processes cannot be found.
    """
    if not Path("/proc/self/cmdline").is_file():
        pytest.skip("no /proc: workers cannot be found")
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                if (folder / "cmdline").read_bytes().startswith(f"ray::{function}".encode()):
                    os.kill(int(folder.name), signal.SIGKILL)
                    return True
            except OSError:
                continue
    return False
