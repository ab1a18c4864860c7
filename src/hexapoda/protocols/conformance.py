"""Checks an external engine against its protocol and the rules.

Owns the report and the order of the checks; the checks themselves are in `uhp.conformance` and
`htp.conformance`. An engine that fails a check may still play well: the clients cope with the known quirks.
But an engine that gets a rule wrong loses games.
"""

from __future__ import annotations

import functools
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeAlias

from hexapoda.errors import EngineError, UsageError
from hexapoda.protocols.htp.client import HtpEngine
from hexapoda.protocols.htp.conformance import HTP_CHECKS, boards_of, cells_agree, extra_commands
from hexapoda.protocols.uhp.client import UhpEngine
from hexapoda.protocols.uhp.conformance import CHECKS, Differs, Subject, legality, variants_of

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
_Check: TypeAlias = tuple[str, Callable[[], str]]


def check_conformance(
    engine: UhpEngine | HtpEngine, *, games: int = 4, on_check: OnCheck | None = None
) -> ConformanceReport:
    """Check an engine, with `games` reproducible random games per variant. `on_check` is called with every
    result. After a failed check the engine is restarted. It is closed at the end.
    """
    try:
        if isinstance(engine, HtpEngine):
            return _check_htp(engine, games, on_check)
        return _check_uhp(engine, games, on_check)
    finally:
        engine.close()


def _check_uhp(engine: UhpEngine, games: int, on_check: OnCheck | None) -> ConformanceReport:
    subject = Subject(engine)
    identity = engine.identity
    variants = variants_of(identity.expansions)
    legal = [
        (f"legal moves {variant}", functools.partial(legality, subject, variant, games))
        for variant in variants
    ]
    checks = [*legal, *((name, functools.partial(check, subject)) for name, check in CHECKS)]
    return ConformanceReport(
        engine=engine.name,
        identity=identity.name,
        variants=variants,
        options=tuple(option.line for option in identity.options),
        extensions=tuple(sorted(identity.extensions)),
        checks=_run(engine, checks, on_check),
    )


def _check_htp(engine: HtpEngine, games: int, on_check: OnCheck | None) -> ConformanceReport:
    checks: list[_Check] = [("legal moves", functools.partial(cells_agree, engine, games))]
    checks += ((name, functools.partial(check, engine)) for name, check in HTP_CHECKS)
    return ConformanceReport(
        engine=engine.name,
        identity=engine.identity.name,
        variants=boards_of(engine),
        options=tuple(option.line for option in engine.identity.options),
        extensions=extra_commands(engine),
        checks=_run(engine, checks, on_check),
    )


def _run(
    engine: UhpEngine | HtpEngine, checks: Iterable[_Check], on_check: OnCheck | None
) -> tuple[CheckResult, ...]:
    done: list[CheckResult] = []
    for name, check in checks:
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
