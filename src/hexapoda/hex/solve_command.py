"""`solve hex`: the winner, the winning moves, and the file from which a long run resumes.

Reads and writes that file, and formats the output. The file is JSON: `position` is the position as text, and
`wins` maps each decided cell to whether a stone there wins. It is rewritten after every decided move. What
is proven about undecided moves is in a second file (`kept_proofs`), which is written every ten minutes and
at the end of a run.
"""

from __future__ import annotations

import json
import time as clock
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hexapoda._core import StopToken
from hexapoda.errors import HexapodaError, UsageError
from hexapoda.files.output_file import check_target, write_text
from hexapoda.games.solver import Solved, SolveOptions
from hexapoda.hex.cell import Cell, by_row, format_cell, parse_cell
from hexapoda.hex.kept_proofs import KeptProofs, proofs_beside
from hexapoda.hex.position import Position
from hexapoda.hex.solve import HexSolution, HexSolver
from hexapoda.text.sentence import reason_of

__all__ = ["OPTIONS", "run"]

_COLORS = ("Black", "White")
_MEGABYTES = 1024


OPTIONS = frozenset(
    {
        "time",
        "size",
        "all_moves",
        "save",
        "map_file",
        "proof",
        "check",
        "threads",
        "memory",
        "without",
        "force",
    }
)
"""The options of `hexapoda solve` that apply to Hex: fields of `SolveOptions`, and `size`."""


def run(
    position: Position, options: SolveOptions, stop: StopToken, progress: Callable[[str], None]
) -> Solved:
    """Solve a position and write the requested files. Raises `UsageError`."""
    targets = [options.save, options.map_file, options.proof]
    if options.save is not None:
        targets.append(proofs_beside(options.save))
    written = [path.resolve() for path in targets if path is not None]
    if len(set(written)) < len(written):
        raise UsageError(
            "--save, --map and --proof write different files, and --save also one with the ending .proofs: "
            "give them different names"
        )
    if options.map_file is not None:
        check_target(options.map_file, force=options.force)
    if options.check is not None:
        from hexapoda.hex.proof_command import solution_of_proof

        found, claims = solution_of_proof(position, options, options.check, stop)
        cost, note = f"{_claims(claims)} checked", ""
    else:
        found, claims, note = _searched(position, options, stop, progress)
        cost = f"{found.nodes:,} positions" + ("" if options.proof is None else f", {_claims(claims)}")
    if options.map_file is not None:
        write_text(options.map_file, _picture(position, found), force=options.force)
    proven = found.winner is not None and found.complete and not note
    lines = _text(position, found, cost)
    return Solved(proven, {**_value(found), "claims": claims}, tuple(lines), note)


def _claims(count: int) -> str:
    return f"{count:,} claim{'' if count == 1 else 's'}"


def _searched(
    position: Position, options: SolveOptions, stop: StopToken, progress: Callable[[str], None]
) -> tuple[HexSolution, int, str]:
    """Return what was proven, the number of claims in the proof file (0 if none was written), and a note on
    what is missing or how to continue, which may be empty.
    """
    began = clock.monotonic()
    all_moves = options.all_moves or options.save is not None or options.map_file is not None
    solver = HexSolver(
        position.variant,
        without=options.without,
        threads=options.threads or 1,
        memory=options.memory or _MEGABYTES,
    )
    saved = _Saved(options.save, position, solver)
    proof = None
    if options.proof is not None:
        from hexapoda.hex.proof_command import ProofFile  # needs NumPy, without which solving starts faster

        proof = ProofFile(options.proof, position)

    def show(nodes: int) -> None:
        decided = f"{len(saved.wins)} of {_free(position)} moves decided; " if all_moves else ""
        progress(f"{decided}{nodes:,} positions")

    found = solver.solve(
        position,
        all_moves=all_moves,
        known=saved.wins if proof is None else {**saved.wins, **proof.wins},
        time=options.time,
        stop=stop,
        on_progress=show,
        on_move=saved.add,
        on_pause=None if saved.proofs is None else saved.proofs.try_to_write,
    )
    claims, missing = 0, ""
    if proof is not None and found.winner is not None:
        left = None if options.time is None else max(1e-6, options.time - (clock.monotonic() - began))

        def show_proof(claims: int, moves: int) -> None:
            proven = f"{moves} of {_free(position)} moves proven; " if all_moves else ""
            progress(f"{proven}{claims:,} claims")

        claims, missing = proof.write(
            solver, all_moves=all_moves, seconds=left, stop=stop, on_progress=show_proof
        )
    unkept = saved.end(complete=found.complete and not missing)
    if missing:
        note = f"{missing}; {_same_command(options)} resumes from there"
    else:
        note = "" if found.complete else _note(position, options, saved)
    return found, claims, note + unkept


def _note(position: Position, options: SolveOptions, saved: _Saved) -> str:
    """Return a note on how to continue a stopped run; empty if it was not to be saved."""
    if saved.proofs is None:
        return ""
    decided = f"{len(saved.wins)} of {_free(position)} moves are decided"
    files = [repr(str(path)) for path in (options.save, saved.proofs.path) if path and path.exists()]
    if not files:
        return f"{decided}, and nothing is saved yet"
    known = f"what is known is saved in {' and '.join(files)}"
    return f"{decided}; {known}; {_same_command(options)} resumes from there"


def _same_command(options: SolveOptions) -> str:
    # This run has written the map, so the next one must be allowed to replace it.
    return "the same command" + (" with --force" if options.map_file and not options.force else "")


class _Saved:
    """The decided moves, and the files that store them and the solver's proofs, if they are to be saved."""

    def __init__(self, path: Path | None, position: Position, solver: HexSolver) -> None:
        self.wins: dict[Cell, bool] = {}
        self._path = path
        self._text = position.text()
        if path is not None:
            check_target(path, force=True)
            if path.exists():  # `_read` refuses a file that `--save` did not write
                self.wins = _read(path, position)
        self.proofs = None if path is None else KeptProofs(path, solver)

    def add(self, cell: Cell, wins: bool) -> None:
        self.wins[cell] = wins
        if self._path is not None:
            cells = sorted(self.wins, key=by_row)
            by_text = {format_cell(cell): self.wins[cell] for cell in cells}
            text = json.dumps({"position": self._text, "wins": by_text}, indent=1) + "\n"
            write_text(self._path, text, force=True)

    def end(self, *, complete: bool) -> str:
        """Keep the proofs, or delete them if the run is complete. Return what to add to the note."""
        if self.proofs is None:
            return ""
        if complete:
            self.proofs.remove()
            return ""
        try:
            self.proofs.write()
        except UsageError as error:
            return f"; {error}"
        return ""


def _read(path: Path, position: Position) -> dict[Cell, bool]:
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
        text, by_text = value["position"], value["wins"]
        wins = {parse_cell(cell): win for cell, win in by_text.items()}
    except OSError as error:
        raise UsageError(f"cannot read {str(path)!r}: {reason_of(error)}") from None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError, HexapodaError):
        raise UsageError(
            f"{str(path)!r} does not contain decided moves; expected a file written by --save"
        ) from None
    if text != position.text():
        raise UsageError(f"{str(path)!r} is for the position {text!r}, not {position.text()!r}")
    free = {(column, row) for column in range(position.columns) for row in range(position.rows)}
    free -= position.stones(0) | position.stones(1)
    for cell, win in wins.items():
        if cell not in free or not isinstance(win, bool):
            raise UsageError(
                f"{str(path)!r} has {win!r} for {format_cell(cell)}; expected true or false for a free cell"
            )
    return wins


def _free(position: Position) -> int:
    return position.columns * position.rows - len(position.stones(0)) - len(position.stones(1))


def _value(found: HexSolution) -> dict[str, Any]:
    moves = found.winning_moves
    return {
        "winner": None if found.winner is None else _COLORS[found.winner],
        "winning_moves": None if moves is None else [format_cell(cell) for cell in moves],
        "line": [format_cell(cell) for cell in found.line],
        "nodes": found.nodes,
        "seconds": round(found.seconds, 6),
    }


def _text(position: Position, found: HexSolution, cost: str) -> list[str]:
    cost = f"({cost}, {found.seconds:.2f} s)"
    lines = [f"unknown {cost}" if found.winner is None else f"{_COLORS[found.winner]} wins {cost}"]
    if found.line:
        lines.append(" ".join(format_cell(cell) for cell in found.line))
    if found.wins is not None:
        from hexapoda.hex.board import board_of
        from hexapoda.hex.draw.diagram import diagram

        marks = {cell: "+" if wins else "-" for cell, wins in found.wins.items()}
        lines += [
            "",
            diagram(board_of(position), links=False, marks=marks),
            "",
            f"+ wins for {_COLORS[position.color_to_move]}, - loses",
        ]
    return lines


def _picture(position: Position, found: HexSolution) -> str:
    from hexapoda.hex.board import board_of
    from hexapoda.hex.draw.svg import svg

    wins = found.wins or {}
    return svg(
        board_of(position),
        heat={cell: 1.0 for cell, win in wins.items() if win},
        values=False,
        title=f"Winning moves of {_COLORS[position.color_to_move]} on {position.variant}",
    )
