"""The whole run: a user data folder of its own, and what random tests have met.

Random tests tell what they met with `record_property("met", {name: count})`; the sums over all tests of a
function are printed at the end of the run, also of a parallel one.
"""

from __future__ import annotations

import os
import tempfile
from collections import Counter, defaultdict

import pytest

# At import, before any module of the package asks: no test sees the engines or games of whoever runs it.
os.environ["HEXAPODA_HOME"] = tempfile.mkdtemp(prefix="hexapoda-test-")


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
