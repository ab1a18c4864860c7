/** The bar of a player: the color, the name, whether it is their turn, and their clock. */

import { html, nothing } from "../vendor/lit/lit.js";
import { words } from "../words/play.js";
import "./game_clock.js";

/**
 * @param {{side: string, hue: string, name: string, active: boolean, thinking: boolean, left: number | null,
 *   running: boolean, since: number, presence?: string, special?: unknown}} seat `presence`: `here`, `away` or nothing;
 *   `special`: what this player can do besides moves on the board
 */
export function seatBar({
  side,
  hue,
  name,
  active,
  thinking,
  left,
  running,
  since,
  presence = "",
  special = nothing,
}) {
  return html`<div class=${active ? "seat active" : "seat"}>
    <span class="chip ${hue}" role="img" aria-label=${side} title=${side}></span>
    <span class="name">${name}</span>
    ${thinking ? html`<span class="dots" aria-hidden="true"><i></i><i></i><i></i></span>` : nothing}
    ${presence ? html`<span class="presence ${presence}">${presence === "here" ? words.here : words.away}</span>` : nothing}
    ${special}
    ${left === null ? nothing : html`<game-clock .left=${left} .running=${running} .since=${since}></game-clock>`}
  </div>`;
}
