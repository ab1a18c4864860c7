"""How pieces move on the boards, as what a page asks the browser to animate."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

import pytest

from hexapoda.hive import Position
from tests.browser import new_visitor
from tests.web.page_browser import PageServer

RECORD = """
window.animated = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, timing) {
  const of = this.closest("[data-piece], [data-stone], [data-cell]");
  const name = of?.dataset.piece ?? of?.dataset.stone ?? of?.dataset.cell;
  window.animated.push({name, frames: frames.length, delay: timing.delay ?? 0});
  return animate.call(this, frames, timing);
};
"""
NEARLY = "Base Black[12] - wQ@0,0 bS1@1,0 bB1@1,0^1 bS2@0,1 bG1@-1,1 bG2@-1,0 bA1@0,-1 bQ@2,-1"
"""Black's beetle can step down into the last free cell around the white queen."""


RUNNING = "() => document.getAnimations().map(one => one.animationName ?? one.transitionProperty)"
"""What the style sheets animate."""


@pytest.fixture(params=["no-preference"])
def page(browser: Any, server: PageServer, request: pytest.FixtureRequest) -> Any:
    """A page that notes what is animated. Its visitor has nothing against motion, unless the test says so."""
    visitor = new_visitor(browser, reduced_motion=request.param, viewport={"width": 1200, "height": 800})
    visitor.add_init_script(RECORD)
    found = visitor.new_page()
    found.goto(server.address)
    yield found
    visitor.close()


def animated(page: Any, address: str, *keys: str) -> list[Any]:
    """What is animated when keys are pressed at an address."""
    page.goto(page.url.partition("#")[0] + "#" + address)
    page.locator("svg.surface").wait_for()
    page.locator("variation-tree").wait_for()
    page.wait_for_timeout(400)  # steps that follow each other quickly do not glide
    page.evaluate("() => { window.animated = []; }")
    for key in keys:
        page.keyboard.press(key)
        page.wait_for_timeout(400)
    found: list[Any] = page.evaluate("() => window.animated")
    return found


TILES = quote("wS1;bS1 wS1-;wB1 -wS1;bQ bS1-;wQ \\wS1;bA1 bQ-;wB1 wS1;bA1 bQ\\", safe="")
CHAIN = "analysis=hex&variant=3x3&moves=b1;a1;b2;a2;b3&at=4"


def closing() -> str:
    """The address of the move that surrounds the queen."""
    position = Position.from_text(NEARLY)
    move = next(move for move in position.legal_moves if str(move.piece) == "bB1" and move.to == (1, -1))
    text = quote(position.format_move(move), safe="")
    return f"analysis=hive&start={quote(NEARLY, safe='')}&moves={text}&at=0"


def test_a_tile_lands_climbs_and_slides(page: Any) -> None:
    found = animated(page, f"analysis=hive&variant=Base&moves={TILES}&at=5", *["ArrowRight"] * 3)
    assert [(one["name"], one["frames"]) for one in found] == [("bA1", 2), ("wB1", 3), ("bA1", 2)]


def test_the_winning_chain_lights_up_from_edge_to_edge(page: Any) -> None:
    found = animated(page, CHAIN, "ArrowRight")
    assert [(one["name"], one["delay"]) for one in found] == [
        ("1,0", 0),
        ("1,1", 60),
        ("1,2", 120),
        ("1,2", 0),
    ]


def test_the_ring_closes_at_the_end(page: Any) -> None:
    first, *ring = animated(page, closing(), "ArrowRight")
    assert (first["name"], first["frames"]) == ("bB1", 3)
    assert {one["name"] for one in ring} == {"bS1", "bS2", "bG1", "bG2", "bA1", "bB1"}
    delays = [one["delay"] for one in ring]
    assert delays == sorted(delays) and len(set(delays)) == 6


@pytest.mark.slow
@pytest.mark.parametrize("page", ["no-preference", "reduce"], indirect=True)
def test_nothing_moves_for_whoever_wants_no_motion(page: Any) -> None:
    moves = page.evaluate("() => !matchMedia('(prefers-reduced-motion: reduce)').matches")
    tiles = f"analysis=hive&variant=Base&moves={TILES}&at=5"
    for address in (tiles, CHAIN, closing()):
        assert bool(animated(page, address, "ArrowRight")) == moves
    page.evaluate("() => { location.hash = 'analysis=hive&variant=Base&moves='; }")
    page.locator(".empty.first .cell").wait_for()
    assert ("glow" in page.evaluate(RUNNING)) == moves
    page.evaluate("""() => {
        const dots = document.createElement("span");
        dots.className = "dots";
        dots.append(document.createElement("i"));
        document.body.append(dots);
    }""")
    assert ("pulse" in page.evaluate(RUNNING)) == moves
