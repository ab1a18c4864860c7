"""The games for OpenSpiel. Importing this module registers `hexapoda_hive` and `hexapoda_hex`.

For each game with encodings, `pyspiel.load_game("hexapoda_GAME(variant=...)")` returns an `OpenSpielGame`,
on which the algorithms of OpenSpiel run. The parameters are `variant`, the rule switches by name,
`observation`, `actions` and `max_plies`. OpenSpiel cannot read a value with an equals sign, so a colon takes
its place: `observation=planes:window:21`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from hexapoda.errors import UsageError
from hexapoda.games import Game, find_game, game_names
from hexapoda.train.episode import LONGEST, Episode, EpisodeSettings

try:
    import pyspiel
    from open_spiel.python.observation import IIGObserverForPublicInfoGame
except ImportError:
    raise UsageError("these games need OpenSpiel: pip install 'hexapoda[openspiel]'") from None

__all__ = ["NAMES", "OpenSpielGame", "OpenSpielObserver", "OpenSpielState"]


class OpenSpielGame(pyspiel.Game):
    """A game and its settings."""

    def __init__(self, game_type: Any, game: Game, parameters: Mapping[str, Any]) -> None:
        """Raises `InvalidGameError` for an unknown variant, and `UsageError` for other invalid parameters."""
        self.settings = EpisodeSettings.of(
            game.name,
            variant=parameters["variant"],
            rules={switch.name: parameters[switch.name] for switch in game.rules},
            observation=_read_encoding(parameters["observation"]),
            actions=_read_encoding(parameters["actions"]),
            max_plies=parameters["max_plies"],
        )
        game_info = pyspiel.GameInfo(
            num_distinct_actions=self.settings.layout.size,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.settings.max_plies,
        )
        # Parameters from a dictionary may have equals signs, which OpenSpiel could not read back.
        readable = {name: parameters[name].replace("=", ":") for name in ("observation", "actions")}
        super().__init__(game_type, game_info, {**parameters, **readable})
        self._start = self.settings.begin()

    def __reduce__(self) -> tuple[Any, ...]:
        return _load, (str(self),)

    def new_initial_state(self, position: str | None = None) -> OpenSpielState:
        """Return the state at the start, or at `position`, a position of the variant as text. Raises
        the errors of `EpisodeSettings.begin`.
        """
        if position is None:
            return OpenSpielState(self, self._start.copy())
        return OpenSpielState(self, self.settings.begin({"position": position}))

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """Return an observer of states, by default an `OpenSpielObserver`."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return OpenSpielObserver(self.settings)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class OpenSpielState(pyspiel.State):
    """A game that is being played. Legal actions are the numbers that the mask marks, one for each move;
    `apply_action` accepts every number of a legal move. A game that is cut short is over, without a winner.
    """

    def __init__(self, game: OpenSpielGame, episode: Episode) -> None:
        """Use `OpenSpielGame.new_initial_state` instead."""
        super().__init__(game)
        # The only attribute: OpenSpiel copies and pickles all attributes of a state.
        self.episode = episode

    def current_player(self) -> Any:
        """Return the player to move, 0 or 1, or `PlayerId.TERMINAL`."""
        return pyspiel.PlayerId.TERMINAL if self.episode.over else self.episode.turn

    def _legal_actions(self, player: int) -> list[int]:
        # NumPy finds nonzero entries in a bool array several times faster than in an int8 array.
        actions: list[int] = np.flatnonzero(self.episode.mask(player).view(np.bool_)).tolist()
        return actions

    def _apply_action(self, action: int) -> None:
        self.episode.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        settings, position = self.episode.settings, self.episode.position
        return settings.game.format_move(position, settings.layout.move(position, action))

    def string_to_action(self, *arguments: Any) -> int:
        """Return the number of a legal move given as text, in any notation of the game. A player passed
        before the text is ignored. Raises the errors of `Game.parse_move`.
        """
        settings, position = self.episode.settings, self.episode.position
        return settings.layout.number(position, settings.game.parse_move(position, arguments[-1]))

    def is_terminal(self) -> bool:
        """Return whether the game is over or was cut short."""
        return self.episode.over

    def returns(self) -> list[float]:
        """Return 1 for the winner and -1 for the loser; 0 for both in a draw or before the game is over."""
        return [float(self.episode.reward(player)) for player in (0, 1)]

    def __str__(self) -> str:
        """Return text that two states share only if they have the same future: some algorithms treat states
        with equal text as one state.
        """
        return self.episode.state_text()


class OpenSpielObserver:
    """An observer of states; OpenSpiel defines the names of its members."""

    def __init__(self, settings: EpisodeSettings) -> None:
        """Observations use the encoder of the settings."""
        self._encoder = settings.encoder
        self.tensor = np.zeros(int(np.prod(self._encoder.shape)), np.float32)
        """The observation as one row."""
        self.dict = {"observation": self.tensor.reshape(self._encoder.shape)}
        """The observation in its original shape; it shares memory with `tensor`."""

    def set_from(self, state: OpenSpielState, player: int) -> None:
        """Write a player's observation of a state into `tensor` and `dict`."""
        self.dict["observation"][:] = state.episode.observation(player)

    def string_from(self, state: OpenSpielState, player: int) -> str:
        """Return the text of a state, which is the same for both players."""
        return str(state)


def _load(text: str) -> Any:
    """Load a pickled game. Unpickling imports this module, which registers the games."""
    return pyspiel.load_game(text)


def _read_encoding(text: str) -> str:
    """Return `planes:window=21` for `planes:window:21`."""
    name, colon, option = text.partition(":")
    return name + colon + option.replace(":", "=")


def _register(game: Game) -> str:
    assert game.encodings is not None
    name = f"hexapoda_{game.name}"
    game_type = pyspiel.GameType(
        short_name=name,
        long_name=f"{game.title} of hexapoda",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "variant": game.variants[0],
            **{switch.name: switch.choices[0] for switch in game.rules},
            "observation": game.encodings.observations[0],
            "actions": game.encodings.actions[0],
            "max_plies": LONGEST,
        },
    )

    class RegisteredGame(OpenSpielGame):
        # OpenSpiel releases registered objects after the interpreter has shut down, and crashes if it holds
        # the last reference. A function would have no other reference; a class refers to itself.
        def __init__(self, parameters: Mapping[str, Any]) -> None:
            super().__init__(game_type, game, parameters)

    pyspiel.register_game(game_type, RegisteredGame)
    return name


NAMES = tuple(_register(game) for game in map(find_game, game_names()) if game.encodings is not None)
"""The names of the games."""
