"""Checks an external engine against its protocol and the rules.

Owns the report and the order of the checks; the checks themselves are in `uhp.conformance` and
`htp.conformance`. An engine that fails a check may still play well: the clients cope with the known quirks.
But an engine that gets a rule wrong loses games.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from hexapoda.errors import EngineError, UsageError
from hexapoda.protocols.checks import Differs
from hexapoda.protocols.htp.client import HtpEngine
from hexapoda.protocols.htp.conformance import htp_suite
from hexapoda.protocols.uhp.client import UhpEngine
from hexapoda.protocols.uhp.conformance import uhp_suite

__all__ = ["CheckResult", "ConformanceReport", "check_conformance"]


@dataclass(frozen=True, slots=True)
class CheckResult:
    """One check.

    Attributes:
        name: what was checked.
        ok: whether the engine behaves as expected.
        detail: the observation; for a failed check, the first difference.
        seconds: how long the check took.
        output: the end of the standard error of an engine that crashed.
    """

    name: str
    ok: bool
    detail: str
    seconds: float
    output: str = ""


@dataclass(frozen=True, slots=True)
class ConformanceReport:
    """The results of all checks of an engine."""

    engine: str
    identity: str
    variants: tuple[str, ...]
    options: tuple[str, ...]
    """The engine's option lines."""
    extensions: tuple[str, ...]
    """Its extensions: tokens of UHP, commands of HTP."""
    checks: tuple[CheckResult, ...]

    @property
    def conforms(self) -> bool:
        """Whether all checks passed."""
        return all(check.ok for check in self.checks)

    def to_json(self) -> dict[str, Any]:
        """Return the report as a JSON object."""
        return {
            "engine": self.engine,
            "identity": self.identity,
            "variants": list(self.variants),
            "options": list(self.options),
            "extensions": list(self.extensions),
            "conforms": self.conforms,
            "checks": [
                {"name": c.name, "ok": c.ok, "detail": c.detail, "seconds": round(c.seconds, 3)}
                for c in self.checks
            ],
        }


OnCheck: TypeAlias = Callable[[CheckResult], None]


def check_conformance(
    engine: UhpEngine | HtpEngine, *, games: int = 4, on_check: OnCheck | None = None
) -> ConformanceReport:
    """Check an engine, with `games` reproducible random games per variant. `on_check` is called with every
    result. After a failed check the engine is restarted. It is closed at the end.
    """
    try:
        suite = htp_suite(engine, games) if isinstance(engine, HtpEngine) else uhp_suite(engine, games)
        return ConformanceReport(
            engine=engine.name,
            identity=engine.identity.name,
            variants=suite.variants,
            options=tuple(option.line for option in engine.identity.options),
            extensions=suite.extensions,
            checks=_run(engine, suite.checks, on_check),
        )
    finally:
        engine.close()


def _run(
    engine: UhpEngine | HtpEngine, checks: Mapping[str, Callable[[], str]], on_check: OnCheck | None
) -> tuple[CheckResult, ...]:
    done: list[CheckResult] = []
    for name, check in checks.items():
        began = time.perf_counter()
        try:
            ok, detail, output = True, check(), ""
        except (Differs, EngineError, UsageError) as trouble:
            ok, detail, output = False, str(trouble), _output_of(trouble)
            engine.restart()  # the next check must not depend on the engine's state
        done.append(CheckResult(name, ok, detail, time.perf_counter() - began, output))
        if on_check is not None:
            on_check(done[-1])
    return tuple(done)


def _output_of(trouble: BaseException | None) -> str:
    """Return what the engine wrote when it crashed, from the error; empty if it did not crash."""
    while trouble is not None:
        output = str(getattr(trouble, "output", ""))
        if output:
            return output
        trouble = trouble.__cause__ or trouble.__context__
    return ""
