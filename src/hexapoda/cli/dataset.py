"""The command `dataset`: writes the positions of games as a dataset for other programs, or checks one."""

from __future__ import annotations

import contextlib
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hexapoda.cli.game_store.options import GameVariant, StoreUrl, open_store
from hexapoda.cli.group import INTERRUPTED, complain
from hexapoda.cli.output import counted, print_json, print_text
from hexapoda.cli.status_line import StatusLine
from hexapoda.cli.subject import Json
from hexapoda.errors import UsageError
from hexapoda.games.win_probability import SCALE

if TYPE_CHECKING:
    from hexapoda.train.dataset.card import DatasetCard

__all__ = ["dataset"]


def dataset(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="The folder of the dataset.")],
    paths: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="[PATH...]",
            help="Files of games in any format, or folders; by default the games of the library.",
            show_default=False,
        ),
    ] = None,
    store: StoreUrl = None,
    game: Annotated[
        str | None,
        typer.Option(
            "--game",
            metavar="GAME",
            help="Only games of this game; by default, whichever the first one is.",
            show_default=False,
        ),
    ] = None,
    variant: GameVariant = None,
    format: Annotated[
        str | None,
        typer.Option(
            "--format",
            "-f",
            metavar="NAME",
            help="parquet (the default; needs the extra `parquet`) or safetensors.",
            show_default=False,
        ),
    ] = None,
    positions: Annotated[
        int | None,
        typer.Option(
            "--positions",
            metavar="N",
            min=1,
            help="Begin no new game once this many positions are written.",
            show_default=False,
        ),
    ] = None,
    shard: Annotated[
        int | None,
        typer.Option(
            "--shard",
            metavar="N",
            min=1,
            help="About how many positions each file has; 50,000 by default.",
            show_default=False,
        ),
    ] = None,
    score_scale: Annotated[
        float,
        typer.Option("--score-scale", metavar="SCORE", help="The score that means a win probability of 73%."),
    ] = SCALE,
    license: Annotated[
        str | None,
        typer.Option(
            "--license",
            metavar="NAME",
            help="The license of the games, for the card, such as CC-BY-4.0.",
            show_default=False,
        ),
    ] = None,
    description: Annotated[
        str | None,
        typer.Option(
            "--description", metavar="TEXT", help="What the games are, for the card.", show_default=False
        ),
    ] = None,
    check: Annotated[
        bool,
        typer.Option(
            "--check", help="Check a dataset: its checksums and every position. Exit code 2: a fault."
        ),
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Show no progress.")] = False,
    json: Json = False,
) -> None:
    """Write the positions of games as a dataset: policies, values, proofs and results.

    Writes Parquet or safetensors files, a card (dataset.json) and checksums (SHA256SUMS) to FOLDER. Every
    position has the move that was played. It also has the policy of the search if the game records it, as
    games from training runs of rave do. Opening moves from a book are left out. After Ctrl+C, the same
    command continues.
    """
    from hexapoda.train.dataset.checking import check_dataset

    if check:
        if paths or store:
            raise UsageError("--check checks the FOLDER alone: expected no other PATH and no --store")
        with StatusLine(None if quiet else sys.stderr) as status:
            card = check_dataset(
                folder, lambda done, all: status.write(f"{done:,} of {all:,} positions checked")
            )
        _print(card, json, f"{_counts(card)}: all checksums and positions are right")
        return
    if paths and store:
        raise UsageError("expected either a PATH or --store")
    from hexapoda.games import find_game
    from hexapoda.games.variant_choice import check_variant
    from hexapoda.train.dataset.settings import DatasetSettings
    from hexapoda.train.dataset.sources import FileSource, StoreSource
    from hexapoda.train.dataset.writing import write_dataset

    if variant is not None:
        if game is None:
            raise UsageError("--variant needs --game")
        variant = check_variant(find_game(game), variant)
    given = {"format": format, "positions": positions, "shard": shard}
    settings = DatasetSettings(
        game=None if game is None else find_game(game).name,
        variant=variant,
        score_scale=score_scale,
        **{name: value for name, value in given.items() if value is not None},  # type: ignore[arg-type]
    )
    with contextlib.ExitStack() as stack:
        sources: list[FileSource] | list[StoreSource]
        if paths:
            sources = FileSource.below(paths, score_scale, without=folder)
        else:
            from hexapoda.storage.selection import GameSelection

            opened = stack.enter_context(open_store(store, read_only=True))
            wanted = GameSelection(game=settings.game, variant=variant).filter()
            sources = [StoreSource(opened, wanted, score_scale)]
        try:
            with StatusLine(None if quiet else sys.stderr) as status:
                card = write_dataset(
                    folder,
                    sources,
                    settings,
                    license=license,
                    description=description,
                    on_game=lambda games, done: status.write(f"{games:,} games, {done:,} positions"),
                )
        except KeyboardInterrupt:
            complain("interrupted; the same command continues after the last complete file")
            raise typer.Exit(INTERRUPTED) from None
    _print(card, json, f"{_counts(card)} in {counted(len(card.shards), 'file')} of {folder}")


def _counts(card: DatasetCard) -> str:
    left_out = f", {card.left_out:,} left out" if card.left_out else ""
    return f"{counted(card.positions, 'position')} of {counted(card.games, 'game')} of {card.game}{left_out}"


def _print(card: DatasetCard, json: bool, text: str) -> None:
    if json:
        print_json(asdict(card))
        return
    print_text(text)
    known = {
        "search's policy": card.with_policy,
        "value": card.with_value,
        "proof": card.with_proof,
        "result": card.with_result,
    }
    print_text("with " + ", ".join(f"{name}: {count:,}" for name, count in known.items()))
    if card.left_out:
        print_text(f"the first game left out: {card.reason}")
