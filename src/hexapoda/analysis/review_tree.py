"""A review as an annotated game tree, and back: what `review --out` writes to a file and `--resume` reads.

The evaluation of a ply belongs to the position after it. An error has a glyph, a comment, the opponent's best
reply, and the better line as a variation. Comments that begin with `[%review` belong to the review; people
wrote all others:

    {[%eval -35.0,9]} {[%review mistake #5e884898, bB1 -wQ] Mistake: the win probability falls ... }
    {[%review depths] 12.0 -35.0 ...} {[%review reason] After ...} {[%review reply] bA1 wQ/, wG1 bA1-, ...}

With these marks, an interrupted review can be resumed and an earlier review removed. The `#` precedes a hash
of the moves so far: if a move was edited, the marks from there on are ignored. Some file formats merge all
comments on a move, so comments are split at the marks.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, replace

from hexapoda.analysis.position_analysis import PositionAnalysis
from hexapoda.analysis.review import ReviewSettings
from hexapoda.analysis.review_judgment import Judgment, glyph
from hexapoda.analysis.review_move import MoveReview, describe
from hexapoda.analysis.review_value import Value
from hexapoda.engine import Limit
from hexapoda.errors import HexapodaError, InvalidGameError
from hexapoda.games.win_probability import SCALE
from hexapoda.record import GameTree, MoveEvaluation, Node

__all__ = [
    "ReviewRemarks",
    "ReviewedTree",
    "edited_comments",
    "read_remarks",
    "read_review",
    "take_review_out",
]

_ENGINE, _LIMIT, _MOVES, _SCALE = "ReviewEngine", "ReviewLimit", "ReviewMoves", "ReviewScale"
_TAGS = ("Annotator", _ENGINE, _LIMIT, _MOVES, _SCALE)
_MARK = re.compile(r"\[%review (?P<what>[a-z ]+?)(?: #(?P<moves>[0-9a-f]{8}))?(?:, (?P<better>[^\]]+))?\]")
_BEFORE_MARK = re.compile(r"(?=\[%review )")
_START, _LINE, _REASON, _REPLY, _DEPTHS = "start", "line", "reason", "reply", "depths"
_RANGE = re.compile(r"([0-9]{1,6})-([0-9]{1,6})?")
_GLYPHS = frozenset({2, 4, 6})
_ERRORS = frozenset(judgment.value for judgment in Judgment if judgment.is_error)


@dataclass(frozen=True, slots=True)
class ReviewRemarks:
    """What a review wrote about a move.

    Attributes:
        judgment: the value of a `Judgment`; empty for the first move of a better line.
        best: the text of the best move; empty if it was played.
        words: the judgment in words; empty unless the move is an error.
        reason: why the best move is better; may be empty.
        reply: the line that refutes the move; may be empty.
    """

    judgment: str
    best: str = ""
    words: str = ""
    reason: str = ""
    reply: tuple[str, ...] = ()


class ReviewedTree:
    """A game tree to which the reviews of its moves are added one by one.

    Creating it removes an earlier review, but keeps what people wrote.
    """

    def __init__(self, tree: GameTree, settings: ReviewSettings) -> None:
        take_review_out(tree)
        self.tree = tree
        self._settings = settings
        tree.header = replace(tree.header, tags=(*tree.header.tags, *_tags(settings)))
        self._nodes = [tree.root, *tree.main_line()]
        self._hashes = _hashes(tree)

    def add(self, review: MoveReview) -> None:
        """Add the review of a move to the tree."""
        node = self._nodes[review.ply]
        parent = self._nodes[review.ply - 1]
        if review.ply == self._settings.first and review.analysis is not None:
            parent.evaluation = _evaluation(review.analysis.value.flipped().with_move())
            _remark(parent, f"[%review {_START} #{self._hashes[review.ply - 1]}]", *_depths(review.analysis))
        following = review.following
        value = review.after if following is None else following.value.flipped().with_move()
        node.evaluation = _evaluation(value)
        words = describe(review, plies=self.tree.game.analysis.COUNTS_PLIES)
        better = f", {review.best}" if review.best != review.move else ""
        mark = f"[%review {review.judgment.value} #{self._hashes[review.ply]}{better}]"
        remarks = [f"{mark} {words}".rstrip()]
        if review.reason:
            remarks.append(f"[%review {_REASON}] {review.reason}")
        if review.reply:
            remarks.append(f"[%review {_REPLY}] {', '.join(review.reply)}")
        _remark(node, *remarks, *(() if following is None else _depths(following)))
        number = glyph(review.judgment, review.win_probability_loss)
        if number is not None:
            node.nags -= _GLYPHS
            node.nags.add(number)
            if parent.child(review.best) is None:  # otherwise a person wrote the variation
                first = self.tree.add_line(parent, review.line)[0]
                first.evaluation = _evaluation(review.before)
                _remark(first, f"[%review {_LINE}]")


def read_review(tree: GameTree) -> tuple[ReviewSettings, dict[int, PositionAnalysis]] | None:
    """Return the settings of the review in a tree, and its analyses, by the number of plies played before the
    position; None if the tree has no review. Analyses whose hash does not match the moves are skipped.

    Raises `InvalidGameError` if the tags of the review are invalid.
    """
    tags = dict(tree.header.tags)
    if _ENGINE not in tags:
        return None
    settings = _settings(tags)
    found: dict[int, PositionAnalysis] = {}
    nodes = [tree.root, *tree.main_line()]
    for node in nodes:
        node.comments = _apart(node.comments)
    marks = [_valid(_mark(node), moves) for node, moves in zip(nodes, _hashes(tree), strict=True)]
    ends = {len(nodes) - 1, settings.last}
    for ply, node in enumerate(nodes):
        evaluation = node.evaluation
        if marks[ply] is None or evaluation is None or evaluation.win_in in (1, -1):  # the game is over here
            continue
        value = Value(evaluation.score, evaluation.win_in, evaluation.depth).without_move().flipped()
        depths = _numbers(_text(node, _DEPTHS) or "")
        following = node.next
        mark = None if following is None else marks[ply + 1]
        if following is not None and mark is not None:
            best = mark["better"] or following.text
            error = mark["what"] in _ERRORS
            reply = _text(following, _REPLY)
            found[ply] = PositionAnalysis(
                value,
                _line(node, best),
                depths,
                tuple(reply.split(", ")) if reply else () if error else None,
            )
        elif ply in ends:  # the last position, whose best move is not needed
            found[ply] = PositionAnalysis(value, (), depths)
    return settings, found


def read_remarks(node: Node) -> tuple[list[str], ReviewRemarks | None]:
    """Return the comments that people wrote on a move, and what a review wrote about it, or None."""
    comments = _apart(node.comments)
    found = next((mark for text in comments if (mark := _MARK.match(text)) is not None), None)
    if found is None or found["what"] == _START:
        return _unmarked(comments), None
    texts = {mark["what"]: text[mark.end() :].strip() for text in comments if (mark := _MARK.match(text))}
    reply = texts.get(_REPLY, "")
    remarks = ReviewRemarks(
        judgment="" if found["what"] == _LINE else found["what"],
        best=found["better"] or "",
        words=texts[found["what"]],
        reason=texts.get(_REASON, ""),
        reply=tuple(reply.split(", ")) if reply else (),
    )
    return _unmarked(comments), remarks


def edited_comments(comments: list[str], text: str) -> list[str]:
    """Return the comments on a move, with `text` in place of those that people wrote; a review's comments
    stay. If `text` is what people wrote, return the comments unchanged.
    """
    node = Node()
    node.comments = comments
    people, _ = read_remarks(node)
    if "\n".join(people) == text:
        return comments
    marked = [part for part in _apart(comments) if _MARK.match(part)]
    return [text, *marked] if text else marked


def take_review_out(tree: GameTree) -> None:
    """Remove an earlier review from a tree: its evaluations, glyphs, comments, variations and tags."""
    kept = tuple((name, value) for name, value in tree.header.tags if name not in _TAGS)
    if _ENGINE not in dict(tree.header.tags):
        return
    tree.header = replace(tree.header, tags=kept)
    for node in [tree.root, *tree.main_line()]:
        node.comments = _apart(node.comments)
        mark = _mark(node)
        if mark is not None:
            node.evaluation = None
            node.comments = _unmarked(node.comments)
            if mark["what"] in _ERRORS:
                node.nags -= _GLYPHS
        node.variations = [child for child in node.variations if not _is_line(child)]


def _remark(node: Node, *texts: str) -> None:
    """Replace the review's comments on a node; they come after the comments that people wrote."""
    node.comments = [*_unmarked(node.comments), *texts]


def _apart(comments: list[str]) -> list[str]:
    """Return the comments, split at the marks of the review: SGF allows only one comment for each move."""
    return [part.strip() for text in comments for part in _BEFORE_MARK.split(text) if part.strip()]


def _text(node: Node, what: str) -> str | None:
    """Return the text after a mark of the review; None if there is no such mark."""
    for text in node.comments:
        mark = _MARK.match(text)
        if mark is not None and mark["what"] == what:
            return text[mark.end() :].strip()
    return None


def _depths(analysis: PositionAnalysis) -> list[str]:
    if not analysis.depths:
        return []
    return [f"[%review {_DEPTHS}] {' '.join(f'{score:g}' for score in analysis.depths)}"]


def _numbers(text: str) -> tuple[float, ...]:
    try:
        return tuple(float(word) for word in text.split())
    except ValueError:
        return ()


def _unmarked(comments: list[str]) -> list[str]:
    return [text for text in comments if _MARK.match(text) is None]


def _mark(node: Node) -> re.Match[str] | None:
    return next((found for text in node.comments if (found := _MARK.match(text)) is not None), None)


def _valid(mark: re.Match[str] | None, moves: str) -> re.Match[str] | None:
    """Return the mark if it has the hash `moves`; None otherwise."""
    return mark if mark is not None and mark["moves"] == moves else None


def _hashes(tree: GameTree) -> list[str]:
    """Return a short hash of the game so far for every node of the main line, the root first."""
    header = tree.header
    state = hashlib.sha256(repr((header.variant, header.start)).encode())
    found = [state.hexdigest()[:8]]
    for node in tree.main_line():
        state.update(f"\n{node.text}".encode())
        found.append(state.hexdigest()[:8])
    return found


def _is_line(node: Node) -> bool:
    mark = _mark(node)
    return mark is not None and mark["what"] == _LINE


def _line(node: Node, best: str) -> tuple[str, ...]:
    """Return the review's line that begins with the best move, or the move alone if there is no such line."""
    child = node.child(best)
    if child is None or not _is_line(child):
        return (best,)
    return (best, *(after.text for after in child.main_line()))


def _evaluation(value: Value) -> MoveEvaluation:
    return MoveEvaluation(value.score, value.win_in, value.depth)


def _tags(settings: ReviewSettings) -> list[tuple[str, str]]:
    limit = settings.limit
    bounds = (("time", limit.time), ("depth", limit.depth), ("nodes", limit.nodes))
    tags = [
        ("Annotator", "hexapoda review"),
        (_ENGINE, settings.engine),
        (_LIMIT, " ".join(f"{name}={value}" for name, value in bounds if value is not None)),
    ]
    if settings.first > 1 or settings.last is not None:
        tags.append((_MOVES, f"{settings.first}-{'' if settings.last is None else settings.last}"))
    if settings.scale != SCALE:
        tags.append((_SCALE, repr(settings.scale)))
    return tags


def _settings(tags: dict[str, str]) -> ReviewSettings:
    limits = dict(word.split("=", 1) for word in tags.get(_LIMIT, "").split() if "=" in word)
    plies = _RANGE.fullmatch(tags.get(_MOVES, "1-"))
    try:
        if plies is None:
            raise ValueError(f"{_MOVES} {tags[_MOVES]!r}: expected a range such as '10-30'")
        return ReviewSettings(
            engine=tags[_ENGINE],
            limit=Limit(
                time=float(limits["time"]) if "time" in limits else None,
                depth=int(limits["depth"]) if "depth" in limits else None,
                nodes=int(limits["nodes"]) if "nodes" in limits else None,
            ),
            first=int(plies[1]),
            last=int(plies[2]) if plies[2] else None,
            scale=float(tags.get(_SCALE, SCALE)),
        )
    except (HexapodaError, ValueError) as error:
        raise InvalidGameError(f"the tags of the review are invalid: {error}") from None
