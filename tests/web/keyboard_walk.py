"""A walk with the Tab key through all that a page has."""

from __future__ import annotations

from typing import Any

__all__ = ["lost_focus"]

WATCH = """() => {
  const root = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
  const seen = (one) => one.checkVisibility({ visibilityProperty: true }) && one.getClientRects().length;
  const all = [...root.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex]")];
  const inert = (element) => element.closest("[inert]") || element.disabled || element.tabIndex < 0;
  const wanted = new Set(all.filter((element) => seen(element) && !inert(element))),
    size = wanted.size;
  const faults = new Set();
  const name = (element) => element.outerHTML.replace(/<!--.*?-->/g, "").slice(0, 110);
  const outlined = (element) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    return outlineStyle !== "none" && parseFloat(outlineWidth) >= 2;
  };
  const look = () => {
    const target = document.activeElement;
    if (!root.contains(target) || target === document.body) return;
    wanted.delete(target);
    if (target.type === "radio") for (const one of wanted) if (one.name === target.name) wanted.delete(one);
    // The field of a switch or of a file is shown by what stands beside or around it.
    if (![target, target.nextElementSibling, target.parentElement].some((one) => one && outlined(one)))
      faults.add(`no outline: ${name(target)}`);
    const box = target.classList.contains("hidden") ? target.parentElement : target;
    let { left, right, top, bottom } = box.getBoundingClientRect();
    const end = root.parentElement; // a dialog is above all that is around it
    for (let around = box.parentElement; around && around !== end; around = around.parentElement) {
      const { overflow, display } = getComputedStyle(around);
      if (around !== document.documentElement && (overflow === "visible" || display === "contents")) continue;
      const clip = around === document.documentElement
        ? { left: 0, top: 0, right: innerWidth, bottom: innerHeight }
        : around.getBoundingClientRect();
      [left, top] = [Math.max(left, clip.left), Math.max(top, clip.top)];
      [right, bottom] = [Math.min(right, clip.right), Math.min(bottom, clip.bottom)];
    }
    const x = (left + right) / 2,
      y = (top + bottom) / 2;
    const there = document.elementFromPoint(x, y);
    if (!there || !(box.contains(there) || there.contains(box))) faults.add(`out of sight: ${name(target)}`);
  };
  addEventListener("keydown", look, true);
  window.isWalkWhole = () => ![...wanted].some(seen);
  window.endOfWalk = () => {
    removeEventListener("keydown", look, true);
    return [...faults, ...[...wanted].filter(seen).map((one) => `not reached: ${name(one)}`)];
  };
  if (root === document.body) {
    const top = document.createElement("span");
    top.tabIndex = -1;
    root.prepend(top);
    top.focus();
    top.remove();
  }
  return size;
}"""
"""Each key looks at what the key before it has reached: it is scrolled into view by then."""


def lost_focus(page: Any) -> list[str]:
    """What the Tab key does not reach, or where nobody sees that it is there, a line for each element."""
    keys = page.evaluate(WATCH) + 8  # the browser adds lists that scroll
    for _ in range(2):  # a page may get more parts meanwhile; the focus begins again at its end
        for _ in range(keys):
            page.keyboard.press("Tab")
        if page.evaluate("isWalkWhole()"):
            break
    found: list[str] = page.evaluate("endOfWalk()")
    return found
