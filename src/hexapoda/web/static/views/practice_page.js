/**
 * Templates for the practice page: the board, the task, the solution, and the visitor's progress below.
 *
 * @typedef {import("./practice.js").PracticeView} PracticeView
 */

import { html, nothing } from "../vendor/lit/lit.js";
import { writeAddress } from "../analysis/address.js";
import { sideName } from "../sides.js";
import { turnOf } from "../move_numbers.js";
import { LAST } from "../own_reviews.js";
import { words as analysisWords } from "../words/analysis.js";
import { words } from "../words/practice.js";
import { words as puzzleWords } from "../words/puzzles.js";
import { words as remarkWords } from "../words/remarks.js";
import { icon } from "./icons.js";
import { playerName } from "./player_name.js";
import { remarkList } from "./remarks.js";
import { exerciseList, progressPart, soon } from "./practice_progress.js";

/** The whole view. @param {PracticeView} view */
export function practicePage(view) {
  const { overview, exercise } = view;
  if (!overview) {
    return html`<main class="alone"><h1 class="hidden">${words.title}</h1><p role="status">${view.trouble || words.loading}</p>
      ${view.trouble ? html`<button type="button" class="primary" @click=${() => view.route()}>${words.retry}</button>` : nothing}</main>`;
  }
  const games = overview.games.filter((one) => one.cards);
  const tabs = [{ name: "", title: words.all }, ...view.games].filter(
    ({ name }) => !name || games.some((one) => one.game === name),
  );
  return html`
    <div class="bar">
      ${
        games.length > 1
          ? html`<nav aria-label=${words.game}>${tabs.map(
              ({ name, title }) => html`<button type="button" class="tab"
        aria-current=${name === view.only ? "page" : nothing} @click=${() => view.choose({ game: name })}>${title}</button>`,
            )}</nav>`
          : nothing
      }
    </div>
    <main class=${`on-${view.info()?.board}`}>
      <h1 class="hidden">${words.title}</h1>
      <section class="table" aria-label=${words.board}>
        ${
          view.trouble || !exercise
            ? html`<div class="empty-board" role="status" id="empty">${view.trouble ? unreadable(view) : idle(view, overview)}</div>`
            : html`<div class=${view.hinted ? "board-box guess" : "board-box"}>${view.board.element}</div>`
        }
      </section>
      <aside class="side">
        ${exercise && !view.trouble ? [task(view, exercise), otherMoves(view), actions(view, exercise)] : nothing}
        ${view.last ? lastGames(view, view.last) : nothing}
        ${overview.cards || overview.removed ? [progressPart(overview), exerciseList(view, overview)] : how()}
      </aside>
    </main>`;
}

/** How practice works, for visitors without exercises. */
const how = () =>
  html`<div class="task"><h2 class="status">${words.howTitle}</h2><ol class="how">${words.how.map((text) => html`<li>${text}</li>`)}</ol></div>`;

/** The content in place of an exercise that cannot be shown. @param {PracticeView} view */
const unreadable = (view) =>
  html`<p>${view.trouble}</p><p><button type="button" class="primary" id="next" @click=${view.next}>${words.next}</button></p>`;

/**
 * The content in place of the board while there is no exercise.
 * @param {PracticeView} view @param {Api.PracticeJson} overview
 */
function idle(view, overview) {
  if (!overview.cards)
    return html`<p>${words.none}</p><p><a class="more-link" href="#review">${words.toReview}</a></p>`;
  if (!view.resting) return html`<p>${words.loading}</p>`;
  if (overview.due)
    return html`<p>${words.someDue(overview.due)}</p><p><button type="button" class="primary" id="anyway" @click=${view.anyway}>${words.goOn}</button></p>`;
  return html`<p>${words.noneDue}</p>${overview.next === null ? nothing : html`<p>${words.nextDue(soon(overview.next))}</p>`}
    <p><button type="button" id="anyway" @click=${view.anyway}>${words.anyway}</button></p>`;
}

/** The visitor's last games: one click reviews them and turns the mistakes into exercises.
 * @param {PracticeView} view @param {Api.LastGamesJson} last */
function lastGames(view, { reviews, games }) {
  if (!reviews.length && !games) return nothing;
  if (!reviews.length)
    return html`<section class="last-games" aria-labelledby="last-title"><h2 id="last-title">${words.lastGames}</h2>
      <p class="quiet">${words.unreviewed(games)}</p>
      <button type="button" class=${view.exercise ? nothing : "primary"} id="review-games" @click=${view.review}>${words.reviewGames(Math.min(games, LAST))}</button></section>`;
  const [{ progress }] = reviews,
    done = Math.max(0, view.asked - reviews.length);
  return html`<section class="last-games" aria-labelledby="last-title"><h2 id="last-title">${words.lastGames}</h2>
    <p role="status" id="reviewing">${words.reviewing(done + 1, Math.max(view.asked, 1))}</p>
    <progress max=${progress.planned} value=${progress.done} aria-labelledby="reviewing"></progress>
    <button type="button" id="stop-reviews" @click=${view.stopReviews}>${words.stopReviews}</button></section>`;
}

/**
 * The task of an exercise, and the verdict on the last move.
 * @param {PracticeView} view @param {Api.ExerciseJson} exercise
 */
function task(view, exercise) {
  const side = sideName(exercise.side),
    over = view.phase === "solved" || view.phase === "solution";
  const title =
    view.phase === "solved"
      ? words.solved
      : over
        ? words.better
        : view.moves.length
          ? words.left(view.left)
          : words.tasks[exercise.kind](side, exercise.played);
  return html`<div class="task">
    <h2 class="status" id="task"><span class="chip ${exercise.side.toLowerCase()}" role="img" aria-label=${side}></span>${title}</h2>
    <p class="quiet">${about(view, exercise)}</p>
    <div class="said" role="status" aria-live="polite" id="said">${
      view.phase === "wait"
        ? html`<p class="quiet">${puzzleWords.checking}</p>`
        : [
            view.note ? html`<p class="verdict ${view.note.kind}">${view.note.text}</p>` : nothing,
            over && view.lesson ? outcome(view.lesson, view.early) : nothing,
          ]
    }</div>
    ${over && view.lesson ? lesson(view, view.lesson, exercise) : nothing}
  </div>`;
}

/** The game that an exercise comes from. @param {PracticeView} view @param {Api.ExerciseJson} exercise */
function about(view, { game, names, date, ply, review, times, variant, side }) {
  const info = view.info(),
    you = info?.players.indexOf(side);
  const from = names.some(Boolean)
    ? words.against(playerName(names[0], 0, info, you), playerName(names[1], 1, info, you))
    : variant;
  const text = ply ? words.from(from, turnOf(game, ply), date.slice(0, 10)) : from;
  return [
    review ? html`<a href="#review=${review}&at=${ply}">${text}</a>` : text,
    times > 1 ? ` · ${words.again(times)}` : "",
  ];
}

/**
 * How the answer was rated, and when the exercise comes back.
 * @param {Api.ExerciseSolutionJson} found @param {boolean} early
 */
const outcome = ({ rating, due }, early) =>
  html`<p class="quiet" id="outcome">${rating ? words.ratings[rating] : early ? words.tooEarly : words.notCounted} ${words.comesBack(soon(due))}</p>`;

/**
 * The better line, the refutation of the move played, and the explanation.
 * @param {PracticeView} view @param {Api.ExerciseSolutionJson} found @param {Api.ExerciseJson} exercise
 */
function lesson(view, { steps, refutation, text, reason, remarks }, { played }) {
  return html`<div class="lesson">
    ${line(view, "better", words.better, steps)}
    ${refutation.length ? line(view, "refutation", words.wasPlayed(played), refutation) : nothing}
    ${text || reason ? html`<h3>${words.why}</h3>` : nothing}
    ${text ? html`<p>${text}</p>` : nothing}
    ${remarks.length ? remarkList(remarks, view.remark, view.point, remarkWords.lines) : reason ? html`<p class="reason">${reason}</p>` : nothing}
  </div>`;
}

/**
 * The moves of a line, as buttons that show them on the board.
 * @param {PracticeView} view @param {"better" | "refutation"} kind @param {string} title @param {Api.StepJson[]} steps
 */
function line(view, kind, title, steps) {
  const shown = view.lineKind === kind ? view.shownStep : 0;
  return html`<h3>${title}</h3><ol class="steps-line" aria-label=${title}>${steps.map(
    (step, k) => html`<li><button type="button" class="step" data-line=${kind}
      aria-current=${shown === k + 1 ? "step" : nothing} @click=${() => view.show(kind, k + 1)}>${step.move.move}</button></li>`,
  )}</ol>`;
}

/** The legal moves without a cell on the board, such as a swap, as buttons. @param {PracticeView} view */
function otherMoves(view) {
  const moves = (view.scene?.legal ?? []).filter((move) => !move.to && !move.cell);
  return view.phase === "solve" && moves.length
    ? html`<div class="puzzle-actions" role="group" aria-label=${analysisWords.options}>${moves.map((move) => html`<button type="button" data-move=${move.move} @click=${() => view.play(move.move)}>${analysisWords.special[move.move] ?? move.move}</button>`)}</div>`
    : nothing;
}

/** @param {PracticeView} view @param {Api.ExerciseJson} exercise */
function actions(view, exercise) {
  const { phase } = view,
    over = phase === "solved" || phase === "solution",
    last = !view.overview?.queue.some((one) => one.id !== exercise.id);
  const next = html`<button type="button" class=${over ? "primary" : nothing} id="next" @click=${view.next}>${last ? words.finish : words.next}</button>`;
  return html`<div class="puzzle-actions">
    ${phase === "wrong" ? html`<button type="button" class="primary" id="again" @click=${view.again}>${puzzleWords.again}</button>` : nothing}
    ${
      over
        ? [
            next,
            html`<button type="button" id="restart" @click=${view.restart}>${puzzleWords.restart}</button>`,
            html`<a class="more-link" id="analyze" href=${analysisLink(exercise)}>${puzzleWords.analyze}</a>`,
          ]
        : [
            html`<button type="button" id="hint" ?disabled=${phase !== "solve" || view.hinted === 2} @click=${view.ask}>${icon("hint")}<span>${view.hinted ? puzzleWords.showMove : puzzleWords.hint}</span></button>
            <button type="button" id="solution" ?disabled=${phase === "wait"} @click=${view.solve}>${puzzleWords.solution}</button>`,
            next,
          ]
    }
    <button type="button" class="plain-button" id="remove" @click=${view.toggleRemoved}>${view.removed ? words.restore : words.remove}</button>
  </div>
  <p class="quiet" role="status" id="removed">${view.removed ? words.removed : nothing}</p>`;
}

/** Return the address that opens an exercise's position in the analysis. @param {Api.ExerciseJson} exercise */
function analysisLink({ game, variant, rules, start, moves }) {
  return writeAddress({ game, variant, rules, start, moves }, moves.length);
}
