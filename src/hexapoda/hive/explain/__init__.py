"""Why a move is illegal: the rule, a sentence, and the cells and pieces that prove it.

The core decides which moves are legal; this package finds the reason why a move is not.
"""

from hexapoda.games.refusal import Refusal
from hexapoda.hive.explain.explainer import Explainer, refuse, why_not

__all__ = ["Explainer", "Refusal", "refuse", "why_not"]
