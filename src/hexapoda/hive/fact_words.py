"""The facts of Hive in words: what holds in a position, what a move causes, and what it ends.

Lists the kinds of facts, how reviews word them, and the patterns of the clauses. `facts` defines what
each kind claims.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from hexapoda.games.fact import Fact, FactKind, Phrase
from hexapoda.hive.piece import Bug, Piece
from hexapoda.hive.text.piece_names import PIECE_NAMES, SIDES
from hexapoda.text.sentence import Sentence

__all__ = ["KINDS", "PATTERNS", "marked", "phrase"]

KINDS: tuple[FactKind, ...] = (
    FactKind(
        "no-defense",
        Sentence("nothing could keep your queen from being surrounded"),
        Sentence("you could have left the enemy no defense"),
        lasting=False,
        proof=1,
    ),
    FactKind(
        "last-cell",
        Sentence("the last free cell around your queen could be filled"),
        Sentence("you could have threatened the last free cell around the enemy queen"),
        lasting=False,
    ),
    FactKind(
        "queen-covered",
        Sentence("an enemy piece got onto your queen"),
        Sentence("you could have climbed onto the enemy queen"),
        proof=2,
    ),
    FactKind(
        "own-cover",
        Sentence("you covered a piece of your own"),
        Sentence("the enemy would have covered a piece of its own"),
    ),
    FactKind(
        "queen-pinned",
        Sentence("your queen was pinned"),
        Sentence("you could have pinned the enemy queen"),
        proof=2,
    ),
    FactKind(
        "queen-shut-in",
        Sentence("your queen was shut in"),
        Sentence("you could have shut in the enemy queen"),
        proof=2,
    ),
    FactKind(
        "queen-climb",
        Sentence("an enemy piece could climb onto your queen"),
        Sentence("you could have threatened to climb onto the enemy queen"),
        lasting=False,
    ),
    FactKind(
        "throw-queen",
        Sentence("the enemy could throw your queen"),
        Sentence("you could have threatened to throw the enemy queen"),
        lasting=False,
    ),
    FactKind(
        "throw-out",
        Sentence("the enemy could throw its own queen out"),
        Sentence("your queen could have been thrown out"),
        lasting=False,
    ),
    FactKind(
        "throw-in",
        Sentence("the enemy could throw a piece beside your queen"),
        Sentence("you could have threatened to throw a piece beside the enemy queen"),
        lasting=False,
    ),
    FactKind(
        "shut-out",
        Sentence("the enemy shut you out from its queen"),
        Sentence("you could have shut the enemy out from your queen"),
        lasting=False,
    ),
    FactKind(
        "gate",
        Sentence("the enemy queen was behind a gate"),
        Sentence("your queen could have been behind a gate"),
    ),
    FactKind(
        "race",
        Sentence("the enemy led the race"),
        Sentence("you could have led the race"),
        lasting=False,
    ),
    FactKind(
        "ring",
        Sentence("more cells around your queen were filled"),
        Sentence("you could have filled more cells around the enemy queen"),
        counted=True,
    ),
    FactKind(
        "must-pass",
        Sentence("you had to pass"),
        Sentence("you could have forced the enemy to pass"),
        lasting=False,
    ),
    FactKind(
        "no-placement",
        Sentence("you had no cell for a new piece"),
        Sentence("you could have left the enemy no cell for a new piece"),
    ),
    FactKind(
        "covered",
        Sentence("a piece of yours was covered"),
        Sentence("you could have covered an enemy piece"),
    ),
    FactKind(
        "pinned", Sentence("a piece of yours was pinned"), Sentence("you could have pinned an enemy piece")
    ),
    FactKind(
        "shut-in", Sentence("a piece of yours was shut in"), Sentence("you could have shut in an enemy piece")
    ),
    FactKind(
        "movable",
        Sentence("more enemy pieces could move"),
        Sentence("more of your pieces could have been free to move"),
        counted=True,
    ),
    FactKind(
        "reserve",
        Sentence("the enemy had more pieces in hand"),
        Sentence("you could have had more pieces in hand"),
        counted=True,
    ),
    FactKind(
        "repetition",
        Sentence("the enemy repeated the position for a draw"),
        Sentence("you could have repeated the position for a draw"),
        lasting=False,
    ),
)
PATTERNS: Mapping[str, tuple[str, str, str]] = MappingProxyType(
    {
        "last-cell": (
            "{piece} can fill the last free cell around {queen}",
            "threatens to fill the last free cell around {queen}",
            "stops the threat to fill the last free cell around {queen}",
        ),
        "no-defense": (
            "no move keeps {queen} from being surrounded",
            "leaves no move that keeps {queen} from being surrounded",
            "",
        ),
        "queen-covered": ("{piece} sits on {queen}", "climbs onto {queen}", ""),
        "queen-pinned": ("{queen} is pinned", "pins {queen}", "unpins {queen}"),
        "queen-shut-in": ("{queen} cannot slide out", "shuts in {queen}", "opens a way out for {queen}"),
        "queen-climb": (
            "{piece} can climb onto {queen}",
            "threatens to climb onto {queen}",
            "keeps {piece} from climbing onto {queen}",
        ),
        "throw-queen": (
            "{side} can throw {queen}",
            "threatens to throw {queen}",
            "keeps {queen} from being thrown",
        ),
        "throw-out": (
            "{side} can throw {queen} out",
            "lets {side} throw {queen} out",
            "keeps {side} from throwing {queen} out",
        ),
        "covered": ("{piece} covers {victim}", "covers {victim}", ""),
        "own-cover": ("{piece} covers {victim}", "", ""),
        "pinned": ("{victim} is pinned", "pins {victim}", "unpins {victim}"),
        "throw-in": (
            "{side} can throw {piece} beside {queen}",
            "threatens to throw {piece} beside {queen}",
            "",
        ),
        "shut-in": ("{victim} cannot slide out", "shuts in {victim}", "opens a way out for {victim}"),
    }
)
"""For each kind that is about pieces: the clause about the position, the words for a move that causes the
fact, and the words for a move that ends it; empty if there are none. `victim` is the first piece of the fact
and `piece` the second; `queen` is the same as `victim` if the victim is a queen.
"""


def marked(fact: Fact, /) -> str:
    """Return an empty string: the words for a fact name pieces, not marked cells."""
    return ""


def phrase(fact: Fact, form: Phrase, you: int | None = None, /) -> str:
    """Return a fact in words; empty if there are none for this form."""
    if fact.kind in ("must-pass", "no-placement"):
        return _about_side(fact, form, you)
    if fact.kind == "repetition":
        return Sentence("the position occurs for the third time, which is a draw") if form == "is" else ""
    if fact.kind in _CIRCLE:
        return _CIRCLE[fact.kind](fact, you) if form == "is" else ""
    if fact.count is not None:
        return _counted(fact, fact.count, you) if form == "is" else ""
    pattern = PATTERNS[fact.kind][("is", "does", "ends").index(form)]
    return Sentence(pattern, **_values(fact, you)) if pattern else ""


def _values(fact: Fact, you: int | None) -> dict[str, str]:
    names = [Piece(text) for text in fact.pieces]
    values: dict[str, str] = {"side": _side(fact.gains, you)}
    if names[0].bug is Bug.QUEEN:
        values["queen"] = values["victim"] = _named(names[0], you)
    else:
        values["victim"] = _with_text(names[0], you)
    if len(names) > 1:
        values["piece"] = _with_text(names[1], you)
    return values


def _about_side(fact: Fact, form: Phrase, you: int | None) -> str:
    victim = 1 - fact.gains
    addressed = victim == you
    side = SIDES[victim]
    if fact.kind == "must-pass":
        if form != "is":  # the side may have had no move before, either
            return ""
        return Sentence("you must pass") if addressed else Sentence("{side} must pass", side=side)
    if form == "is":
        if addressed:
            return Sentence("you have no cell for a new piece")
        return Sentence("{side} has no cell for a new piece", side=side)
    if form == "does":
        if addressed:
            return Sentence("leaves you no cell for a new piece")
        return Sentence("leaves {side} no cell for a new piece", side=side)
    if addressed:
        return Sentence("gives you a cell for a new piece")
    return Sentence("gives {side} a cell for a new piece", side=side)


def _counted(fact: Fact, count: int, you: int | None) -> str:
    if fact.kind == "ring":
        queen = _named(Piece(fact.pieces[0]), you)
        if count == 1:
            return Sentence("1 of the 6 cells around {queen} is filled", queen=queen)
        return Sentence("{count} of the 6 cells around {queen} are filled", count=count, queen=queen)
    if fact.kind == "reserve":
        return _reserve(fact.gains, count, you)
    owner = _owner(fact.gains, you)
    if count == 0:
        return Sentence("none of {owner} pieces can move", owner=owner)
    if count == 1:
        return Sentence("1 of {owner} pieces can move", owner=owner)
    return Sentence("{count} of {owner} pieces can move", count=count, owner=owner)


def _reserve(player: int, count: int, you: int | None) -> str:
    if player == you:
        if count == 0:
            return Sentence("you have no piece in hand")
        if count == 1:
            return Sentence("you have 1 piece left in hand")
        return Sentence("you have {count} pieces left in hand", count=count)
    side = SIDES[player]
    if count == 0:
        return Sentence("{side} has no piece in hand", side=side)
    if count == 1:
        return Sentence("{side} has 1 piece left in hand", side=side)
    return Sentence("{side} has {count} pieces left in hand", side=side, count=count)


def _shut_out(fact: Fact, you: int | None) -> str:
    victim = 1 - fact.gains
    queen = _named(Piece(fact.pieces[0]), you)
    if victim == you:
        if len(fact.cells) == 1:
            return Sentence(
                "you are shut out: your next move cannot fill the last cell around {queen}", queen=queen
            )
        return Sentence(
            "you are shut out: your next move cannot fill either cell around {queen}", queen=queen
        )
    values = {"side": SIDES[victim], "queen": queen}
    if len(fact.cells) == 1:
        return Sentence(
            "{side} is shut out: its next move cannot fill the last cell around {queen}", **values
        )
    return Sentence("{side} is shut out: its next move cannot fill either cell around {queen}", **values)


def _gate(fact: Fact, you: int | None) -> str:
    count, queen = len(fact.cells), _named(Piece(fact.pieces[0]), you)
    if count == 1:
        return Sentence("1 free cell beside {queen} is behind a gate", queen=queen)
    return Sentence("{count} free cells beside {queen} are behind gates", count=count, queen=queen)


def _race(fact: Fact, you: int | None) -> str:
    queen, own = (_named(Piece(name), you) for name in fact.pieces)
    free, count = len(fact.cells), fact.count or 0
    values = {"side": _side(fact.gains, you), "queen": queen, "own": own, "free": free, "count": count}
    if free < count and fact.gains == you:
        return Sentence("you lead the race: {free} to fill around {queen}, {count} around {own}", **values)
    if free < count:
        return Sentence(
            "{side} leads the race: {free} to fill around {queen}, {count} around {own}", **values
        )
    if fact.gains == you:
        return Sentence(
            "you move first in the race: {free} to fill around {queen} and around {own}", **values
        )
    return Sentence(
        "{side} moves first in the race: {free} to fill around {queen} and around {own}", **values
    )


_CIRCLE: Mapping[str, Callable[[Fact, int | None], str]] = MappingProxyType(
    {"shut-out": _shut_out, "gate": _gate, "race": _race}
)
"""The kinds that are about the cells around the queens. They have only a clause about the position, no words
for a move, because the queen itself may have moved.
"""


def _side(player: int, you: int | None) -> Sentence:
    return Sentence("you") if player == you else SIDES[player]


def _owner(player: int, you: int | None) -> Sentence:
    return Sentence("your") if player == you else (Sentence("White's"), Sentence("Black's"))[player]


def _named(piece: Piece, you: int | None) -> Sentence:
    return PIECE_NAMES[piece.bug][2 if piece.color == you else piece.color]


def _with_text(piece: Piece, you: int | None) -> Sentence:
    """Return a piece's name with its notation, because other pieces share the name: `the black ant (bA1)`."""
    return Sentence("{name} ({piece})", name=_named(piece, you), piece=piece)
