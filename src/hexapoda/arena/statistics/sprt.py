"""The sequential probability ratio test of a match: play until one of two hypotheses is accepted.

`Sprt` computes the bounds, the log-likelihood ratio of counts, and the verdict. H0 says that the first player
is better by `elo0`, H1 that it is better by `elo1`. The rest of the outcome distribution is unknown and is
replaced by its maximum likelihood estimate under each hypothesis (the generalized SPRT).
Sources: A. Wald, "Sequential tests of statistical hypotheses", 1945, for the bounds; Fishtest mathematics,
https://github.com/official-stockfish/fishtest/wiki/Fishtest-Mathematics, and M. Van den Bergh, "A practical
introduction to the GSPRT", https://www.cantate.be/Fishtest/GSPRT_approximation.pdf, for the ratio.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from hexapoda.arena.statistics.counts import Counts
from hexapoda.arena.statistics.elo import NELO_SCALE, score_of_elo
from hexapoda.arena.statistics.likelihood import with_mean, with_t
from hexapoda.errors import UsageError

__all__ = ["Sprt"]

# The count used for an outcome that did not occur. It keeps the logarithms finite and is too small to matter.
_NEVER_SEEN = 1e-3
# A dozen games are enough to distinguish players this far apart; `with_t` is not tested beyond that.
_WIDEST = 250


@dataclass(frozen=True)
class Sprt:
    """A test of H0, "better by elo0", against H1, "better by elo1".

    Attributes:
        elo0: the difference under H0.
        elo1: the difference under H1, greater than elo0.
        alpha: the probability of accepting H1 when H0 is true.
        beta: the probability of accepting H0 when H1 is true.
        model: "normalized" when elo0 and elo1 are normalized Elo, "logistic" when they are Elo.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    model: Literal["normalized", "logistic"] = "normalized"

    def __post_init__(self) -> None:
        if not -_WIDEST <= self.elo0 < self.elo1 <= _WIDEST:
            raise UsageError(
                f"sprt bounds {self.elo0!r}, {self.elo1!r}: expected the lower one first, "
                f"both from -{_WIDEST} to {_WIDEST}"
            )
        if not (0 < self.alpha < 1 and 0 < self.beta < 1 and self.alpha + self.beta < 1):
            raise UsageError(
                f"sprt errors {self.alpha!r}, {self.beta!r}: expected two numbers above 0 with a sum below 1"
            )
        if self.model not in ("normalized", "logistic"):
            raise UsageError(f"sprt model {self.model!r}: expected 'normalized' or 'logistic'")

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which H0 and H1 are accepted (Wald's bounds)."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def llr(self, counts: Counts) -> float:
        """Return the log-likelihood ratio of H1 to H0; 0 without games."""
        if not counts.units:
            return 0.0
        weights = [count or _NEVER_SEEN for count in counts.counts]
        total = sum(weights)
        seen = [weight / total for weight in weights]
        if self.model == "logistic":
            p0, p1 = (with_mean(seen, counts.VALUES, score_of_elo(elo)) for elo in (self.elo0, self.elo1))
        else:
            unit = math.sqrt(counts.GAMES_PER_UNIT) / NELO_SCALE
            p0, p1 = (with_t(seen, counts.VALUES, elo * unit) for elo in (self.elo0, self.elo1))
        return sum(w * math.log(b / a) for w, a, b in zip(weights, p0, p1, strict=True))

    def verdict(self, llr: float) -> Literal["H0", "H1"] | None:
        """Return the hypothesis that a log-likelihood ratio accepts, or None to play on."""
        lower, upper = self.bounds
        return "H1" if llr >= upper else "H0" if llr <= lower else None
