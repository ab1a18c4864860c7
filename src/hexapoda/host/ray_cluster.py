"""`RayCluster`: calls of a function on the machines of a Ray cluster.

Only this module imports Ray (extra `cluster`). A call runs in a worker process on one of the machines. If
that process or its machine is lost, the call is repeated elsewhere.
"""

from __future__ import annotations

import contextlib
import itertools
import socket
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from hexapoda.errors import EngineError, HexapodaError, UsageError

__all__ = ["RayCluster"]

Task = TypeVar("Task")
_RETRIES = 3
_PATIENCE = 5.0
"""Seconds to wait for a machine that does not answer."""


class RayCluster:
    """A Ray cluster that runs calls on its machines."""

    def __init__(self, address: str) -> None:
        """`address` is the address of a cluster, or `auto` for the cluster on this machine, which is started
        if there is none.

        Raises `UsageError` if Ray is not installed.
        """
        try:
            import ray
        except ImportError:
            raise UsageError("--cluster needs Ray: pip install 'hexapoda[cluster]'") from None
        self._ray: Any = ray
        self._address = address

    @contextlib.contextmanager
    def connected(self) -> Iterator[None]:
        """Stay connected within the context; without it, each call of `calls` connects anew. Raises
        `EngineError` if no cluster answers at the address.
        """
        if self._ray.is_initialized():
            yield
            return
        self._connect()
        try:
            yield
        finally:
            self._ray.shutdown()

    def calls(
        self,
        function: Callable[[Any, Task], Any],
        shared: Any,
        tasks: Iterable[Task],
        *,
        most: int | None = None,
        name: Callable[[Task], str] = str,
    ) -> Iterator[tuple[Task, Any]]:
        """Call `function(shared, task)` for each task, at most `most` at a time, and never more than two per
        core: one runs while the other waits. Yields each task with its result as its call ends. `name`
        returns the name of a task in error messages.

        Raises `EngineError` if no cluster answers at the address, if a call is lost repeatedly, or if it
        raises an error that is not a `HexapodaError`. A `HexapodaError` is raised unchanged.
        """
        with self.connected():
            yield from self._calls(function, shared, tasks, most, name)

    def _connect(self) -> None:
        ray = self._ray
        self._check_port()
        quiet = {"log_to_driver": False, "configure_logging": False}
        try:
            try:
                ray.init(address=self._address, **quiet)
            except ConnectionError:
                if self._address != "auto":
                    raise
                ray.init(include_dashboard=False, **quiet)
        except Exception as error:
            raise EngineError(f"no Ray cluster at {self._address!r}: {error}") from None

    def _check_port(self) -> None:
        """Raise `EngineError` if no server listens at the address. Ray would retry for minutes, and could
        not be interrupted.
        """
        host, _, port = self._address.removeprefix("ray://").rpartition(":")
        if not host or not port.isdecimal():
            return
        try:
            socket.create_connection((host.strip("[]"), int(port)), _PATIENCE).close()
        except (OSError, OverflowError, UnicodeError) as error:
            raise EngineError(f"no Ray cluster at {self._address!r}: {error}") from None

    def _calls(
        self,
        function: Callable[[Any, Task], Any],
        shared: Any,
        tasks: Iterable[Task],
        most: int | None,
        name: Callable[[Task], str],
    ) -> Iterator[tuple[Task, Any]]:
        ray = self._ray
        remote = ray.remote(num_cpus=1, max_retries=_RETRIES)(function)
        kept = ray.put(shared)
        cores = max(1, int(ray.cluster_resources().get("CPU", 1)))
        at_once = 2 * cores if most is None else min(2 * cores, most)
        waiting = iter(tasks)
        running: dict[Any, Task] = {}
        try:
            while True:
                for task in itertools.islice(waiting, at_once - len(running)):
                    running[remote.remote(kept, task)] = task
                if not running:
                    return
                done, _ = ray.wait(list(running), num_returns=1)
                for reference in done:
                    task = running.pop(reference)
                    yield task, self._result(reference, name(task))
        finally:
            for reference in running:
                ray.cancel(reference, force=True)

    def _result(self, reference: Any, name: str) -> Any:
        try:
            return self._ray.get(reference)
        except self._ray.exceptions.RayTaskError as error:
            if isinstance(error.cause, HexapodaError):
                raise error.cause from None
            raise EngineError(f"{name} failed on the cluster: {error.cause}") from None
        except self._ray.exceptions.RayError as error:
            raise EngineError(f"the cluster lost {name}: {error}") from None
