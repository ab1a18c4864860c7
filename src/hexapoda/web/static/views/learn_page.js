/**
 * Templates for the page of a lesson: its text, the board, and the list of lessons.
 *
 * @typedef {import("./learn.js").LearnView} LearnView
 */

import { html, nothing } from "../vendor/lit/lit.js";
import { TOUR_END, tourStep } from "../learned.js";
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
      offered.length > 1 && !view.tour.length
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
      ${view.ended ? ready(view) : text(view, lesson)}
      <section class="table" aria-label=${words.board}>
        <div class="board-box">${view.board.element}</div>
        ${noteBox(view.note, () => view.dismiss())}
      </section>
      ${view.tour.length ? nothing : list(view)}
    </main>`;
}

/** @param {LearnView} view @param {Api.LessonJson} lesson */
function text(view, lesson) {
  const solved = view.solved();
  // Moves without a cell are shown as buttons.
  const rest = /** @type {Api.PositionJson} */ (view.position).legal.filter(
    (move) => !solved && !move.to && !move.cell,
  );
  return html`<section class="lesson" aria-labelledby="lesson-title">
    ${view.tour.length ? steps(view) : html`<p class="count">${words.of(view.lessons.indexOf(lesson) + 1, view.lessons.length)}</p>`}
    <h2 id="lesson-title" tabindex="-1">${lesson.title}</h2>
    <p>${lesson.text}</p>
    ${solved ? nothing : html`<p class="goal"><span class="hidden">${words.goal}: </span>${lesson.goal}</p>`}
    <div role="status">${solved ? html`<p class="goal" id="praise">✓ ${words.right} ${lesson.praise}</p>` : nothing}</div>
    <div class="lesson-buttons">
      ${rest.map((move) => html`<button type="button" class="primary" data-move=${move.move} @click=${() => view.play(move)}>${moveWords.special[move.move] ?? move.move}</button>`)}
      ${solved ? nothing : html`<button type="button" id="show" @click=${() => view.show()}>${words.hint}</button>`}
      <button type="button" id="restart" @click=${() => view.restart()}>${words.restart}</button>
      ${onward(view)}
    </div>
    ${view.tour.length ? leaving(view) : nothing}
  </section>`;
}

/** The button for the next lesson, or the link to a game after the last one. @param {LearnView} view */
function onward(view) {
  const solved = view.solved();
  if (!solved && !view.tour.length) return nothing;
  if (!view.following() && !view.tour.length)
    return html`<a class="button primary" id="play" href="#game">${words.play}</a>`;
  return html`<button type="button" class=${solved ? "primary" : ""} id=${solved ? "next" : "skip"} @click=${() => view.forward()}>
    ${solved ? words.next : words.skip}</button>`;
}

/** The progress of the tour, with a button for each step. @param {LearnView} view */
function steps(view) {
  const at = view.tour.indexOf(/** @type {Api.LessonJson} */ (view.lesson));
  return html`<nav class="tour-steps" aria-label=${words.steps}>
    <ol>${view.tour.map((one, k) => {
      const done = view.done.includes(one.id);
      const name = `${words.step(k + 1, view.tour.length)}: ${one.title}${done ? `, ${words.solved}` : ""}`;
      return html`<li><button type="button" data-step=${one.id} class=${done ? "solved" : ""} title=${one.title} aria-label=${name}
        aria-current=${!view.ended && k === at ? "step" : nothing} @click=${() => view.open(one)}></button></li>`;
    })}</ol>
    ${view.ended ? nothing : html`<p class="count">${words.step(at + 1, view.tour.length)}</p>`}
  </nav>`;
}

/** The button for the previous lesson, and the link to all lessons. @param {LearnView} view */
function leaving(view) {
  const { name } = /** @type {Api.GameJson} */ (view.info),
    first = view.tour[0] === view.lesson && !view.ended;
  return html`<p class="leaving">
    ${first ? nothing : html`<button type="button" class="link" id="previous" @click=${() => view.back()}>${words.previous}</button>`}
    <a id="lessons" href="#learn=${name}">${words.toLessons}</a></p>`;
}

/** The end of the tour, which offers a first game. @param {LearnView} view */
function ready(view) {
  const level = view.firstOpponent();
  return html`<section class="lesson" aria-labelledby="lesson-title">
    ${steps(view)}
    <h2 id="lesson-title" tabindex="-1">${words.ready}</h2>
    <p>${words.readySays}</p>
    <div class="lesson-buttons">
      <button type="button" class="primary" id="first-game" @click=${() => view.playFirst()}>${level ? words.first(level.name) : words.play}</button>
    </div>
    ${leaving(view)}
  </section>`;
}

/** @param {LearnView} view */
function list(view) {
  const all = view.lessons.every((one) => view.done.includes(one.id));
  const toured = tourStep(/** @type {Api.GameJson} */ (view.info).name) === TOUR_END;
  return html`<nav class="lessons" aria-label=${words.list}>
    ${toured || !view.lessons.some((one) => one.tour) ? nothing : html`<p class="to-tour"><a id="tour" href="#learn=${/** @type {Api.GameJson} */ (view.info).name}&tour=">${words.toTour}</a></p>`}
    <ol>${view.lessons.map(
      (
        one,
      ) => html`<li><button type="button" data-lesson=${one.id} class=${view.done.includes(one.id) ? "solved" : ""}
      aria-current=${one === view.lesson ? "step" : nothing} @click=${() => view.open(one)}>
      <span>${one.title}</span>${view.done.includes(one.id) ? html`<span class="hidden">, ${words.solved}</span>` : nothing}</button></li>`,
    )}</ol>
    ${all ? html`<p class="quiet">${words.allDone}</p>` : nothing}
    ${view.done.length ? html`<button type="button" class="link" id="forget" @click=${() => view.forget()}>${words.forget}</button>` : nothing}
  </nav>`;
}
