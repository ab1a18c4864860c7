"""Whether an external UHP engine does as the protocol and the rules say: a report, check by check.

Owns the report and the order of the checks; what each of them asks is in `conformance_checks`. An engine that
differs may well play: the client lives with every quirk that is named here, but a wrong rule loses games.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from hexapoda.arena.conformance_checks import CHECKS, Differs, Subject, legality, variants_of
from hexapoda.errors import EngineError, UsageError
from hexapoda.protocols.uhp_client import UhpEngine

__all__ = ["CheckResult", "ConformanceReport", "check_conformance"]


@dataclass(frozen=True, slots=True)
class CheckResult:
    """One check.

    Attributes:
        name: what was checked.
        ok: whether the engine does as it ought to.
        detail: what was seen; with a difference, the first one.
        seconds: how long the check took.
    """

    name: str
    ok: bool
    detail: str
    seconds: float


@dataclass(frozen=True, slots=True)
class ConformanceReport:
    """What a check of an engine has shown."""

    engine: str
    identity: str
    variants: tuple[str, ...]
    options: tuple[str, ...]
    """The engine's option lines."""
    extensions: tuple[str, ...]
    checks: tuple[CheckResult, ...]

    @property
    def conforms(self) -> bool:
        """Whether every check went well."""
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


def check_conformance(
    engine: UhpEngine, *, games: int = 4, on_check: Callable[[CheckResult], None] | None = None
) -> ConformanceReport:
    """Check an engine, with so many random games a variant, the same ones every time.

    `on_check` is told every result as it comes. An engine that dies is started anew for the next check. The
    engine is closed in the end.
    """
    subject = Subject(engine)
    identity = engine.identity
    variants = variants_of(identity.expansions)
    done: list[CheckResult] = []

    def run(name: str, check: Callable[[Subject], str]) -> None:
        began = time.perf_counter()
        try:
            ok, detail = True, check(subject)
        except (Differs, EngineError, UsageError) as trouble:
            ok, detail = False, str(trouble)
            engine.restart()  # whatever state it is in, the next check is not to suffer from it
        done.append(CheckResult(name, ok, detail, time.perf_counter() - began))
        if on_check is not None:
            on_check(done[-1])

    try:
        for variant in variants:
            run(f"legal moves {variant}", lambda subject, variant=variant: legality(subject, variant, games))  # type: ignore[misc]
        for name, check in CHECKS:
            run(name, check)
    finally:
        engine.close()
    return ConformanceReport(
        engine=engine.name,
        identity=identity.name,
        variants=variants,
        options=tuple(option.line for option in identity.options),
        extensions=tuple(sorted(identity.extensions)),
        checks=tuple(done),
    )
