"""What belongs to one owner: exported as a whole, deleted as a whole, and nothing of anybody else."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import replace
from pathlib import Path

from typer.testing import CliRunner

from hexapoda.cli.app import command_line
from hexapoda.web.owner import new_key, owner_with
from tests.web.pages import create, open_page, serving
from tests.web.test_analyses_api import record
from tests.web.test_reviews import FAST, HEX, begin, finish

SHARED = replace(FAST, names=("club.example",))
CLUB = [f"K{new_key()[1:]}" for _ in "12"]  # a key that begins with a hyphen would look like an option


def owner(home: Path, *arguments: str, code: int = 0) -> str:
    result = CliRunner(env={"HEXAPODA_HOME": str(home)}).invoke(
        command_line("games"), ["games", "owner", *arguments], prog_name="hexapoda"
    )
    assert result.exit_code == code, (result.exit_code, result.output)
    return result.output


def kinds(path: Path) -> list[str]:
    return sorted(json.loads(line)["kind"] for line in path.read_text("utf-8").splitlines())


def fill(home: Path) -> tuple[str, str]:
    """Two visitors play a game, and each makes something alone; the ids of the games."""
    with serving(SHARED) as client:
        client.cookies.set("hexapoda-key", CLUB[0])
        both = create(client, "hex", variant="5x5")
        alone = create(client, "hex", variant="5x5")
        with open_page(client, alone["id"], alone["keys"]) as (page, _):
            page.move("a1")
        client.post("/api/v1/analyses", json={"name": "mine", "record": record("a1", "b2")})
        review = begin(client, text=HEX, you=1)
        finish(client, review)
        with open_page(client, both["id"], both["keys"][:1]) as (first, _):
            client.cookies.set("hexapoda-key", CLUB[1])
            with open_page(client, both["id"], both["keys"][1:]) as (second, _):
                first.move("a1")
                second.state(lambda state: state["board"]["ply"] == 1)
                second.ask("resign")
        assert client.put(f"/api/v1/reviews/{review}/you", json={"you": 0}).status_code == 200
        client.post("/api/v1/analyses", json={"name": "theirs", "record": record("a1")})
    return both["id"], alone["id"]


def test_everything_of_one_owner_and_nothing_else(home: Path, tmp_path: Path) -> None:
    both, alone = fill(home)
    out = tmp_path / "mine.jsonl"
    assert "--export" in owner(home, CLUB[0])
    owner(home, CLUB[0], "--export", str(out))
    assert kinds(out) == ["analysis", "exercise", "game", "played", "played", "review"]
    assert "keys" not in out.read_text("utf-8") and CLUB[0] not in out.read_text("utf-8")
    assert "exists" in owner(home, CLUB[0], "--export", str(out), code=2)
    said = json.loads(owner(home, owner_with(CLUB[0]), "--delete", "--json"))
    assert said == {"things": 6, "damaged": [], "deleted": 6, "left": 0}
    assert "nothing belongs" in owner(home, CLUB[0], code=1)
    assert not (home / "practice" / owner_with(CLUB[0])).exists()
    assert not (home / "web" / f"{alone}.json").exists()
    other = tmp_path / "theirs.jsonl"
    owner(home, CLUB[1], "--export", str(other))
    expected = ["analysis", "exercise", "game", "played"]
    assert kinds(other) == expected, "the game of both stays with the other one"
    assert json.loads((home / "web" / f"{both}.json").read_text("utf-8"))["web"]["owners"][0] == ""


def test_what_a_server_has_open_is_left(home: Path) -> None:
    with serving(SHARED) as client:
        client.cookies.set("hexapoda-key", CLUB[0])
        made = create(client, "hex", variant="5x5")
        with open_page(client, made["id"], made["keys"]) as (page, _):
            page.move("a1")
            said = owner(home, CLUB[0], "--delete", code=1)
            assert "not deleted: 1 item that a running server has open" in said
        assert client.get(f"/api/v1/games/{made['id']}").status_code == 200
    assert "deleted: 1 game on the server\n" in owner(home, CLUB[0], "--delete")


def test_a_wrong_owner_is_a_clear_answer(home: Path) -> None:
    assert "nothing belongs to 'nobody'" in owner(home, "nobody", code=1)
    assert "OWNER is empty" in owner(home, " ", code=2)


def test_a_damaged_game_is_named_and_stops_no_export(home: Path, tmp_path: Path) -> None:
    with serving(SHARED) as client:
        client.cookies.set("hexapoda-key", CLUB[0])
        for name in ("one", "two"):
            client.post("/api/v1/analyses", json={"name": name, "record": record("a1", "b2")})
    with sqlite3.connect(home / "games.db") as store:
        store.execute("UPDATE games SET moves = 'a1;b3' WHERE name = 'one'")
    store.close()
    out = tmp_path / "mine.jsonl"
    said = owner(home, CLUB[0], "--export", str(out), "--delete", code=1)
    assert "damaged games, which are left out: 1" in said and "nothing was deleted" in said
    assert [json.loads(line)["name"] for line in out.read_text("utf-8").splitlines()] == ["two"]
    assert json.loads(owner(home, CLUB[0], "--delete", "--json", code=1).splitlines()[0])["deleted"] == 2
    assert "nothing belongs" in owner(home, CLUB[0], code=1)


def test_a_name_in_a_review_of_somebody_else_goes(home: Path) -> None:
    fill(home)
    [path] = (home / "web" / "reviews").glob("*.json")

    def sides() -> set[str]:
        return set(json.loads(path.read_text("utf-8"))["sides"])

    assert sides() == {owner_with(key) for key in CLUB}
    owner(home, CLUB[1], "--delete")
    assert sides() == {owner_with(CLUB[0])}


def test_a_damaged_exercise_is_exported_before_it_is_deleted(home: Path, tmp_path: Path) -> None:
    path, out = home / "practice" / "local" / "0123456789abcdef.json", tmp_path / "mine.jsonl"
    path.parent.mkdir(parents=True)
    path.write_text('{"version": 1', "utf-8")
    owner(home, "local", "--export", str(out), "--delete")
    expected = {"kind": "exercise", "id": path.stem, "damaged": '{"version": 1'}
    assert json.loads(out.read_text("utf-8")) == expected and not path.exists()
