/**
 * The panels beside the board of a game: what a player can do during and after it, what can be switched on, what engines
 * think, and where an earlier position on the board is.
 */

import { html, nothing } from "../vendor/lit/lit.js";
import { reviewGame } from "../review_link.js";
import { change, settings } from "../settings.js";
import { words } from "../words/play.js";
import { icon } from "./icons.js";

/**
 * The buttons of a player.
 * @param {{people: number, alone: boolean, mine: boolean, over: boolean, undo: boolean, redo: boolean, draws: boolean, paused: boolean,
 *   sure: string}} game `people`: how many play; `alone`: whether nobody else has to agree; `mine`: whether this page is
 *   to move; `sure`: what a second press does
 * @param {{send: (type: string, more?: object) => void, hint: () => void, surely: (type: string) => void}} act
 */
export function actions({ people, alone, mine, over, undo, redo, draws, paused, sure }, act) {
  const button = (
    /** @type {string} */ id,
    /** @type {boolean} */ enabled,
    /** @type {() => void} */ press,
    text = /** @type {any} */ (words)[id],
  ) => html`
    <button type="button" id=${id} ?disabled=${!enabled} @click=${press}>${icon(id)}<span>${text}</span></button>`;
  return html`<div class="actions" role="group" aria-label=${words.actions}>
    ${button("undo", undo, () => act.send("undo"), alone ? words.undo : words.askUndo)}
    ${alone ? button("redo", redo, () => act.send("redo")) : nothing}
    ${people ? button("hint", mine, act.hint) : button(paused ? "resume" : "pause", !over, () => act.send("pause", { on: !paused }))}
    ${draws && people ? button("draw", !over, () => act.surely("draw"), sure === "draw" ? words.sure : words.draw) : nothing}
    ${people ? button("resign", mine, () => act.surely("resign"), sure === "resign" ? words.sure : words.resign) : nothing}
  </div>`;
}

/**
 * What can be done with a game that is over.
 * @param {Api.GameStateJson} state @param {{people: number, plays: boolean}} who @param {boolean} reviews whether the game can be reviewed
 * @param {{again: () => Promise<void>, refused: (error: unknown) => void}} act
 */
export function afterwards({ id, board, seats, rematch }, { people, plays }, reviews, act) {
  if (!plays)
    return rematch && people === 2
      ? html`<a class="quiet-link" href="#game=${rematch}">${words.watchRematch}</a>`
      : nothing;
  const review = () =>
    reviewGame(id, people === 1 ? seats.findIndex((seat) => seat.human) : null).catch(act.refused);
  const again = (/** @type {MouseEvent} */ event) => {
    const button = /** @type {HTMLButtonElement} */ (event.currentTarget);
    button.disabled = true; // a second click would ask for a second game
    act.again().finally(() => {
      button.disabled = false;
    });
  };
  return html`<div class="again">
    <button type="button" class="primary" id="rematch" @click=${again}>${rematch && people === 2 ? words.toRematch : people ? words.rematch : words.again}</button>
    ${reviews && board.ply ? html`<button type="button" id="review" @click=${review}>${words.review}</button>` : nothing}</div>`;
}

/** What can be switched on for a game against an engine. */
export function switches() {
  const one = (
    /** @type {"teaching" | "lines"} */ name,
  ) => html`<label class="switch"><input type="checkbox" name=${name} .checked=${settings()[name]}
    @change=${(/** @type {Event} */ event) => change({ [name]: /** @type {HTMLInputElement} */ (event.target).checked })}><span>${words[name]}</span></label>`;
  return html`<div class="switches">${one("teaching")}${one("lines")}</div>`;
}

/** That the board shows an earlier position, and the way back. @param {number} count the moves before it @param {(count: number) => void} look @param {() => void} back */
export function backBar(count, look, back) {
  const step = (/** @type {number} */ to, /** @type {string} */ sign, /** @type {string} */ name) =>
    html`<button type="button" aria-label=${name} ?disabled=${to < 0} @click=${() => look(to)}>${sign}</button>`;
  return html`<div class="back-bar" role="group" aria-label=${words.looking(count)}>
    ${step(count - 1, "‹", words.previous)}<span>${words.looking(count)}</span>${step(count + 1, "›", words.next)}
    <button type="button" class="primary" id="back" @click=${back}>${words.back}</button></div>`;
}

/**
 * What the other player offers, or this one.
 * @param {{kind: string, by: number}} offer @param {string} side of the player who made it @param {boolean} answers whether this page may accept it
 * @param {(type: "accept" | "decline") => void} answer
 */
export function offerCard(offer, side, answers, answer) {
  const button = (/** @type {"accept" | "decline"} */ type, /** @type {string} */ text, look = "") =>
    html`<button type="button" class=${look} id=${type} @click=${() => answer(type)}>${text}</button>`;
  const text = answers ? words.offers(side, offer.kind) : words.ownOffer(offer.kind);
  return html`<div class="offer" role="group" aria-label=${text}><p>${text}</p>
    <div class="again">${answers ? html`${button("accept", words.accept, "primary")}${button("decline", words.decline)}` : button("decline", words.withdraw)}</div></div>`;
}
