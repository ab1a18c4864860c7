"""A language model plays Hive against an engine. Put the call of your model into `Model.answer`.

python examples/language_model.py
"""

from __future__ import annotations

import re

from hexapoda.train.text_game import TextGame

RULES = "You play the board game Hive. Answer with your move alone on the last line."


class Model:
    """Stands for a language model: it guesses, and takes a listed move when it is told what is wrong."""

    def answer(self, messages: list[dict[str, str]]) -> str:
        """Return the answer to a conversation."""
        listed = re.findall(r"^Legal moves \(\d+\): (.*)$", messages[-1]["content"], re.MULTILINE)
        moves = listed[-1].split(", ")
        guess = "wQ" if len(messages) == 2 else moves[len(messages) % len(moves)]
        return f"I have {len(moves)} moves to choose from.\n{guess}"


def main(plies: int = 40) -> tuple[int, int]:
    """Play a game, and return the reward and the number of answers that were no legal moves."""
    game = TextGame("hive", opponent="greedy:seed=1", player=0, max_plies=plies)
    turn = game.reset(seed=1)
    messages = [{"role": "system", "content": RULES}]
    model = Model()
    while not turn.over:
        messages.append({"role": "user", "content": turn.text})
        messages.append({"role": "assistant", "content": model.answer(messages)})
        turn = game.step(messages[-1]["content"])
    game.close()
    return turn.reward, game.mistakes


if __name__ == "__main__":
    print("reward {}, answers that were no legal moves: {}".format(*main()))
