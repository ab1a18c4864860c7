"""The screen of the terminal game: header, board, messages and prompt, each in its place.

On a terminal, the whole screen is redrawn in place. On a pipe or a dumb terminal, the same lines are printed
one after another.
"""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rich.console import Console
from rich.text import Text

from hexapoda.cli.terminal.palette import HEADER, HINT, NEWS, palette
from hexapoda.games.answer import Answer, columns
from hexapoda.games.scene import Scene
from hexapoda.text.span import Line, Style

__all__ = ["MIN_HEIGHT", "MIN_WIDTH", "Picture", "Screen"]

MIN_WIDTH = 40
MIN_HEIGHT = 16


@dataclass(frozen=True, slots=True)
class Picture:
    """The header and the board."""

    scene: Scene
    position: Any
    header: tuple[str, ...]
    """The game, the rules, the players and the turn."""


class Screen:
    """Draws one game."""

    def __init__(self, console: Console | None = None) -> None:
        """`console`: where to draw, by default stdout."""
        self.console = console or Console(
            file=sys.stdout, highlight=False, markup=False, emoji=False, soft_wrap=True
        )
        self.live = self.console.is_terminal and not self.console.is_dumb_terminal
        self._shown: object = None

    @property
    def size(self) -> tuple[int, int]:
        """Columns and lines; 80 x 24 if there is no terminal."""
        if not self.live:
            return 80, 24
        try:  # ask the terminal, because COLUMNS and LINES do not change when its window is resized
            size = os.get_terminal_size(self.console.file.fileno())
        except (OSError, ValueError):
            size = shutil.get_terminal_size((80, 24))
        return size if min(size) > 0 else (80, 24)

    def forget(self) -> None:
        """Forget the last board, so that the first board of a new game is drawn even if it is the same."""
        self._shown = None

    def draw(self, picture: Picture, news: Sequence[str], answer: Answer, hint: str = "") -> None:
        """Draw the game, and below it `news` (what happened) and `answer`.

        On a live screen, the gray `hint` appears in place of an empty answer.
        """
        if not self.live:
            self._append(picture, news, answer)
            return
        width, height = self.size
        if width < MIN_WIDTH or height < MIN_HEIGHT:
            small = f"this terminal has {width} x {height} characters, the board needs {MIN_WIDTH} x"
            small += f" {MIN_HEIGHT}: enlarge it and press Enter"
            text = [*textwrap.wrap(small, max(width - 1, 1)), *news]
            self._paint([Text(line[: width - 1]) for line in text[: max(height - 2, 1)]])
            return
        spacious = height >= 28
        below = min(6, 3 + max(height - 24, 0) // 5)
        room = height - 3 - spacious - below
        lines = [self._header(picture), *[Text()] * spacious]
        for block, rows in picture.scene.blocks(picture.position, answer, width, room, spacious):
            lines += self._fill([self._text(line) for line in block], rows)
        messages = self._messages(news, answer, hint, width, below)
        lines += [Text()] * (below - len(messages)) + messages
        self._paint(lines)

    def say(self, line: str) -> None:
        """Print a line below the screen."""
        self.console.print(Text(line))

    def pages(self, lines: Sequence[str]) -> list[Sequence[str]]:
        """Split `lines` into pages that fit the screen. Without a terminal there is only one page."""
        if not self.live:
            return [lines]
        room = max(self.size[1] - 4, 1)
        return [lines[at : at + room] for at in range(0, len(lines), room)]

    def listed(self, answer: Answer) -> Sequence[str]:
        """Return the lines of an answer that is shown on its own page; empty for other answers."""
        return answer.page or (columns(answer.listing, self.size[0] - 2) if answer.listing else ())

    def page(self, lines: Sequence[str]) -> None:
        """Show lines of text instead of the board."""
        texts = [Text(line) for line in lines]
        if self.live:
            for text in texts:
                text.truncate(self.size[0] - 1, overflow="ellipsis")
            self._paint([*texts, Text()])
        else:
            for text in texts:
                self.console.print(text)

    def _append(self, picture: Picture, news: Sequence[str], answer: Answer) -> None:
        position = picture.position
        state = (position.ply, position.key, tuple(answer.marks.items()), answer.alerts)
        if state != self._shown:
            self._shown = state
            self.console.print()
            self.console.print(self._header(picture))
            for line in picture.scene.printed(position, answer):
                text = self._text(line)
                if self.console.color_system is None:
                    text.rstrip()
                self.console.print(text)
        for message in (*news, *answer.rows(78), *answer.lines):
            self.console.print(Text(message))

    def _header(self, picture: Picture) -> Text:
        text = Text("   ".join(picture.header), style=HEADER)
        if self.live:
            text.truncate(self.size[0] - 1, overflow="crop")
        return text

    def _messages(self, news: Sequence[str], answer: Answer, hint: str, width: int, room: int) -> list[Text]:
        """Return the messages in at most `room` lines. If they need more, drop news first, then list entries,
        then lines of the answer.
        """
        lines = [Text(part) for line in answer.lines for part in textwrap.wrap(line, width - 1)][:room]
        rows = answer.rows(width - 1)
        if len(rows) > room - len(lines):
            rows = rows[: room - len(lines)]
            if rows:
                rows[-1] = rows[-1][: width - 5] + " ..."
        shown = [Text(part, style=NEWS) for line in news for part in textwrap.wrap(line, width - 1)]
        if hint and not lines and not rows:
            lines = [Text(part, style=HINT) for part in textwrap.wrap(hint, width - 1)][:1]
        answered = [*(Text(row) for row in rows), *lines]
        space = room - len(answered)
        return [*(shown[-space:] if space > 0 else []), *answered]

    def _fill(self, lines: list[Text], number: int) -> list[Text]:
        """Cut or pad to exactly `number` lines; ` ...` marks a cut."""
        if len(lines) > number:
            lines = lines[:number]
            lines[-1].truncate(self.size[0] - 5)
            lines[-1].append(" ...", style=HINT)
        return lines + [Text()] * (number - len(lines))

    def _text(self, line: Line) -> Text:
        styles = palette(self.console.color_system)
        spans = [(span.text, span.style) for span in line]
        if spans and spans[-1][1] is Style.PLAIN:  # strip trailing spaces, but not those of a colored mark
            spans[-1] = (spans[-1][0].rstrip(), Style.PLAIN)
        return Text.assemble(*((text, styles[style]) for text, style in spans))

    def _paint(self, lines: Sequence[Text]) -> None:
        """Draw `lines` from the top of the screen and put the cursor below them, in one write."""
        with self.console.capture() as capture:
            for line in lines:
                self.console.print(line, no_wrap=True, overflow="crop", crop=True)
        rows = capture.get().split("\n")[:-1]
        # Overwrite from the top left, erasing the rest of each line and then everything below the last one.
        # Clearing the screen first would make it flicker.
        self.console.file.write("\x1b[H" + "".join(f"{row}\x1b[K\n" for row in rows) + "\x1b[J")
        self.console.file.flush()
