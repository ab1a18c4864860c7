/**
 * The bar beside the board: the win probability of the player at the bottom. A proven result fills the bar or
 * leaves it empty.
 *
 * @typedef {import("../analysis/chance.js").Chance} Chance
 */

import { html, nothing } from "../vendor/lit/lit.js";
import { sideName } from "../sides.js";
import { words } from "../words/steps.js";

/** Return a probability in percent, never rounded to certainty. @param {number} win */
export const percent = (win) => `${Math.min(99, Math.max(1, Math.round(100 * win)))}%`;

/**
 * Return in words who is more likely to win; empty if unknown.
 * @param {Chance} chance @param {string[]} sides
 */
export function chanceText({ win, proven, within }, sides) {
  if (proven !== null) return words.proven(sideName(sides[proven]), within);
  return win === null
    ? ""
    : words.chance(sideName(sides[win >= 0.5 ? 0 : 1]), percent(Math.max(win, 1 - win)));
}

/**
 * @param {{chance: Chance, orientation: number, hues: string[], sides: string[]}} bar `orientation`: the player at the
 *   bottom
 */
export function evaluationBar({ chance, orientation, hues, sides }) {
  const { win, proven } = chance;
  const low =
    proven !== null ? Number(proven === orientation) : win === null ? 0.5 : orientation === 0 ? win : 1 - win;
  const ahead = proven ?? (win === null ? orientation : win >= 0.5 ? 0 : 1);
  const shown = proven !== null ? "✓" : win === null ? "" : percent(Math.max(win, 1 - win));
  const label = chanceText(chance, sides) || words.noChance;
  const kind = proven !== null ? " proven" : win === null ? " unknown" : "";
  return html`<div class="evaluation ${hues[1 - orientation]}${kind}" role="img" aria-label=${label} title=${label} .style=${`--share: ${low.toFixed(3)}`}>
    <div class="share ${hues[orientation]}"></div>
    ${shown ? html`<span class="value ${ahead === orientation ? "low" : "high"} ${hues[ahead]}">${shown}</span>` : nothing}
  </div>`;
}
