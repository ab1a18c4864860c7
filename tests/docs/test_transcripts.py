"""Every `console` block of README.md, CONTRIBUTING.md and docs/ shows what the commands print."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.transcript import ROOT, matches, run, steps

PAGES = sorted(
    page
    for page in [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    if "_build" not in page.parts and steps(page.read_text(encoding="utf-8"))
)


SLOW = {"command-line.md", "keep-a-rating-list.md", "run-a-match.md"}


@pytest.mark.parametrize(
    "page",
    [pytest.param(page, marks=pytest.mark.slow) if page.name in SLOW else page for page in PAGES],
    ids=[page.relative_to(ROOT).as_posix() for page in PAGES],
)
def test_a_page_shows_what_is_printed(page: Path, tmp_path: Path) -> None:
    found = steps(page.read_text(encoding="utf-8"))
    results = run(found, tmp_path)
    assert len(results) == len(found)
    for at, (step, (code, output)) in enumerate(zip(found, results, strict=True)):
        place = f"{page.name}:{step.line}: $ {step.command}"
        assert not step.expected or matches(step.expected, output), (
            f"{place}\nthe page shows\n{step.expected}\nprinted was\n{output}"
        )
        asked = at + 1 < len(found) and found[at + 1].command == "echo $?"
        assert code == 0 or asked, f"{place}\nfails with {code}, and the page does not say so:\n{output}"


def test_there_are_pages() -> None:
    names = {page.name for page in PAGES}
    assert {"first-game.md", "command-line.md", "check-and-convert-game-files.md"} <= names


def sessions(text: str) -> list[str]:
    """The `game` blocks of a page: pieces of one session at the terminal, in order."""
    return re.findall(r"^```game\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize(
    ("name", "arguments"),
    [("first-game.md", ["hive"]), ("first-game-of-hex.md", ["hex", "--size", "5", "--swap", "pieces"])],
)
def test_the_tutorial_shows_what_a_terminal_game_prints(
    name: str, arguments: list[str], tmp_path: Path
) -> None:
    blocks = sessions((ROOT / "docs" / "tutorial" / name).read_text(encoding="utf-8"))
    typed = re.findall(r"^(?:(?:White|Black) [0-9]+|game over)> (.*)$", "".join(blocks), re.MULTILINE)
    done = subprocess.run(
        [sys.executable, "-m", "hexapoda.cli.app", "play", *arguments],
        input="\n".join(typed) + "\n",
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
        check=True,
        cwd=tmp_path,
        env={**os.environ, "HEXAPODA_HOME": str(tmp_path / "home"), "NO_COLOR": "1"},
    )
    assert len(blocks) >= 10
    at = 0
    for block in blocks:
        found = done.stdout.find(block, at)
        assert found >= 0, f"not printed:\n{block}\nprinted was\n{done.stdout[at:]}"
        at = found + len(block)
