"""The keys of the page and the letters by which games show marks on their boards."""

from __future__ import annotations

import re

from hexapoda.games import find_game, game_names
from hexapoda.page.bundle import page_file


def test_letters_of_games_are_free_in_the_keymap() -> None:
    taken = set(re.findall(r'^ +\w+: "(.)",$', page_file("keymap.js"), re.MULTILINE))
    assert {"f", "h", "?", "/"} <= taken
    games = [find_game(name) for name in game_names()]
    letters = [overlay.key for game in games if game.overlays for overlay in game.overlays.OVERLAYS]
    assert letters and not taken & set(letters)
