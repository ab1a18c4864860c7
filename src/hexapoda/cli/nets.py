"""The command `nets`: lists networks from the package or from files, or writes one to an ONNX file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hexapoda.cli.group import WRONG, complain
from hexapoda.cli.output import Output, print_table
from hexapoda.cli.subject import Force, Json
from hexapoda.errors import UsageError
from hexapoda.text.text_table import TextColumn

if TYPE_CHECKING:
    from hexapoda.nets.network_file import NetworkFile

__all__ = ["nets"]

_TABLE = (TextColumn(width=14), TextColumn(width=5), TextColumn(width=10), TextColumn(kind="prose"))


def nets(
    paths: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[NETWORK...]",
            help="Names or files of networks; by default all that come with the package.",
            show_default=False,
        ),
    ] = None,
    onnx: Annotated[
        Path | None,
        typer.Option(
            "--onnx",
            metavar="FILE",
            help="Write the network (exactly one) to an ONNX file.",
            show_default=False,
        ),
    ] = None,
    force: Force = False,
    json: Json = False,
) -> None:
    """List networks. If a file is damaged, say so, list the others, and exit with code 2.

    Where a command expects an ENGINE, write net:NETWORK or net:NETWORK,key=value,...
    """
    from hexapoda.nets.network_file import read_network
    from hexapoda.nets.shipped import find_network, shipped_networks

    if onnx is not None:
        if paths is None or len(paths) != 1:
            raise UsageError("--onnx writes one network: expected a single NETWORK")
        source = find_network(paths[0])
        if onnx.exists() and onnx.samefile(source):
            raise UsageError(f"{str(onnx)!r} is the network itself: choose another file for --onnx")
        _write_onnx(read_network(source), onnx, force)
        return

    output = Output(json)
    rows = []
    faults: list[UsageError] = []
    for text in paths or shipped_networks():
        try:
            path = find_network(text)
            file = read_network(path)
        except UsageError as fault:
            faults.append(fault)
            continue
        rows.append((path.stem, file.header.game, file.header.variant or "all variants", _description(file)))
        output.result(_object(path, file), None)
    if not json and rows:
        print_table(_TABLE, rows)
    for each in faults:
        complain(str(each))
    if faults:
        raise typer.Exit(WRONG)


def _write_onnx(file: NetworkFile, target: Path, force: bool) -> None:
    from hexapoda.files.output_file import check_target, write_bytes
    from hexapoda.nets.onnx_file import onnx_bytes

    check_target(target, force=force)
    write_bytes(target, onnx_bytes(file), force=force)
    complain(f"wrote {target}")


def _description(file: NetworkFile) -> str:
    header = file.header
    text = f"{header.architecture}, {header.weights:,} weights"
    elo = header.elo
    if elo is None:
        return text
    return f"{text}; {elo['value']:+} [{elo['low']:+}, {elo['high']:+}] Elo against {elo['against']}"


def _object(path: Path, file: NetworkFile) -> dict[str, object]:
    header = file.header
    return {
        "name": path.stem,
        "game": header.game,
        "variant": header.variant,
        "file": str(path),
        "bytes": path.stat().st_size,
        "architecture": header.architecture,
        "sizes": dict(header.sizes),
        "weights": header.weights,
        "weight_type": header.weight_type,
        "training": dict(header.training),
        "elo": None if header.elo is None else dict(header.elo),
    }
