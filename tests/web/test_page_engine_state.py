"""What the engine of an analysis does is always in view: searching, ended or stopped, and on for longer."""

from __future__ import annotations

from tests.web.used_pages import UsedPages

MOVES = "wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wA1 -wQ;bA1 bQ-"


def test_the_engine_stops_and_goes_deeper(used_pages: UsedPages) -> None:
    with used_pages.at(f"analysis=hive&variant=Base&moves={MOVES}") as page:
        page.locator("variation-tree .step").nth(5).wait_for()
        page.evaluate("document.activeElement.blur()")
        page.keyboard.press("l")
        page.locator("engine-lines [data-line='0']").first.wait_for()
        page.wait_for_function(
            r"() => /^searching, [1-9]\d* s$/.test(document.querySelector('#engine-state').textContent)"
        )
        assert page.inner_text("#engine-news") == "The engine is searching."
        page.click("#deeper")
        page.locator("#engine-state", has_text="stopped after").wait_for()
        assert page.text_content("#engine-news").startswith("stopped after")
        assert page.inner_text("#deeper") == "Deeper"
        assert page.locator("engine-lines [data-line='0']").count()
        page.click("#deeper")
        page.locator("#engine-state", has_text="searching").wait_for()
        page.locator("#engine-state").click()
        page.keyboard.press("L")
        page.locator("#engine-state", has_text="stopped after").wait_for()
        page.keyboard.press("l")
        page.locator("#engine-state").wait_for(state="detached")
        assert page.text_content("#engine-news") == "off"
