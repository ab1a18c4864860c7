/**
 * Templates around the board of a game: the players, their actions during and after the game, the switches, the lines
 * of engines, the note on a mistake, the bar over an earlier position, and the cards for offers and invitations.
 */

import { html, nothing } from "../vendor/lit/lit.js";
import { opensElsewhere, pageAddress } from "../reach.js";
import { reviewGame } from "../review_link.js";
import { changeSettings, settings } from "../settings.js";
import { words as pageWords } from "../words/page.js";
import { words as peopleWords } from "../words/people.js";
import { words } from "../words/play.js";
import { words as remarkWords } from "../words/remarks.js";
import { copyField } from "./copy_field.js";
import "./game_clock.js";
import { icon } from "./icons.js";
import { localNote } from "./local_note.js";
import "./qr_code.js";

/**
 * The action buttons of a player.
 * @param {{people: number, alone: boolean, helped: boolean, asks: boolean, mine: boolean, over: boolean, undo: boolean,
 *   redo: boolean, draws: boolean, paused: boolean, sure: string}} game `people`: the number of people who play;
 *   `alone`: whether nobody else has to agree; `helped`: whether an engine may help; `asks`: whether such help can be
 *   offered; `mine`: whether it is this page's turn; `sure`: the action that a second press confirms
 * @param {{send: (wish: Api.GameWish) => void, hint: () => void, surely: (type: "draw" | "resign") => void}} act
 */
export function actions({ people, alone, helped, asks, mine, over, undo, redo, draws, paused, sure }, act) {
  const button = (
    /** @type {string} */ id,
    /** @type {boolean} */ enabled,
    /** @type {() => void} */ press,
    text = /** @type {any} */ (words)[id],
  ) => html`
    <button type="button" id=${id} ?disabled=${!enabled} @click=${press}>${icon(id)}<span>${text}</span></button>`;
  return html`<div class="actions" role="group" aria-label=${words.actions}>
    ${button("undo", undo, () => act.send({ type: "undo" }), alone ? words.undo : words.askUndo)}
    ${alone ? button("redo", redo, () => act.send({ type: "redo" })) : nothing}
    ${people ? nothing : button(paused ? "resume" : "pause", !over, () => act.send({ type: "pause", on: !paused }))}
    ${people && helped ? button("hint", mine, act.hint) : nothing}
    ${asks && !over ? button("help", true, () => act.send({ type: "offer-help" }), peopleWords.askHelp) : nothing}
    ${draws && people ? button("draw", !over, () => act.surely("draw"), sure === "draw" ? words.sure : words.draw) : nothing}
    ${people ? button("resign", mine, () => act.surely("resign"), sure === "resign" ? words.sure : words.resign) : nothing}
  </div>`;
}

/**
 * The buttons shown after a game.
 * @param {Api.GameStateJson} state @param {{people: number, plays: boolean}} who @param {boolean} reviews whether the
 *   game can be reviewed
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

/** The switches for a game against an engine. */
export function switches() {
  const one = (
    /** @type {"teaching" | "lines"} */ name,
  ) => html`<label class="switch"><input type="checkbox" name=${name} .checked=${settings()[name]}
    @change=${(/** @type {Event} */ event) => changeSettings({ [name]: /** @type {HTMLInputElement} */ (event.target).checked })}><span>${words[name]}</span></label>`;
  return html`<div class="switches">${one("teaching")}${one("lines")}</div>`;
}

/**
 * The bar over an earlier position, with buttons to step and to return to the game.
 * @param {number} count how many moves lead to the position @param {number} turn the number of the last move
 * @param {(count: number) => void} look @param {() => void} back
 * @param {string} branch the link that begins another game from there; empty if that is not allowed
 */
export function backBar(count, turn, look, back, branch) {
  const step = (/** @type {number} */ to, /** @type {string} */ sign, /** @type {string} */ name) =>
    html`<button type="button" aria-label=${name} ?disabled=${to < 0} @click=${() => look(to)}>${sign}</button>`;
  return html`<div class="back-bar" role="group" aria-label=${words.looking(turn)}>
    ${step(count - 1, "‹", words.previous)}<span>${words.looking(turn)}</span>${step(count + 1, "›", words.next)}
    <button type="button" class="primary" id="back" @click=${back}>${words.back}</button>
    ${branch ? html`<a class="quiet-link" id="branch" href=${branch}>${words.playOnHere}</a>` : nothing}</div>`;
}

/**
 * The card of an open offer, by the opponent or by this player.
 * @param {{kind: string, by: number}} offer @param {string} side of the player who made it @param {boolean} answers
 *   whether this page may accept it
 * @param {(type: "accept" | "decline") => void} answer
 */
export function offerCard(offer, side, answers, answer) {
  const button = (/** @type {"accept" | "decline"} */ type, /** @type {string} */ text, look = "") =>
    html`<button type="button" class=${look} id=${type} @click=${() => answer(type)}>${text}</button>`;
  const help = offer.kind === "help";
  const text = answers
    ? help
      ? peopleWords.helpOffer(side)
      : words.offers(side, offer.kind)
    : help
      ? peopleWords.ownHelpOffer
      : words.ownOffer(offer.kind);
  return html`<div class="offer" role="group" aria-label=${text}><p>${text}</p>
    <div class="again">${answers ? html`${button("accept", words.accept, "primary")}${button("decline", words.decline)}` : button("decline", words.withdraw)}</div></div>`;
}

/**
 * The bar of a player: the color, the name, whether it is their turn, and their clock.
 * @param {{side: string, hue: string, name: string, active: boolean, thinking: boolean, left: number | null,
 *   running: boolean, since: number, presence?: string, special?: unknown}} seat `presence`: `here`, `away` or nothing;
 *   `special`: the buttons for moves that are not made on the board
 */
export function seatBar(seat) {
  const { side, hue, name, active, thinking, left, running, since, presence = "", special = nothing } = seat;
  return html`<div class=${active ? "seat active" : "seat"}>
    <span class="chip ${hue}" role="img" aria-label=${side} title=${side}></span>
    <span class="name">${name}</span>
    ${thinking ? html`<span class="dots" aria-hidden="true"><i></i><i></i><i></i></span>` : nothing}
    ${presence ? html`<span class="presence ${presence}">${presence === "here" ? words.here : words.away}</span>` : nothing}
    ${special}
    ${left === null ? nothing : html`<game-clock .left=${left} .running=${running} .since=${since}></game-clock>`}
  </div>`;
}

/**
 * The lines of the engines of a game, side by side if there are two.
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

/**
 * The note on a serious mistake: what it allowed, and the offer to take it back.
 * @param {Api.MistakeJson} lesson @param {() => void} takeBack @param {() => void} playOn
 */
export function lessonNote(lesson, takeBack, playOn) {
  const [before, after] = lesson.win.map((chance) => Math.round(100 * chance));
  const kind = words.judgments[lesson.judgment] ?? lesson.judgment;
  return html`<div class="note lesson" role="group" aria-label=${kind}>
    <p>${words.lesson(kind, lesson.move, before, after)} ${lesson.reply ? words.allows(lesson.reply.move) : nothing}</p>
    ${lesson.remarks.map((remark) => html`<p class="quiet"><b>${remarkWords.lines[remark.good ? 0 : 1]}</b> ${remark.text}</p>`)}
    <div class="again"><button type="button" class="primary" id="take-back" @click=${takeBack}>${words.takeBack}</button>
      <button type="button" id="play-on" @click=${playOn}>${words.playOn}</button></div>
  </div>`;
}

/** The card of a game that is open to anyone, with a button that withdraws it. @param {() => void} withdraw */
export function offeredCard(withdraw) {
  return html`<section class="invite card" aria-label=${peopleWords.waiting}>
    <h2>${peopleWords.waiting}</h2>
    <p>${peopleWords.waitingSays}</p>
    <div class="again"><button type="button" id="withdraw" @click=${withdraw}>${peopleWords.withdraw}</button></div>
  </section>`;
}

/** Return the address that opens a game with a key. @param {string} id @param {string} key */
const inviteAddress = (id, key) => `${pageAddress()}#game=${id}&key=${key}`;

/** The card with the private link for a friend. @param {string} id @param {string} key */
export function inviteCard(id, key) {
  return html`<section class="invite card" aria-label=${words.invite}>
    <h2>${words.invite}</h2>
    <p>${words.inviteSays}</p>
    ${copyField(words.inviteLink, inviteAddress(id, key), { id: "invite" })}
    ${
      opensElsewhere()
        ? html`<qr-code .text=${inviteAddress(id, key)} .label=${words.inviteLink}></qr-code>
    <p class="quiet">${pageWords.qrSays}</p>`
        : nothing
    }
    ${localNote()}
  </section>`;
}
