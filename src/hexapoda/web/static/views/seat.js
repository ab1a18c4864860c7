/** The bar of a player: the color, the name, whether it is their turn, and their clock. */

import { html, nothing } from "../vendor/lit/lit.js";
import "./game_clock.js";

/**
 * @param {{side: string, hue: string, name: string, active: boolean, thinking: boolean, left: number | null,
 *   running: boolean, since: number}} seat
 */
export function seatBar({ side, hue, name, active, thinking, left, running, since }) {
  return html`<div class=${active ? "seat active" : "seat"}>
    <span class="chip ${hue}" role="img" aria-label=${side} title=${side}></span>
    <span class="name">${name}</span>
    ${thinking ? html`<span class="dots" aria-hidden="true"><i></i><i></i><i></i></span>` : nothing}
    ${left === null ? nothing : html`<game-clock .left=${left} .running=${running} .since=${since}></game-clock>`}
  </div>`;
}
