"""The subject of a command: the game named by its first argument, the variant, the rules and the position.

Declares the options that many commands share, and reads `--position` (the position itself, `@FILE`, or `-`
for stdin). The game parses the text.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, TypeAlias

import typer

from hexapoda.errors import UsageError
from hexapoda.games import BUILT_IN_GAMES
from hexapoda.games.variant_choice import check_variant
from hexapoda.text.sentence import reason_of
from hexapoda.text.suggestion import check_choice

__all__ = [
    "GAME_HELP",
    "Force",
    "GameName",
    "Json",
    "PositionText",
    "Rules",
    "Variant",
    "check_variant",
    "make_position",
    "read_position_text",
]

GAME_HELP = f"The game: {', '.join(BUILT_IN_GAMES)}, or one of another package."
"""Games of other packages are not listed, because finding them takes time."""
GameName: TypeAlias = Annotated[str, typer.Argument(metavar="GAME", help=GAME_HELP, show_default=False)]
Force: TypeAlias = Annotated[bool, typer.Option("--force", help="Replace an existing file.")]
Json: TypeAlias = Annotated[bool, typer.Option("--json", help="Print JSON lines, one object per line.")]
PositionText: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--position",
        metavar="TEXT",
        help="A position or a game, in any format; @FILE reads a file, - reads stdin.",
        show_default=False,
    ),
]
Variant: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--variant",
        metavar="VARIANT",
        help="The starting position of a variant: Base, Base+MLP; for Hex a board size: 11x11, 13x9.",
        show_default=False,
    ),
]
Rules: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--rule",
        metavar="NAME=VALUE",
        help="Set a rule switch: opening=free (queens may come first), repetition=off; for Hex swap=pieces "
        "or swap=sides; may be repeated.",
        show_default=False,
    ),
]


def read_position_text(text: str) -> str:
    """Return the text of a position: `text` itself, or the contents of its `@FILE` or of stdin for `-`.

    Raises `UsageError` if a file cannot be read, or if the text has several lines and is not a game such as
    SGF or PGN.
    """
    if text == "-":
        from hexapoda.files.game_file import load_stdin

        found = load_stdin().removeprefix("\ufeff")
        where = "stdin"
    elif text.startswith("@"):
        path = Path(text[1:])
        where = repr(str(path))
        try:
            found = path.read_text(encoding="utf-8-sig")
        except UnicodeDecodeError as error:
            raise UsageError(f"{where} is not text in UTF-8: byte {error.start} cannot be read") from None
        except OSError as error:
            raise UsageError(f"cannot read {where}: {reason_of(error)}") from None
    else:
        found, where = text, "--position"
    lines = [line.strip() for line in found.splitlines() if line.strip()]
    if not lines:
        raise UsageError(f"{where} is empty; expected a game string or a position as text")
    if len(lines) == 1:
        return lines[0]
    if lines[0][0] in "([{<" or "(;" in found:  # a game in a multi-line format
        return found
    raise UsageError(f"{where} has {len(lines)} lines; expected one position on one line")


def make_position(
    game: Any,
    variant: str | None,
    position: str | None,
    rules: Sequence[str] | None,
    *,
    required: bool = False,
) -> Any:
    """Return the position of `--position`, or the starting position of `--variant`.

    Raises `UsageError` if both are given, or if neither is given but one is `required`.
    """
    if variant is not None and position is not None:
        raise UsageError("--variant and --position cannot be used together: a position includes its variant")
    switches = game.parse_rules(_checked_rules(game, rules or ()))
    if position is not None:
        return game.parse_position(read_position_text(position), switches)
    if variant is None and required:
        raise UsageError("expected a position: give --position TEXT or --variant VARIANT")
    return game.initial(check_variant(game, variant) if variant is not None else game.variants[0], switches)


def _checked_rules(game: Any, texts: Sequence[str]) -> Sequence[str]:
    """Check and return `NAME=VALUE` texts. Raises `UsageError`, which may suggest a similar name or value."""
    switches = {switch.name: switch.choices for switch in game.rules}
    checked = []
    for text in texts:
        name, equals, value = text.partition("=")
        name = check_choice("rule", name, tuple(switches))
        if not equals:
            raise UsageError(f"--rule {text!r}: expected {name}={'|'.join(switches[name])}")
        checked.append(f"{name}={check_choice(f'rule {name}', value, switches[name])}")
    return checked
