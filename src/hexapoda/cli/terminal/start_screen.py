"""The start screen: Enter begins the proposed game, and each setting can be changed first.

Proposes the game and its settings, and applies the changes; `menu` asks the questions.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from hexapoda.cli.terminal.menu import LEAVE, Menu
from hexapoda.errors import HexapodaError
from hexapoda.games import Game, find_game, game_names
from hexapoda.play import HUMAN, Opponent, Setup, UnfinishedGame, friendly_opponent, opponents
from hexapoda.play.opponent import level_text
from hexapoda.text.sentence import reason_of

__all__ = ["StartScreen"]

_PEOPLE = Opponent(HUMAN, "a person", "two people play here")


class StartScreen:
    """The proposed game and the choices that change it."""

    def __init__(self, menu: Menu, game: str, seed: int | None = None) -> None:
        """`game`: the name of the proposed game; `seed`: the seed for the engines and for a random side."""
        self._menu = menu
        self._seed = seed
        self._random = random.Random(seed)
        self._propose(find_game(game))

    def _propose(self, game: Game) -> None:
        """Propose a game with settings for a beginner."""
        self._game = game
        self._variant = game.variants[0]
        self._rules = {switch.name: switch.choices[0] for switch in game.rules}
        self._opponent = friendly_opponent(game)
        self._watched: tuple[Opponent, Opponent] | None = None
        self._side: int | None = 0

    def ask(self, games: Sequence[UnfinishedGame], *, resume: bool = True) -> Setup | UnfinishedGame:
        """Ask what to play. `resume`: whether Enter resumes the latest of the unfinished `games`.

        Raises `EOFError` if the user quits.
        """
        unfinished = list(games)
        error_line = ""
        while True:
            latest = unfinished[0] if unfinished and resume else None
            lines = self._lines(unfinished, latest)
            prompt = "Enter to play, a number to change something, q to quit: "
            typed = self._menu.ask([*lines, "", error_line] if error_line else lines, prompt).lower()
            error_line = ""
            if not typed:
                return latest or self._setup()
            if typed in ("n", "new"):
                return self._setup()
            if typed in LEAVE:
                raise EOFError
            if typed in game_names():
                self._propose(find_game(typed))
                continue
            changes = [self._change_game, self._change_variant, self._change_opponent, self._change_side]
            changes += [self._change_rules] if self._rules else []
            if typed == str(len(changes) + 1) and unfinished:
                picked = self._pick_unfinished(unfinished)
                if picked is not None:
                    return picked
            elif typed.isdecimal() and 1 <= int(typed[:3]) <= len(changes):
                try:
                    changes[int(typed) - 1]()
                except HexapodaError as error:
                    error_line = str(error)
            else:
                error_line = f"{typed!r} is not one of the choices"

    def _lines(self, unfinished: Sequence[UnfinishedGame], latest: UnfinishedGame | None) -> list[str]:
        wording = self._game.wording
        lines = ["hexapoda: " + " and ".join(find_game(name).title for name in game_names()), ""]
        if latest is not None:
            lines += [f"  Enter  resume: {latest.text}", f"  n      new game: {self._summary()}"]
        else:
            lines += [f"  Enter  play {self._summary()}"]
        meaning = wording.variant(self._variant)
        rules = "; ".join(wording.rule(switch, self._rules[switch.name]) for switch in self._game.rules)
        rows = [
            ("game", self._game.title),
            (wording.variant_question(), self._variant + (f", {meaning}" if meaning else "")),
            ("opponent", self._opponent_text()),
            ("you play", self._side_text()),
            *([("rules", rules)] if rules else []),
        ]
        if unfinished:
            rows.append(("unfinished games", str(len(unfinished))))
        lines += ["", "Or change something first:", ""]
        wide = max(len(name) for name, _ in rows)
        lines += [f"  {at}  {name:<{wide}}  {text}" for at, (name, text) in enumerate(rows, 1)]
        return lines

    def _summary(self) -> str:
        title = self._game.title
        if self._watched is not None:
            return f"{title}: {self._watched[0].name} against {self._watched[1].name}"
        if self._opponent is _PEOPLE:
            return f"{title}: two people"
        color = "" if self._side is None else f", as {self._game.players[self._side]},"
        note = f" ({self._opponent.note})" if self._opponent.level is not None and self._opponent.note else ""
        return f"{title}: you{color} against {self._opponent.name}{note}"

    def _opponent_text(self) -> str:
        if self._watched is not None:
            return f"two engines: {self._watched[0].name} and {self._watched[1].name}"
        one = self._opponent
        return f"{one.name}, {one.note}" if one.note else one.name

    def _side_text(self) -> str:
        if self._watched is not None or self._opponent is _PEOPLE:
            return "-"
        if self._side is None:
            return "at random"
        return self._game.players[self._side] + (", who begins" if self._side == 0 else "")

    def _setup(self) -> Setup:
        rules = self._game.changed_rules(self._rules)
        if self._watched is not None:
            players = (self._watched[0].text, self._watched[1].text)
        else:
            side = self._random.randrange(2) if self._side is None else self._side
            other = self._opponent.text
            players = (HUMAN, other) if side == 0 else (other, HUMAN)
        return Setup(self._game.name, players, self._variant, rules, seed=self._seed)

    # Changes

    def _change_game(self) -> None:
        names = game_names()
        titles = [find_game(name).title for name in names]
        at = self._menu.choose("Which game?", titles, names.index(self._game.name))
        if at is not None and names[at] != self._game.name:
            self._propose(find_game(names[at]))

    def _change_variant(self) -> None:
        game, wording = self._game, self._game.wording
        question = f"Which {wording.variant_question()}?"
        if _reads_numbers(game):
            typed = self._menu.name(question, game.variants, self._variant, game.parse_variant)
            self._variant = typed or self._variant
            return
        wide = max(map(len, game.variants))
        options = [f"{name:<{wide}}  {wording.variant(name)}".rstrip() for name in game.variants]
        at = self._menu.choose(question, options, game.variants.index(self._variant))
        self._variant = self._variant if at is None else game.variants[at]

    def _change_opponent(self) -> None:
        every = opponents(self._game)
        # The whole levels fit on a screen of 24 lines; the levels between them have their own list.
        between = [one for one in every if one.level is not None and one.level != int(one.level)]
        found = [one for one in every if one not in between]
        choices = [*found, _PEOPLE]
        wide = max(len(one.name) for one in choices)
        options = [f"{one.name:<{wide}}  {one.note}".rstrip() for one in choices] + ["watch two engines"]
        if between:
            options.append(f"a level between: {_numbers(between)}")
        now = _at([one.text for one in choices], self._opponent.text)
        if self._opponent in between:
            now = len(options) - 1
        at = self._menu.choose("Who plays against you?", options, now)
        if at is None:
            return
        if at > len(choices):
            names = [str(one.name) for one in between]
            level = self._menu.choose("Which level?", names, _at(names, self._opponent.name))
            if level is not None:
                self._opponent, self._watched = between[level], None
            return
        if at < len(choices):
            self._opponent, self._watched = choices[at], None
            return
        picked = []
        for player in self._game.players:
            one = self._menu.choose(f"Which engine plays {player}?", options[: len(found)], now)
            if one is None:
                return
            picked.append(found[one])
        self._watched = (picked[0], picked[1])

    def _change_side(self) -> None:
        first, second = self._game.players
        options = [f"{first}, who begins", second, "at random"]
        at = self._menu.choose("Which side do you play?", options, 2 if self._side is None else self._side)
        if at is not None:
            self._side = None if at == 2 else at

    def _change_rules(self) -> None:
        for switch in self._game.rules:
            options = [self._game.wording.rule(switch, choice) for choice in switch.choices]
            now = switch.choices.index(self._rules[switch.name])
            at = self._menu.choose(f"Which rule for the {switch.name}?", options, now)
            if at is None:
                return
            self._rules[switch.name] = switch.choices[at]

    def _pick_unfinished(self, games: list[UnfinishedGame]) -> UnfinishedGame | None:
        """Offer the unfinished games to resume or delete. Returns the one to resume, or None to go back."""
        error_line = ""
        while games:
            lines = ["Unfinished games", ""]
            wide = len(str(len(games)))
            lines += [f"  {number:>{wide}}  {game.text}" for number, game in enumerate(games, 1)]
            shown = [*lines, "", error_line] if error_line else lines
            typed = self._menu.ask(shown, "A number to resume, delete 2, delete all, b for back: ").lower()
            error_line = ""
            word, _, which = typed.partition(" ")
            number = int(which or word) if (which or word).isdecimal() and len(typed) < 20 else 0
            if typed in ("", "b", "back", *LEAVE):
                return None
            if word == "delete" and which == "all":
                sure = self._menu.ask(lines, f"Delete all {len(games)} games? y/n: ").lower()
                doomed = list(games) if sure in ("y", "yes") else []
            elif word == "delete" and 1 <= number <= len(games):
                doomed = [games[number - 1]]
            elif not which and 1 <= number <= len(games):
                return games[number - 1]
            else:
                error_line = f"{typed!r}: expected a number from 1 to {len(games)}, or delete and a number"
                continue
            for game in doomed:
                try:
                    game.delete()
                except OSError as error:
                    error_line = f"cannot delete {game.path.name!r}: {reason_of(error)}"
                    break
                games.remove(game)
        return None


def _reads_numbers(game: Game) -> bool:
    """Return whether a number can name a variant, as in Hex. If so, variants are not offered by number."""
    try:
        game.parse_variant("5")
    except HexapodaError:
        return False
    return True


def _at(texts: Sequence[str], text: str) -> int:
    """Return the index of `text` in `texts`, or 0 if it is not there."""
    return texts.index(text) if text in texts else 0


def _numbers(between: Sequence[Opponent]) -> str:
    """Format levels as a short list: `1½ 2½ 3½`."""
    return " ".join(level_text(one.level) for one in between if one.level is not None)
