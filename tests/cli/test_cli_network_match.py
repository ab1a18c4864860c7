"""`hexapoda match` with networks that do not play on its board."""

from pathlib import Path

import pytest

from tests.cli.command_line import complaint


@pytest.mark.parametrize(
    ("engine", "game", "variant", "reason"),
    [
        ("net:hive-base-mlp", "hive", "Base", "plays Base+MLP only"),
        ("net:hex-5x5", "hex", "7x7", "plays 5x5 only"),
        ("net:hex,search=rave", "hex", "20x20", "boards of at most 361 cells"),
    ],
)
def test_a_network_on_another_board_loses_no_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, engine: str, game: str, variant: str, reason: str
) -> None:
    monkeypatch.setenv("HEXAPODA_HOME", str(tmp_path))
    where = ("--game", game, "--variant", variant)
    error = complaint("match", "random", engine, "--games", "4", "--nodes", "1", *where, "--id", "m")
    assert f"engine {engine!r} cannot start: " in error and reason in error
    assert not (tmp_path / "matches" / "m").exists()
