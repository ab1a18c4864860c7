"""Plays a match and writes a screenshot of its report as report.png in this folder.

`python docs/images/report.py`; needs Chromium and the packages of the tests. If pngquant is installed, it
makes the file smaller.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

FOLDER = Path(__file__).parent
sys.path.insert(0, str(FOLDER.parent.parent))

from tests.browser import chromium  # noqa: E402

WIDTH, HEIGHT = 1280, 2560
BOT = """
from random import Random
from hexapoda.engine import Option
from hexapoda.engines.hive.greedy import GreedyEngine
from hexapoda.engines.random_engine import RandomEngine


class Hasty:
    '''Greedy, except that about one move in eight is random.'''

    options = (Option("seed", "int", -1, -1, 2**31 - 1),)

    def __init__(self, seed=-1):
        self.name = "hasty"
        self._random = Random(seed)
        self._engines = [RandomEngine(seed=seed)] + 7 * [GreedyEngine(seed=seed)]

    def search(self, position, limit, on_info=None):
        return self._random.choice(self._engines).search(position, limit, on_info)

    def stop(self):
        pass

    def new_game(self):
        pass
"""


def main() -> None:
    """Write the file."""
    target = FOLDER / "report.png"
    with tempfile.TemporaryDirectory() as home, chromium() as browser:
        Path(home, "hasty.py").write_text(BOT, encoding="utf-8")
        settings = (
            "--variant Base+MLP --games 200 --nodes 1000 --openings random:4 --seed 7 --id duel --quiet"
        )
        for command in (f"match greedy hasty.py:Hasty {settings}", "report duel -o report.html"):
            subprocess.run(
                [sys.executable, "-m", "hexapoda.cli.app", *command.split()],
                check=True,
                cwd=home,
                env={**os.environ, "HEXAPODA_HOME": home},
                timeout=600,
                stdout=subprocess.DEVNULL,
            )
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
        page.goto(Path(home, "report.html").as_uri())
        page.locator("match-opening [data-piece]").first.wait_for()
        page.screenshot(path=target)
    if shutil.which("pngquant"):
        subprocess.run(["pngquant", "--force", "--ext", ".png", "--speed", "1", target], check=True)


if __name__ == "__main__":
    main()
