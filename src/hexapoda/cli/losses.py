"""The command `losses`: measures the loss per move of players, and of engines in the same positions."""

from __future__ import annotations

import hashlib
import json as jsonlib
import os
import sys
from collections import defaultdict
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hexapoda.cli.group import INTERRUPTED, complain
from hexapoda.cli.output import counted, print_json, print_text
from hexapoda.cli.subject import Json
from hexapoda.errors import UsageError
from hexapoda.text.sentence import reason_of

if TYPE_CHECKING:
    from hexapoda.analysis.move_losses import MeanLoss
    from hexapoda.record import GameTree

__all__ = ["losses"]

_NODES = 20_000
_LISTED = 20
"""The maximum number of players listed, besides the row for all players together."""
_ALL = "all players"
_MOST_POINTS = 20
"""The maximum loss of a move, in points: scores range from -10 to 10."""


def losses(
    paths: Annotated[
        list[Path],
        typer.Argument(
            metavar="PATH...", help="Files of games in any format, or folders.", show_default=False
        ),
    ],
    beside: Annotated[
        list[str] | None,
        typer.Option(
            "--beside",
            metavar="ENGINE",
            help="An engine that moves in the same positions, such as alphabeta:level=5; may be repeated.",
            show_default=False,
        ),
    ] = None,
    per_game: Annotated[
        int,
        typer.Option("--per-game", metavar="N", min=1, help="Judge this many random positions of each game."),
    ] = 4,
    engine: Annotated[
        str | None,
        typer.Option(
            "--engine",
            metavar="ENGINE",
            help="The engine that judges; the strongest one by default.",
            show_default=False,
        ),
    ] = None,
    nodes: Annotated[
        int, typer.Option("--nodes", metavar="N", min=1, help="Nodes of each search by the judge.")
    ] = _NODES,
    seed: Annotated[
        int,
        typer.Option(
            "--seed", metavar="N", min=0, help="The seed of the choice of positions and of the engines."
        ),
    ] = 1,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            "-o",
            metavar="FILE",
            help="Write a JSON line for each position; a FILE of the same measurement is continued.",
            show_default=False,
        ),
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Show no progress.")] = False,
    json: Json = False,
) -> None:
    """Measure how much the moves of players lose on average, with 95% intervals.

    The judge, an engine, searches positions of the games before and after the move that was played. For
    comparison, the engines of --beside move in the same positions. Openings, forced moves and decided
    positions are left out. The table shows the loss per move in win probability and in the judge's score.
    Ctrl+C stops the measurement; with --out, the same command continues it. All games must be of one game.
    """
    from hexapoda.record import read_games

    trees = [tree for path in paths for tree in read_games(path)]
    game = trees[0].game
    if other := next((tree for tree in trees if tree.game.name != game.name), None):
        raise UsageError(f"there are games of {game.name} and of {other.game.name}: expected only one game")
    work = _Work(
        game.name,
        engine or _default(game.name),
        nodes,
        per_game,
        seed,
        tuple(dict.fromkeys(beside or ())),
        _digest(trees),
    )
    table = _Table(work, out)
    try:
        with table:
            _measure(trees, work, table, quiet=quiet)
    except KeyboardInterrupt:
        again = "; the same command continues" if out is not None else "; with --out FILE it could continue"
        complain(f"interrupted after {len(table.rows)} positions{again}")
        table.show(json=json)
        raise typer.Exit(INTERRUPTED) from None
    table.show(json=json)


def _default(game: str) -> str:
    from hexapoda.registry import default_engine

    return default_engine(game)


@dataclass(frozen=True, slots=True)
class _Work:
    """The settings of a measurement. A file is continued only by a measurement with the same settings."""

    game: str
    judge: str
    nodes: int
    per_game: int
    seed: int
    beside: tuple[str, ...]
    games: str
    """The SHA-256 of all games: their starting positions, rules, player names and moves."""


def _digest(trees: list[GameTree]) -> str:
    found = hashlib.sha256()
    for tree in trees:
        who = [player.name for player in tree.header.players]
        rules = (f"{name}={value}" for name, value in tree.header.rules)
        texts = [tree.start.text(), *rules, *who, *(node.text for node in tree.main_line())]
        found.update(";".join(texts).encode() + b"\n")
    return found.hexdigest()


class _Table:
    """The positions judged so far, including those in the output file. New ones are appended to the file."""

    def __init__(self, work: _Work, out: Path | None) -> None:
        self._work, self._out = work, out
        self.rows: dict[tuple[int, int], dict[str, Any]] = {}
        self._file: Any = None
        if out is not None and out.exists():
            self._read(out)

    def __enter__(self) -> _Table:
        if self._out is not None:
            fresh = not self.rows and not (self._out.exists() and self._out.stat().st_size)
            try:
                self._file = self._out.open("ab", buffering=0)
            except OSError as error:
                raise UsageError(f"cannot write {str(self._out)!r}: {reason_of(error)}") from None
            if fresh:
                self._append({"kind": "losses", **asdict(self._work)})
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            self._file.close()

    def _read(self, path: Path) -> None:
        """Read the rows of a file, and cut off an incomplete last line. Raises `UsageError`."""
        if not path.is_file():  # reading a device may never end
            raise UsageError(f"{str(path)!r} is not a regular file")
        try:
            content = path.read_bytes()
        except OSError as error:
            raise UsageError(f"cannot read {str(path)!r}: {reason_of(error)}") from None
        whole = content[: content.rfind(b"\n") + 1]
        header = jsonlib.dumps({"kind": "losses", **asdict(self._work)})
        wanted = jsonlib.loads(header)
        for number, line in enumerate(whole.splitlines(), 1):
            try:
                row = jsonlib.loads(line)
                if number > 1:
                    self.rows[row["game"], row["ply"]] = self._row(row)
                    continue
            except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
                raise UsageError(
                    f"{str(path)!r}, line {number}: expected a line that this command wrote"
                ) from None
            if row != wanted:
                raise UsageError(f"{str(path)!r} belongs to another measurement: choose another FILE")
        if not whole and not header.encode().startswith(content):
            raise UsageError(f"{str(path)!r} was not written by this command: choose another FILE")
        if len(whole) < len(content):
            try:
                os.truncate(path, len(whole))
            except OSError as error:
                raise UsageError(f"cannot write {str(path)!r}: {reason_of(error)}") from None

    def _row(self, row: Any) -> dict[str, Any]:
        """Return a row if this measurement could have written it. Raises `ValueError`, `KeyError`,
        `TypeError` or `AttributeError` if not.
        """
        if type(row["game"]) is not int or type(row["ply"]) is not int or not isinstance(row["player"], str):
            raise ValueError("expected a game, a ply and a player")
        if row["losses"] is not None:
            if set(row["losses"]) != {"", *self._work.beside}:
                raise ValueError("expected the losses of the player and of the engines")
            for points, share in row["losses"].values():
                if not (0 <= points <= _MOST_POINTS and 0 <= share <= 1):
                    raise ValueError("expected losses")
        return dict(row)

    def add(self, row: dict[str, Any]) -> None:
        """Add a row, and append it to the file if there is one."""
        if self._file is not None:
            self._append(row)
        self.rows[row["game"], row["ply"]] = row

    def _append(self, row: dict[str, Any]) -> None:
        from hexapoda.files.data_folder import append_synced

        try:
            append_synced(self._file, jsonlib.dumps(row).encode() + b"\n")
        except OSError as error:
            raise UsageError(f"cannot write {str(self._out)!r}: {reason_of(error)}") from None

    def means(self) -> list[tuple[str, str, MeanLoss, MeanLoss]]:
        """Return the mean losses as rows of name, kind, loss in points and loss in win probability.

        The first row is for all players (kind ""). Then comes a row for each player (kind "player"), most
        positions first, and a row for each engine (kind "engine"), in the order of the options.
        """
        from hexapoda.analysis.move_losses import mean_loss

        found: dict[tuple[str, str], dict[int, list[tuple[float, float]]]] = defaultdict(
            lambda: defaultdict(list)
        )
        for row in self.rows.values():
            if row["losses"] is None:
                continue
            for text, loss in row["losses"].items():
                name = str(text)
                kinds = [("engine", name)] if name else [("", _ALL), ("player", row["player"])]
                for kind in kinds:
                    found[kind][row["game"]].append((loss[0], loss[1]))
        named = []
        for (what, name), by_game in found.items():
            points, shares = (
                mean_loss({game: [loss[part] for loss in each] for game, each in by_game.items()})
                for part in (0, 1)
            )
            named.append((name, what, points, shares))
        order = {"": 0, "player": 1, "engine": 2}
        engines = list(self._work.beside)
        return sorted(
            named,
            key=lambda one: (
                order[one[1]],
                engines.index(one[0]) if one[1] == "engine" else -one[2].positions,
                one[0],
            ),
        )

    def show(self, *, json: bool) -> None:
        """Print the means, as JSON lines or as a table."""
        rows = self.means()
        left_out = sum(row["losses"] is None for row in self.rows.values())
        if json:
            for name, kind, points, shares in rows:
                means = {"points": _figures(points), "win_probability": _figures(shares)}
                count = {"positions": points.positions, "games": points.games}
                print_json({"kind": kind or "all", "name": name, **count, **means})
            print_json({"kind": "summary", "positions": len(self.rows), "decided": left_out})
            return
        if not rows:
            print_text(f"no position was judged; {left_out} were decided")
            return
        from hexapoda.text.text_table import TextColumn, format_table

        players = [row for row in rows if row[1] == "player" and row[0]]
        listed = players[:_LISTED]
        shown = [row for row in rows if row[1] != "player" or row in listed]
        columns = (
            TextColumn("who", "name"),
            TextColumn("positions", "number"),
            TextColumn("games", "number"),
            TextColumn("loss", "number"),
            TextColumn("score", "number"),
        )
        lines = format_table(
            columns,
            [
                (
                    name,
                    points.positions,
                    points.games,
                    _text(shares, 1, "%"),
                    _text(points, 0, ""),
                )
                for name, _, points, shares in shown
            ],
        )
        for line in lines:
            print_text(line)
        if len(players) > _LISTED:
            print_text(f"and {counted(len(players) - _LISTED, 'more player')}: --json lists all")
        print_text(f"{left_out} of {len(self.rows)} positions were decided and are left out")


def _figures(mean: MeanLoss) -> dict[str, float | None]:
    return {"mean": round(mean.mean, 5), "error": None if mean.error is None else round(mean.error, 5)}


def _text(mean: MeanLoss, digits: int, unit: str) -> str:
    scale = 100
    error = "" if mean.error is None else f" ± {scale * mean.error:.{digits}f}"
    return f"{scale * mean.mean:.{digits}f}{unit}{error}"


def _measure(trees: list[GameTree], work: _Work, table: _Table, *, quiet: bool) -> None:
    """Judge the positions that are not yet in the table, and add them to it."""
    from hexapoda.analysis.engine_opponent import EngineOpponent
    from hexapoda.analysis.move_losses import MoveJudge, sampled
    from hexapoda.arena.pairing import derive_seed
    from hexapoda.cli.status_line import StatusLine
    from hexapoda.engine import Limit
    from hexapoda.games.win_probability import SCALE
    from hexapoda.host import close_engine
    from hexapoda.registry import parse_engine

    judge = parse_engine(work.judge, work.game).with_seed(work.seed).create()
    movers: dict[str, EngineOpponent] = {}
    try:
        for text in work.beside:
            movers[text] = EngineOpponent(text, work.game)
        asks = MoveJudge(trees[0].game, judge, Limit(nodes=work.nodes), SCALE)
        with StatusLine(None if quiet else sys.stderr) as status:
            for number, tree in enumerate(trees, 1):
                for one in sampled(tree, work.per_game, f"{work.seed}/{number}"):
                    if (number, one.ply) in table.rows:
                        continue
                    status.write(f"game {number} of {len(trees)}, {len(table.rows)} positions")
                    found = asks.losses(one, movers, derive_seed(work.seed, number, one.ply))
                    player = tree.header.players[one.player].name
                    judged = None if found is None else {name: list(loss) for name, loss in found.items()}
                    table.add({"game": number, "ply": one.ply, "player": player, "losses": judged})
    finally:
        for mover in movers.values():
            mover.close()
        close_engine(judge)
