"""Replays the transcripts beside this file against the UHP server, line by line."""

import re
from pathlib import Path

import pytest

from hexapoda.protocols.uhp.server import UhpServer
from tests.protocols.sources import random_source

TRANSCRIPTS = sorted((Path(__file__).parent / "transcripts").glob("*.txt"))


def exchanges(path: Path) -> list[tuple[int, str, list[str]]]:
    """Line number, request and expected answer of each exchange."""
    found: list[tuple[int, str, list[str]]] = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith(">"):
            found.append((number, line[2:], []))
        elif line.startswith("<"):
            found[-1][2].append(line)
    return found


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_transcript(path: Path) -> None:
    server = UhpServer(random_source(), version="1.2.3", max_perft_leaves=10**5)
    for number, request, expected in exchanges(path):
        answer = server.respond(request)
        where = f"{path.name}:{number}: {request!r} was answered {answer}"
        assert len(answer) == len(expected), where
        for line, pattern in zip(answer, expected, strict=True):
            if pattern.startswith("<~ "):
                assert re.fullmatch(pattern[3:], line), f"{where}, expected {pattern!r}"
            else:
                assert line == pattern[2:], f"{where}, expected {pattern!r}"
    assert server.finished == (exchanges(path)[-1][1] == "exit")


def test_there_are_transcripts() -> None:
    assert len(TRANSCRIPTS) >= 5
