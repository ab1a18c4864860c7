"""Trains a network of Hex that is too large for a CPU by its own games, and from it the networks for CPUs.

    python -m tools.hex_teacher teacher --minutes 7 --pupil-minutes 1.5
    python -m tools.hex_teacher teacher --minutes 7 --resume

The folder gets `teacher.pt` every half minute, `hex-6.net` and `hex-10.net` (networks of 6 and 10 blocks)
at the end, and `log.txt`. The games are played on a GPU, without its host. A CPU can play them too, on small
boards and slowly: the tests do. It has not been run on a GPU yet.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from pathlib import Path

from hexapoda.nets.shipped import find_network
from hexapoda.train.checkpoint import reading_checkpoint, write_checkpoint
from hexapoda.train.device import named_device
from hexapoda.train.expert.hex.network import Network, load, write
from hexapoda.train.hex_tensors.games import GameTerms
from hexapoda.train.hex_tensors.pupil import Pupils
from hexapoda.train.hex_tensors.teacher import BOARDS, Teacher, TeacherSettings, embed
from hexapoda.train.pytorch import torch

_PUPILS = (6, 10)
"""The blocks of the networks for CPUs."""
_SAVED = 30.0
"""Seconds from one checkpoint to the next."""


def main() -> None:
    """Play and learn, then teach."""
    options = _options()
    folder = Path(options.folder)
    folder.mkdir(parents=True, exist_ok=True)
    device = named_device("cuda" if torch.cuda.is_available() else "cpu")
    torch.backends.cudnn.benchmark = True
    start = Network()
    with torch.no_grad():
        load(find_network("hex"), start)
    boards = {int(side): count for side, count in json.loads(options.boards).items()} or BOARDS
    settings = TeacherSettings(
        channels=options.channels,
        blocks=options.blocks,
        boards=boards,
        kept=options.kept,
        batch=options.batch,
        terms=GameTerms(simulations=options.simulations),
        seed=options.seed,
    )
    teacher = Teacher(settings, start, device)
    checkpoint = folder / "teacher.pt"
    if options.resume:
        with reading_checkpoint(checkpoint) as state:
            teacher.load(state)
    log = (folder / "log.txt").open("a", encoding="utf-8")

    def say(text: str) -> None:
        print(text, flush=True)
        print(text, file=log, flush=True)

    began = saved = time.monotonic()
    while (progress := (time.monotonic() - began) / (60 * options.minutes or 1e-9)) < 1:
        teacher.round(progress)
        if time.monotonic() - saved > _SAVED:
            saved = time.monotonic()
            write_checkpoint(checkpoint, teacher.state())
            say(f"{saved - began:.0f} s: {teacher.described()}")
    write_checkpoint(checkpoint, teacher.state())
    say(f"played: {teacher.described()}")
    _teach(teacher, start, folder, 60 * options.pupil_minutes, say)


def _teach(
    teacher: Teacher, start: Network, folder: Path, seconds: float, say: Callable[[str], None]
) -> None:
    networks = []
    for blocks in _PUPILS:
        network = Network(blocks)
        embed(start, network)
        networks.append(network.to(teacher.device))
    pupils = Pupils(networks, teacher.averaged, 0.0015)
    teacher.end_games()
    began = time.monotonic()
    while (progress := (time.monotonic() - began) / (seconds or 1e-9)) < 1:
        pupils.learn(teacher.drawn, progress)
    for network in networks:
        training = {"by": "tools/hex_teacher.py", "settings": repr(teacher.settings), "steps": pupils.steps}
        write(folder / f"hex-{len(network.blocks)}.net", network, training)
    say(f"{pupils.steps} steps of the pupils: {pupils.described()}")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--minutes", type=float, default=7.0, help="of playing and learning")
    parser.add_argument("--pupil-minutes", type=float, default=1.5)
    parser.add_argument("--resume", action="store_true", help="go on with FOLDER/teacher.pt")
    parser.add_argument("--channels", type=int, default=64)
    parser.add_argument("--blocks", type=int, default=8)
    parser.add_argument("--boards", default="{}", help='games at once by side, such as {"11": 4096}')
    parser.add_argument("--kept", type=int, default=240, help="plies of each game that are learned from")
    parser.add_argument("--batch", type=int, default=2048)
    parser.add_argument("--simulations", type=int, default=32)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


if __name__ == "__main__":
    main()
