"""The whole run: a user data folder of its own, no silent skips in CI, and what random tests have met.

Where $CI is set, everything that a test may need is there: a skipped test is a failure. A test of real games,
`@pytest.mark.shared("hive_games")`, needs that folder or file below `tests.shared_data.SHARED`.

Random tests tell what they met with `record_property("met", {name: count})`; the sums over all tests of a
function are printed at the end of the run, also of a parallel one.
"""

from __future__ import annotations

import os
import tempfile
from collections import Counter, defaultdict
from collections.abc import Generator
from typing import Any

import pytest

from tests.shared_data import SHARED

# At import, before any module of the package asks: no test sees the engines or games of whoever runs it.
os.environ["HEXAPODA_HOME"] = tempfile.mkdtemp(prefix="hexapoda-test-")


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
        report.longrepr = f"CI is set, so that nothing may be skipped: {reason}"


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
    terminalreporter.section("met on the way", sep="-")
    for test, counts in sorted(met.items()):
        terminalreporter.write_line(
            f"{test}: " + ", ".join(f"{n:,} {name}" for name, n in counts.most_common())
        )
