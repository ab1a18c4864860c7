/**
 * `<turn-notice>`: a link to the most urgent of the visitor's other games. It says in how many games it is the
 * visitor's turn, or else who is waiting or wants a rematch.
 */

import { html, nothing } from "../vendor/lit/lit.js";
import { PageElement } from "../page_element.js";
import { playSound } from "../sound.js";
import { waitingGames } from "../turns.js";
import { words } from "../words/people.js";
import { otherName } from "./people.js";

export class TurnNotice extends PageElement {
  static properties = { waiting: { state: true } };

  constructor() {
    super();
    this.waiting = waitingGames();
  }

  windowEvents() {
    return {
      turns: (/** @type {CustomEvent<{more: boolean}>} */ event) => {
        if (event.detail.more) playSound("move");
        this.waiting = waitingGames();
      },
    };
  }

  render() {
    const { own, called, rematches } = this.waiting,
      [first] = [...own, ...called, ...rematches];
    const text = own.length
      ? words.yourTurns(own.length)
      : called.length
        ? words.waits(otherName(first))
        : first
          ? words.wantsRematch(otherName(first))
          : "";
    return html`<div role="status">${first ? html`<a class="turn-notice" href="#game=${first.id}" aria-label=${text}><span class="long">${text}</span><span class="brief" aria-hidden="true">${own.length ? `${own.length} ●` : "●"}</span></a>` : nothing}</div>`;
  }
}

customElements.define("turn-notice", TurnNotice);
