"""The commands `games check` and `games convert` for files; those for the store are in `game_store`."""

from __future__ import annotations

import collections
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hexapoda.cli.game_store.backups import backup, restore_backup, verify
from hexapoda.cli.game_store.deleting import delete, purge, restore
from hexapoda.cli.game_store.editing import edit
from hexapoda.cli.game_store.exploring import explore
from hexapoda.cli.game_store.exporting import export
from hexapoda.cli.game_store.finding import list_games, search, show, stats
from hexapoda.cli.game_store.history import history, revert
from hexapoda.cli.game_store.importing import import_games
from hexapoda.cli.game_store.owner import owner
from hexapoda.cli.game_store.players import app as players
from hexapoda.cli.game_store.players import crosstable
from hexapoda.cli.group import NO, HexapodaGroup, complain
from hexapoda.cli.output import counted, placed, print_json, print_text, print_written
from hexapoda.cli.subject import Force, Json
from hexapoda.text.suggestion import check_choice

__all__ = ["app"]

if TYPE_CHECKING:
    from hexapoda.errors import InvalidGameError, UsageError
    from hexapoda.record import GameReport

app = typer.Typer(
    cls=HexapodaGroup,
    no_args_is_help=False,
    help="Check and convert game files of any format, and keep games in a database that you can search.",
)


@app.command("check")
def check(
    paths: Annotated[
        list[Path], typer.Argument(metavar="PATH...", help="Files, or folders to search recursively.")
    ],
    json: Json = False,
    list_all: Annotated[bool, typer.Option("--all", help="Print the good games too.")] = False,
) -> None:
    """Replay every game in the given files and folders, and list those that break a rule, cannot be read, or
    had to be repaired.

    The format is recognized from the content. Hive: game strings, move lists, tables, Mzinga and
    hivegame.com PGN and links, boardspace SGF, Board Game Arena logs. Hex: SGF, HexWorld and trmph links,
    HexWiki diagrams, Abstract Play, Board Game Arena, move lists. In a folder, other files are skipped.
    Exit code 0: all games are good or repaired, 1: some are bad, or a file has none.
    """
    from hexapoda.record import check_paths

    formats: collections.Counter[str] = collections.Counter()
    verdicts: collections.Counter[str] = collections.Counter()
    for game, report in check_paths(paths):
        verdicts[report.verdict] += 1
        if report.format is not None:
            formats[report.format] += 1
        if json:
            print_json({"game": None if game is None else game.name, **report.as_dict()})
            continue
        where = report.file if report.line is None else f"{report.file}:{report.line}"
        if report.skipped is not None:
            print_text(f"{where}: skipped: {report.skipped}")
        elif not report.ok:
            print_text(placed(report.file, report.line, report.error or ""))
            _print_repairs(report)
        elif list_all or report.repairs:
            notes = list(report.rules)
            if report.claimed is not None and report.claimed != report.state:
                notes.append(f"the file says {report.claimed}")
            tail = f" ({', '.join(notes)})" if notes else ""
            repaired = "repaired: " if report.repairs else ""
            print_text(f"{where}: {repaired}{report.variant}, {report.plies} plies, {report.state}{tail}")
            _print_repairs(report)
    if not json:
        kinds = ", ".join(f"{number} {name}" for name, number in sorted(formats.items()))
        skipped = verdicts["skipped"]
        print_text(
            f"{counted(verdicts.total() - skipped, 'game')}{f' ({kinds})' if kinds else ''}: "
            f"{verdicts['good']} good, {verdicts['repaired']} repaired, {verdicts['bad']} bad; "
            f"{counted(skipped, 'file')} without games"
        )
    if verdicts["bad"]:
        raise typer.Exit(NO)


@app.command("convert")
def convert(
    source: Annotated[Path, typer.Argument(metavar="IN", help="A file or folder of games in any format.")],
    target: Annotated[Path, typer.Argument(metavar="OUT", help="The file to write.")],
    format: Annotated[
        str | None,
        typer.Option(
            "--format",
            "-f",
            metavar="NAME",
            help="pgn, sgf, hexworld, gamestring or json; by default the extension of OUT decides.",
            show_default=False,
        ),
    ] = None,
    plain: Annotated[
        bool,
        typer.Option("--plain", help="Omit comments, variations and evaluations from PGN and SGF."),
    ] = False,
    force: Force = False,
    json: Json = False,
) -> None:
    """Convert games to another format, with moves in canonical notation.

    Hive can be written as PGN, Hex as SGF or HexWorld links, both as game strings or JSON. The extension of
    OUT selects the format: .pgn, .sgf, .hexworld, .jsonl or .json (one record per line), or .txt for game
    strings. Games of Hive and Hex cannot be mixed. Bad games are reported and left out, and the others are
    written; without a good game, nothing is written. If OUT is one of the files that are read, a bad game is
    an error. Exit code 0: all games are good, 1: some are not.
    """
    from hexapoda.record.writing import convert as rewrite
    from hexapoda.record.writing import writable_formats

    if format is not None:
        format = check_choice("format", format, writable_formats())

    def omitted(fault: InvalidGameError) -> None:
        complain(placed(fault.source or str(source), fault.line, f"{fault}; left out"))

    count = 0

    def report_left_out(error: InvalidGameError | UsageError) -> None:
        nonlocal count
        count += 1
        text, file = str(error), getattr(error, "source", None)
        if file is not None and repr(file) not in text and not text.startswith(file):
            text = placed(file, getattr(error, "line", None), text)
        complain(f"{text}; left out")

    game, number = rewrite(
        source,
        target,
        format=format,
        plain=plain,
        force=force,
        on_fault=omitted,
        on_left_out=report_left_out,
    )
    if json:
        print_json(
            {"game": game, "games": number, "left_out": count, "file": str(target) if number else None}
        )
    elif number:
        tail = f", {count} left out" if count else ""
        print_written(f"{counted(number, 'game')} written to {target}{tail}", target)
    else:
        complain(f"no game to write: nothing was written to {str(target)!r}")
    if count:
        raise typer.Exit(NO)


def _print_repairs(report: GameReport) -> None:
    for repair in report.repairs:
        ply = "" if repair.ply is None else f"ply {repair.ply}: "
        print_text(f"    {repair.kind}: {ply}{repair.text}")


app.command("import")(import_games)
app.command("list")(list_games)
app.command("show")(show)
app.command("search")(search)
app.command("explore")(explore)
app.command("stats")(stats)
app.command("export")(export)
app.command("edit")(edit)
app.command("delete")(delete)
app.command("restore")(restore)
app.command("purge")(purge)
app.command("history")(history)
app.command("revert")(revert)
app.command("verify")(verify)
app.command("backup")(backup)
app.command("restore-backup")(restore_backup)
app.command("owner")(owner)
app.add_typer(players, name="players")
app.command("crosstable")(crosstable)
