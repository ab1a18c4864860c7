"""What docs/reference/htp.md shows is what the server answers, and every command stands there."""

from __future__ import annotations

import fnmatch
import re
from pathlib import Path

from hexapoda.protocols.htp.server import HtpServer
from tests.protocols.sources import random_source
from tests.protocols.test_htp_server import solver

PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "htp.md").read_text(encoding="utf-8")


def test_the_conversations() -> None:
    server = HtpServer(random_source(), make_solver=solver)
    blocks = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)
    seen = 0
    for block in blocks:
        for part in re.split(r"^> ", block, flags=re.MULTILINE)[1:]:
            request, _, expected = part.partition("\n")
            answer = [line.strip() for line in server.respond(request).split("\n") if line.strip()]
            shown = [line.strip() for line in expected.split("\n") if line.strip()]
            assert len(answer) == len(shown), request
            for line, pattern in zip(answer, shown, strict=True):
                assert fnmatch.fnmatchcase(line, pattern.replace("[", "[[]").replace("...", "*")), request
            seen += 1
    assert seen >= 5


def test_every_command_is_described() -> None:
    known = set(HtpServer(random_source()).respond("list_commands")[2:].split())
    described = re.findall(r"`([a-z_-]+)[^`]*`", " ".join(re.findall(r"^\| (`.*?) \|", PAGE, re.MULTILINE)))
    assert known == set(described)
