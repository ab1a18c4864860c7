/** What the engines of a game think, side by side if both are engines. */

import { html, nothing } from "../vendor/lit/lit.js";
import { words } from "../words/play.js";

/**
 * @typedef {{lines: {text: string, score: string, depth: number | null}[], seconds: number}} Thoughts
 * @param {{name: string, side: string, hue: string, thoughts: Thoughts | null}[]} engines
 */
export function searchLines(engines) {
  return html`<div class="thoughts">${engines.map(({ name, side, hue, thoughts }) => {
    const [best, ...others] = thoughts?.lines ?? [];
    return html`<section aria-label=${words.linesOf(`${name}, ${side}`)}>
      <h3><span class="chip ${hue}" aria-hidden="true"></span>${name}</h3>
      <p class="score">${best?.score || "–"}${best?.depth ? html` <small>d${best.depth}</small>` : nothing}</p>
      ${[best, ...others.slice(0, 2)].filter(Boolean).map((line) => html`<p class="line">${line.text.split("  ").slice(0, 6).join("  ")}</p>`)}
    </section>`;
  })}</div>`;
}
