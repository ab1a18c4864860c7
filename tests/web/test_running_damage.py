"""Files of running matches with figures that cannot be, or texts that are half a character."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from tests.web.match_folders import ROOT, game, match, read


@pytest.mark.parametrize(
    "more",
    [{"began": -1e308}, {"began": float("nan")}, {"played": 10**30}, {"played": -1}, {"written": 10**400}],
)
def test_figures_of_a_running_match_that_cannot_be_are_named(
    client: TestClient, home: Path, more: dict[str, Any]
) -> None:
    folder, _ = match(home, "m", [0])
    now = time.time()
    content = {"version": 1, "written": now, "began": now, "played": 1, "games": [], **more}
    (folder / "running.json").write_text(json.dumps(content), "utf-8")
    found = read(client, "/m")
    assert found["running"] is None and found["match"]["trouble"].startswith("running.json: ")


def test_half_of_a_surrogate_pair_in_a_file_is_shown(client: TestClient, home: Path) -> None:
    folder, settings = match(home, "m", [0])
    damaged = {**game(settings, 1).to_json(), "detail": "\ud800"}
    with (folder / "games.jsonl").open("a", encoding="utf-8") as file:
        file.write(json.dumps(damaged) + "\n")
    (folder / "running.json").write_text('{"version": "\\ud800"}', "utf-8")
    assert "running.json" in read(client)["matches"][0]["trouble"]
    assert "running.json" in read(client, "/m")["match"]["trouble"]
    assert read(client, "/m/games")["games"][0]["detail"] == "\ud800"
    assert client.get(f"{ROOT}/m/games/1").status_code == 200
