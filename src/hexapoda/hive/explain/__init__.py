"""Why a try is illegal: the rule, a sentence, and the cells and pieces that prove it.

Owns no rules: what is legal is the core's word, this package finds the reason against the rest.
"""

from hexapoda.games.refusal import Refusal
from hexapoda.hive.explain.explainer import Explainer, refuse, why_not

__all__ = ["Explainer", "Refusal", "refuse", "why_not"]
