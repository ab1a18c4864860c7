"""Selects the puzzles of the package: python -m tools.puzzle_selection FILE... -o FILE --game hive

Reads files of puzzles, earlier files first. Leaves out near-copies of puzzles that it
has already, wins in one beyond their share, and what is over `--most`; finds the lines
and the themes anew. Says how many puzzles there are of each theme, variant and length.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from hexapoda.errors import HexapodaError
from hexapoda.games import Game, find_game, game_names
from hexapoda.puzzles.making import forced_wins_of, solved_anew
from hexapoda.puzzles.near_copies import NearCopies
from hexapoda.puzzles.puzzle import Puzzle
from hexapoda.puzzles.puzzle_file import read_puzzles, write_puzzles

WINS_IN_ONE = 0.2
"""The largest share of wins in one."""


def without_copies(puzzles: Iterable[Puzzle], game: Game) -> Iterator[Puzzle]:
    """Yield the puzzles of a game, solved anew, each only if none before it is a near-copy."""
    copies, wins, taken = NearCopies(game), forced_wins_of(game), set[str]()
    for puzzle in puzzles:
        if puzzle.game == game.name and puzzle.id not in taken and copies.find(puzzle) is None:
            found = solved_anew(puzzle, game, wins)
            if found is not None:
                copies.add(found)
                taken.add(found.id)
                yield found


def selected(puzzles: Iterable[Puzzle], most: int) -> list[Puzzle]:
    """Return at most `most` puzzles in the given order. Those with rare themes are preferred, and at most a
    fifth are wins in one.
    """
    pool = list(puzzles)
    counts = Counter(theme for puzzle in pool for theme in puzzle.themes)

    def rarity(puzzle: Puzzle) -> int:
        return min((counts[theme] for theme in puzzle.themes), default=len(pool))

    ranked = sorted(pool, key=rarity)
    longer = [puzzle for puzzle in ranked if puzzle.length > 1][:most]
    room = min(most - len(longer), int(len(longer) * WINS_IN_ONE / (1 - WINS_IN_ONE)))
    wanted = {puzzle.id for puzzle in longer}
    wanted.update([puzzle.id for puzzle in ranked if puzzle.length == 1][:room])
    return [puzzle for puzzle in pool if puzzle.id in wanted]


def main() -> None:
    """Read the command line and the puzzles, select some and write them."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("puzzles", type=Path, nargs="+", help="files of puzzles")
    parser.add_argument("-o", "--out", type=Path, required=True, help="the file to write")
    parser.add_argument("--game", choices=game_names(), required=True, help="the game")
    parser.add_argument("--most", type=int, default=1 << 30, help="the most puzzles")
    parser.add_argument("--force", action="store_true", help="replace the file if it exists")
    given = parser.parse_args()
    game = find_game(given.game)
    try:
        pool = [puzzle for path in given.puzzles for puzzle in read_puzzles(path)]
        found = selected(without_copies(pool, game), given.most)
        write_puzzles(given.out, found, force=given.force)
    except HexapodaError as error:
        parser.exit(1, f"{error}\n")
    print(f"{len(found)} of {sum(puzzle.game == game.name for puzzle in pool)} puzzles")
    for name, counts in (
        ("themes", Counter(theme for puzzle in found for theme in puzzle.themes)),
        ("variants", Counter(puzzle.position().variant for puzzle in found)),
        ("lengths", Counter(str(puzzle.length) for puzzle in found)),
    ):
        print(f"{name}: {', '.join(f'{key} {count}' for key, count in sorted(counts.items()))}")


if __name__ == "__main__":
    main()
