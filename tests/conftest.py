"""Setup of the whole run: a separate user data folder, no skipped tests in CI, and statistics of random
tests.

If $CI is set, everything that a test may need is installed, so a skipped test is a failure. A test marked
`@pytest.mark.shared("hive_games")` needs that folder or file of real games below `tests.shared_data.SHARED`.

Random tests report what they met with `record_property("met", {name: count})`. The sums for each test
function are printed at the end of the run, even of a parallel one.
"""

from __future__ import annotations

import gc
import os
import tempfile
from collections import Counter, defaultdict
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser import chromium, file_tab
from tests.interrupts import let_children_be_interrupted
from tests.local_ray import local_cluster
from tests.shared_data import SHARED
from tests.third_game import install_game_of_y, use_packages

# Set at import, before the package reads it: tests must not see the engines or games of the user who runs
# them.
os.environ["HEXAPODA_HOME"] = tempfile.mkdtemp(prefix="hexapoda-test-")
let_children_be_interrupted()


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """One browser for all tests of a process: its start takes seconds. Each test has a visitor of its own."""
    with chromium() as running:
        yield running


@pytest.fixture(scope="session")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the game of Y is installed. Python finds it if the folder is in PYTHONPATH."""
    return install_game_of_y(tmp_path_factory.mktemp("packages"))


@pytest.fixture
def game_of_y(packages: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The game of Y is installed, for this process and those that it starts."""
    use_packages(packages, monkeypatch)


@pytest.fixture(scope="module")
def ray() -> Any:
    """Imported only when needed: that takes half a second, and every process of a parallel run reads this."""
    return pytest.importorskip("ray", reason="the extra `cluster` is not installed")


@pytest.fixture(scope="module")
def cluster(ray: Any) -> Iterator[None]:
    """A Ray cluster of two processes on this machine."""
    with local_cluster(ray):
        yield


def pytest_collection_finish() -> None:
    """Thousands of tests stay in memory until the end: the garbage collector need not look at them again."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="module")
def tab(browser: Any) -> Iterator[Any]:
    """A tab for pages without a server: each test loads its page anew; `wrong` has what it may not do."""
    with file_tab(browser) as tab:
        yield tab


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    for mark in item.iter_markers("shared"):
        for name in mark.args:
            if not (SHARED / name).exists():
                pytest.skip(f"real games are missing: {SHARED / name}")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    _fail_in_ci(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    _fail_in_ci(report)
    return report


def _fail_in_ci(report: Any) -> None:
    if report.outcome == "skipped" and os.environ.get("CI") and not hasattr(report, "wasxfail"):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        report.outcome = "failed"
        report.longrepr = f"CI is set, so no test may be skipped: {reason}"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    met: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for reports in terminalreporter.stats.values():
        for report in reports:
            if isinstance(report, pytest.TestReport) and report.when == "call":
                for name, value in report.user_properties:
                    if name == "met" and isinstance(value, dict):
                        met[report.nodeid.partition("[")[0]].update(value)
    if not met:
        return
    terminalreporter.section("met in random tests", sep="-")
    for test, counts in sorted(met.items()):
        terminalreporter.write_line(
            f"{test}: " + ", ".join(f"{n:,} {name}" for name, n in counts.most_common())
        )
