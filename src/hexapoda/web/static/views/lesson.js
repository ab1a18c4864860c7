/** The offer to take a serious mistake back, and what the mistake allowed. */

import { html, nothing } from "../vendor/lit/lit.js";
import { words } from "../words/play.js";

/** @param {Api.MistakeJson} lesson @param {() => void} takeBack @param {() => void} playOn */
export function lessonNote(lesson, takeBack, playOn) {
  const [before, after] = lesson.win.map((chance) => Math.round(100 * chance));
  const kind = words.judgments[lesson.judgment] ?? lesson.judgment;
  return html`<div class="note lesson" role="group" aria-label=${kind}>
    <p>${words.lesson(kind, lesson.move, before, after)} ${lesson.reply ? words.allows(lesson.reply.move) : nothing}</p>
    <div class="again"><button type="button" class="primary" id="take-back" @click=${takeBack}>${words.takeBack}</button>
      <button type="button" id="play-on" @click=${playOn}>${words.playOn}</button></div>
  </div>`;
}
