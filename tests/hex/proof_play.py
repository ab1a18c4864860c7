"""Claims of proofs, played to the end in every line: no rule of proofs is used."""

from __future__ import annotations

from functools import cache

from hexapoda.hex.proof_check import Claim, ProofCheck


def holds(check: ProofCheck, claim: Claim) -> bool:
    """Whether who has the stones joins the ends, although the other side moves first in the carrier and has
    all other cells. An edge joins nothing but an end.
    """
    start, end = (1 << node for node in claim.ends)
    every = range(check.cells + 4)

    def joined(own: int) -> bool:
        own |= start | end
        reached, new = start, start
        while new and not reached & end:
            neighbors = 0
            for node in every:
                if new >> node & 1:
                    neighbors |= check.neighbors[node]
            new = neighbors & own & ~reached
            reached |= new
        return bool(reached & end)

    @cache
    def wins(own: int, free: int) -> bool:
        if joined(own) or not joined(own | free):
            return joined(own)
        cells = [1 << cell for cell in every if free >> cell & 1]
        return all(any(wins(own | two, free & ~(one | two)) for two in cells if two != one) for one in cells)

    return wins(claim.stones, claim.carrier)
