"""Captured cells in proofs: the pairs that a color fills in, and those that a proof needs.

This module finds pairs that the checker accepts. The core's pairs cannot be used: they depend on stones of
both colors, but a claim may depend only on stones of one color.
"""

from __future__ import annotations

from hexapoda.hex.proof_check import ProofCheck, bits
from hexapoda.hex.proof_claims import Route

__all__ = ["captured_pairs", "without_filled"]

_Pair = tuple[int, int]


def captured_pairs(check: ProofCheck, own: int, free: int, color: int) -> list[_Pair]:
    """Return pairs of free cells that a color captures. Each depends on the stones `own` and on earlier
    pairs.
    """
    pairs = list[_Pair]()
    found = True
    while found:
        found = False
        for one in bits(free):
            for two in bits(check.neighbors[one] & free):
                if one < two and free >> one & 1 and check.captures(color, (one, two), own):
                    pairs.append((one, two))
                    own |= 1 << one | 1 << two
                    free &= ~own
                    found = True
    return pairs


def without_filled(check: ProofCheck, route: Route, own: int, pairs: list[_Pair], color: int) -> Route:
    """Convert a route that was found after fill-in to one that holds before it: the filled cells that the
    route needs become captured pairs.

    `own` are the color's stones before fill-in.
    """
    stones, carrier, captured = route.stones, route.carrier, list[_Pair]()
    for one, two in pairs:
        own |= 1 << one | 1 << two
    for pair in reversed(pairs):
        both = 1 << pair[0] | 1 << pair[1]
        own &= ~both
        if not stones & both:
            continue
        around = (check.neighbors[pair[0]] | check.neighbors[pair[1]]) & own
        # Drop the stones that the pair does not need. The stones that the route needs anyway are tried last,
        # so that they remain if they suffice.
        for cell in [*bits(around & ~stones), *bits(around & stones)]:
            if check.captures(color, pair, around & ~(1 << cell)):
                around &= ~(1 << cell)
        stones = stones & ~both | around
        carrier |= both
        captured.insert(0, pair)
    return Route(route.claims, stones, carrier, (*captured, *route.captured))
