"""The examples of docs/reference/uhp-extensions.md are what the server answers, `...` being any text."""

import re
from pathlib import Path

from hexapoda.protocols.uhp.server import UhpServer
from hexapoda.registry import parse_engine
from tests.protocols.sources import random_source

DOC = Path(__file__).parents[2] / "docs" / "reference" / "uhp-extensions.md"


def test_the_examples() -> None:
    text = DOC.read_text(encoding="utf-8")
    blocks = re.findall(r"```text\n(.*?)```", text, re.DOTALL)
    assert len(blocks) >= 3
    for block in blocks:
        engine = parse_engine("alphabeta") if "TableSize" in block else random_source()
        server, expected = UhpServer(engine), list[str]()
        for line in block.splitlines():
            if line.startswith("> "):
                assert expected == []
                expected = server.respond(line[2:])
            else:
                given = expected.pop(0)
                pattern = ".+".join(map(re.escape, line.split("...")))
                assert re.fullmatch(pattern, given), (line, given)
        assert expected == []


def test_every_extension_is_described() -> None:
    text = DOC.read_text(encoding="utf-8")
    for line in UhpServer(random_source()).respond("extensions")[:-1]:
        usage = line.split(";")[1]
        assert f"`{usage}`" in text
    for option in ("TournamentOpening", "Repetition"):
        assert f"`{option};bool;True;True`" in text
