"""What random tests have met: they tell it with `record_property("met", {name: count})`.

The sums over all tests of a function are printed at the end of the run, also of a parallel one.
"""

from __future__ import annotations

from collections import Counter, defaultdict

import pytest


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
