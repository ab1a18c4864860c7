"""The facts of Hex in words: a clause about the position, or what a move does.

This module defines the kinds of facts with their themes, and the sentences. `facts` defines what each kind
claims.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TypeAlias

from hexapoda.games.fact import Fact, FactKind, Phrase
from hexapoda.hex.cell import format_cell
from hexapoda.text.sentence import Sentence

__all__ = ["COLORS", "EDGES", "KINDS", "marked", "phrase", "template_name"]

COLORS = ("black", "white")
"""The names of the colors in `Fact.pieces`."""
EDGES = (("top", "bottom"), ("left", "right"))
"""The names of the edges of each color in `Fact.pieces`."""

KINDS: tuple[FactKind, ...] = (
    FactKind(
        "connected",
        Sentence("nothing could keep the opponent from connecting"),
        Sentence("you could have connected, whatever the opponent played"),
        proof=1,
    ),
    FactKind(
        "must-answer",
        Sentence("you had to answer on one of a few cells"),
        Sentence("you could have forced an answer on one of a few cells"),
        lasting=False,
        proof=2,
    ),
    FactKind(
        "wasted-intrusion",
        Sentence("you played into a connection that the opponent could restore"),
        Sentence("the opponent would have played into a connection that you could restore"),
        lasting=False,
    ),
    FactKind(
        "double-intrusion",
        Sentence("the opponent intruded into two of your connections at once"),
        Sentence("you could have intruded into two connections at once"),
        lasting=False,
    ),
    FactKind(
        "links",
        Sentence("the opponent joined its groups"),
        Sentence("you could have joined your groups"),
        lasting=False,
    ),
    FactKind(
        "cut",
        Sentence("the opponent cut your groups apart"),
        Sentence("you could have cut the opponent's groups apart"),
        lasting=False,
    ),
    FactKind(
        "ladder",
        Sentence("the opponent played a ladder along its edge"),
        Sentence("you could have played a ladder along your edge"),
        lasting=False,
    ),
    FactKind(
        "ladder-escape",
        Sentence("the opponent played a ladder that reached its escape"),
        Sentence("you could have played a ladder that reached its escape"),
        lasting=False,
    ),
    FactKind(
        "edge-template",
        Sentence("the opponent joined a stone to its edge by a template"),
        Sentence("you could have joined a stone to your edge by a template"),
        lasting=False,
    ),
    FactKind(
        "dead-cell",
        Sentence("you played on a dead cell"),
        Sentence("the opponent would have played on a dead cell"),
        lasting=False,
    ),
    FactKind(
        "captured-cell",
        Sentence("you played on a cell that the opponent had captured"),
        Sentence("the opponent would have played on a cell that you had captured"),
        lasting=False,
    ),
    FactKind(
        "stones-needed",
        Sentence("you needed more stones to connect"),
        Sentence("the opponent would have needed more stones to connect"),
        counted=True,
    ),
)


def phrase(fact: Fact, form: Phrase, you: int | None = None, /) -> str:
    """Return a fact in words; empty if this form has no words for it.

    No words describe what a move ends, because a connection that is no longer found may still exist. Nor does
    any text say that a move connects the edges or threatens to: the connection or threat may be older than
    the move. Facts that harm the player who moved are stated as clauses about the position.
    """
    if form == "ends" or (form == "does" and fact.kind not in _DEEDS):
        return ""
    gainer = COLORS.index(fact.pieces[0])
    names = (
        None if you == fact.gains else _PLAYERS[gainer],
        None if you == 1 - fact.gains else _PLAYERS[1 - gainer],
    )
    if fact.kind == "connected":
        return _connected(names[0], fact.count == 0)
    if fact.kind == "must-answer":
        return _must_answer(fact, names[1])
    if fact.kind == "stones-needed":
        return _stones_needed(fact, names[1])
    if fact.kind == "wasted-intrusion":
        return _wasted(fact, names[0])
    if fact.kind == "double-intrusion":
        return _double(form, names[1])
    if fact.kind == "links":
        return _links(fact, form)
    if fact.kind == "cut":
        return _cut(fact, form)
    if fact.kind == "ladder":
        return _ladder(fact, form, names[0])
    if fact.kind == "ladder-escape":
        return _escape(fact, form, names[0])
    if fact.kind == "edge-template":
        return _template(fact, form)
    if fact.kind == "dead-cell":
        return _dead(fact)
    return _captured(fact, names[0])


def marked(fact: Fact, /) -> str:
    """Return the names of the cells that the words for a fact call marked; empty if there are none."""
    spoken = fact.kind in _MARKED or (fact.kind == "links" and _has_marked_link(fact))
    return " ".join(map(format_cell, fact.cells)) if spoken else ""


_MARKED = frozenset({"must-answer", "double-intrusion", "cut", "edge-template"})
"""The kinds whose words call all their cells marked."""
_DEEDS = frozenset({"double-intrusion", "links", "cut", "ladder", "ladder-escape", "edge-template"})
"""The kinds that have words for what a move does."""
_Name: TypeAlias = Sentence | None
"""The name of a player; None for the player who is addressed as "you"."""
_PLAYERS = (Sentence("Black"), Sentence("White"))
_EDGE_NAMES: Mapping[str, Sentence] = MappingProxyType(
    {
        "top": Sentence("the black edge at the first row"),
        "bottom": Sentence("the black edge at the last row"),
        "left": Sentence("the white edge at the first column"),
        "right": Sentence("the white edge at the last column"),
    }
)


def _connected(gainer: _Name, by_stones: bool) -> Sentence:
    if by_stones and gainer is None:
        return Sentence("you are connected from edge to edge")
    if by_stones:
        return Sentence("{side} is connected from edge to edge", side=gainer)
    if gainer is None:
        return Sentence("nothing can keep you from connecting your edges")
    return Sentence("nothing can keep {side} from connecting its edges", side=gainer)


def _must_answer(fact: Fact, victim: _Name) -> Sentence:
    count = fact.count
    if victim is None:
        if count == 1:
            return Sentence("you must answer on the marked cell")
        return Sentence("you must answer on one of the {count} marked cells", count=count)
    if count == 1:
        return Sentence("{side} must answer on the marked cell", side=victim)
    return Sentence("{side} must answer on one of the {count} marked cells", side=victim, count=count)


def _stones_needed(fact: Fact, victim: _Name) -> Sentence:
    count = fact.count
    if victim is None:
        if count == 1:
            return Sentence("you need 1 more stone to connect")
        return Sentence("you need {count} more stones to connect", count=count)
    if count == 1:
        return Sentence("{side} needs 1 more stone to connect", side=victim)
    return Sentence("{side} needs {count} more stones to connect", side=victim, count=count)


def _wasted(fact: Fact, gainer: _Name) -> Sentence:
    count = fact.count
    if count == 2:
        if gainer is None:
            return Sentence("you can restore the bridge")
        return Sentence("{side} can restore the bridge", side=gainer)
    if gainer is None:
        return Sentence("you can restore the connection of {count} cells", count=count)
    return Sentence("{side} can restore the connection of {count} cells", side=gainer, count=count)


def _double(form: Phrase, victim: _Name) -> Sentence:
    if form == "is":
        if victim is None:
            return Sentence("you can restore only one of two connections in the marked cells")
        return Sentence("{side} can restore only one of two connections in the marked cells", side=victim)
    if victim is None:
        return Sentence(
            "intrudes into two connections at once, and you can restore only one of them in the marked cells"
        )
    return Sentence(
        "intrudes into two connections at once, and {side} can restore only one of them in the marked cells",
        side=victim,
    )


def _has_marked_link(fact: Fact) -> bool:
    """Return whether a link needs more cells than a bridge, so that its words call them marked."""
    return (fact.count or 0) > 2


def _links(fact: Fact, form: Phrase) -> Sentence:
    """Return the words for a link by contact, by a bridge or by a larger carrier. The ends may be joined
    through an edge.
    """
    ends = _ends(fact)
    if _has_marked_link(fact):
        values = {"ends": ends, "count": fact.count}
        if form == "is":
            return Sentence("{ends} are linked in the {count} marked cells", **values)
        return Sentence("links {ends}, whoever plays first in the {count} marked cells", **values)
    if form == "is":
        return Sentence("{ends} are linked", ends=ends)
    if fact.count:
        return Sentence("links {ends} by a bridge", ends=ends)
    return Sentence("joins {ends} at once", ends=ends)


def _cut(fact: Fact, form: Phrase) -> Sentence:
    if form == "is":
        return Sentence("{ends} are kept apart in the marked cells", ends=_ends(fact))
    return Sentence("keeps {ends} apart in the marked cells", ends=_ends(fact))


def _ladder(fact: Fact, form: Phrase, gainer: _Name) -> Sentence:
    where = _where(fact)
    if form == "does":
        return Sentence("plays a ladder {where}", where=where)
    if gainer is None:
        return Sentence("you have a ladder {where}", where=where)
    return Sentence("{side} has a ladder {where}", side=gainer, where=where)


def _escape(fact: Fact, form: Phrase, gainer: _Name) -> Sentence:
    line = " ".join(format_cell(cell) for cell in fact.cells[: fact.count])
    values = {"where": _where(fact), "escape": fact.pieces[3], "line": line}
    if form == "does":
        return Sentence("plays a ladder {where} that reaches its escape {escape}: {line}", **values)
    if gainer is None:
        return Sentence("you have a ladder {where} that reaches its escape {escape}: {line}", **values)
    return Sentence(
        "{side} has a ladder {where} that reaches its escape {escape}: {line}", side=gainer, **values
    )


def _where(fact: Fact) -> Sentence:
    """Return where a ladder runs."""
    edge, row = _EDGE_NAMES[fact.pieces[1]], fact.pieces[2]
    if row == "2":
        return Sentence("along {edge}", edge=edge)
    if row == "3":
        return Sentence("on the third row from {edge}", edge=edge)
    return Sentence("on the fourth row from {edge}", edge=edge)


def _template(fact: Fact, form: Phrase) -> Sentence:
    _, stone, edge, name = fact.pieces
    values = {"edge": _EDGE_NAMES[edge], "template": template_name(name), "count": fact.count}
    if form == "does":
        return Sentence("is joined to {edge} by {template}: the {count} marked cells", **values)
    return Sentence(
        "{stone} is joined to {edge} by {template}: the {count} marked cells", stone=stone, **values
    )


def template_name(name: str) -> Sentence:
    """Return the name by which players know an edge template."""
    if name == "IIIa":
        return Sentence("the ziggurat")
    return Sentence("template {name}", name=name)


def _dead(fact: Fact) -> Sentence:
    return Sentence("{cell} no longer matters", cell=format_cell(fact.cells[0]))


def _captured(fact: Fact, gainer: _Name) -> Sentence:
    cell, reply = (format_cell(each) for each in fact.cells)
    if gainer is None:
        return Sentence("{cell} is dead if you reply on {reply}", cell=cell, reply=reply)
    return Sentence("{cell} is dead if {side} replies on {reply}", cell=cell, side=gainer, reply=reply)


def _ends(fact: Fact) -> Sentence:
    _, one, other = fact.pieces
    edge = _EDGE_NAMES.get(other)
    if edge is None:
        return Sentence("the groups of {one} and {other}", one=one, other=other)
    return Sentence("the group of {one} and {edge}", one=one, edge=edge)
