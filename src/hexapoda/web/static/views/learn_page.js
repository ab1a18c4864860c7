/**
 * The page of a lesson: what it is about, the board, and all lessons.
 *
 * @typedef {import("./learn.js").LearnView} LearnView
 */

import { html, nothing } from "../vendor/lit/lit.js";
import { language } from "../words.js";
import { words } from "../words/learn.js";
import { words as moveWords } from "../words/play.js";
import { noteBox } from "./board_note.js";

/** The whole view. @param {LearnView} view */
export function learnPage(view) {
  const { lesson, info } = view;
  if (!lesson || !info) {
    return html`<main class="alone"><h1 class="hidden">${words.title}</h1><p role="status">${view.trouble || words.loading}</p>
      ${view.trouble && view.offered().length ? html`<button type="button" class="primary" @click=${() => view.route()}>${words.retry}</button>` : nothing}</main>`;
  }
  const offered = view.offered();
  return html`
    ${
      offered.length > 1
        ? html`<div class="bar"><nav aria-label=${words.games}>${offered.map(
            (game) => html`<button type="button" class="tab"
      aria-current=${game === info ? "page" : nothing} @click=${() => {
        location.hash = `learn=${game.name}`;
      }}>${game.title}</button>`,
          )}</nav></div>`
        : nothing
    }
    <main class=${`learn on-${info.board}`}>
      <h1 class="hidden">${words.title}: ${info.title}</h1>
      ${text(view, lesson)}
      <section class="table" aria-label=${words.board}>
        <div class="board-box">${view.board.element}</div>
        ${noteBox(view.note, () => view.dismiss())}
      </section>
      ${list(view)}
    </main>`;
}

/** @param {LearnView} view @param {Api.RuleLesson} lesson */
function text(view, lesson) {
  const number = view.lessons.indexOf(lesson) + 1,
    following = view.following(),
    solved = view.solved();
  // Moves without a cell are buttons.
  const rest = /** @type {Api.PositionJson} */ (view.position).legal.filter(
    (move) => !solved && !move.to && !move.cell,
  );
  return html`<section class="lesson" aria-labelledby="lesson-title">
    <p class="count">${words.of(number, view.lessons.length)}</p>
    <h2 id="lesson-title" tabindex="-1">${lesson.title[language]}</h2>
    <p>${lesson.text[language]}</p>
    ${solved ? nothing : html`<p class="goal"><span class="hidden">${words.goal}: </span>${lesson.goal[language]}</p>`}
    <div role="status">${solved ? html`<p class="goal" id="praise">✓ ${words.right} ${lesson.praise[language]}</p>` : nothing}</div>
    <div class="lesson-buttons">
      ${rest.map((move) => html`<button type="button" class="primary" data-move=${move.move} @click=${() => view.play(move)}>${moveWords.special[move.move] ?? move.move}</button>`)}
      ${solved ? nothing : html`<button type="button" id="show" @click=${() => view.show()}>${words.hint}</button>`}
      <button type="button" id="restart" @click=${() => view.restart()}>${words.restart}</button>
      ${
        !solved
          ? nothing
          : following
            ? html`<button type="button" class="primary" id="next" @click=${() => view.open(following)}>${words.next}</button>`
            : html`<a class="button primary" id="play" href="#game">${words.play}</a>`
      }
    </div>
  </section>`;
}

/** @param {LearnView} view */
function list(view) {
  const all = view.lessons.every((one) => view.done.includes(one.id));
  return html`<nav class="lessons" aria-label=${words.list}>
    <ol>${view.lessons.map(
      (
        one,
      ) => html`<li><button type="button" data-lesson=${one.id} class=${view.done.includes(one.id) ? "solved" : ""}
      aria-current=${one === view.lesson ? "step" : nothing} @click=${() => view.open(one)}>
      <span>${one.title[language]}</span>${view.done.includes(one.id) ? html`<span class="hidden">, ${words.solved}</span>` : nothing}</button></li>`,
    )}</ol>
    ${all ? html`<p class="quiet">${words.allDone}</p>` : nothing}
    ${view.done.length ? html`<button type="button" class="link" id="forget" @click=${() => view.forget()}>${words.forget}</button>` : nothing}
  </nav>`;
}
