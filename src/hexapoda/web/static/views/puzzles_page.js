/**
 * Templates for the puzzle page: the board, the task, and the choice of puzzles.
 *
 * @typedef {import("./puzzles.js").PuzzlesView} PuzzlesView
 */

import { html, nothing } from "../vendor/lit/lit.js";
import { figures } from "../figures.js";
import { mayStart } from "../command_api.js";
import { levelOf, stateOf } from "../puzzle_progress.js";
import { sideName } from "../sides.js";
import { language } from "../words.js";
import { words } from "../words/puzzles.js";
import { icon } from "./icons.js";
import { filterFields, puzzleLinks } from "./puzzle_choice.js";
import "./puzzle_makings.js";

const figure = figures(language);

/** The whole view. @param {PuzzlesView} view */
export function puzzlesPage(view) {
  const title = view.info()?.title ?? view.game;
  if (!view.puzzles) {
    return html`<main class="alone"><h1 class="hidden">${words.title}</h1><p>${view.trouble || words.loading}</p>
      ${view.trouble ? html`<button type="button" class="primary" @click=${() => view.route()}>${words.retry}</button>` : nothing}</main>`;
  }
  const able = view.able.includes(view.game),
    any = view.puzzles.some((one) => one.game === view.game);
  const missing = !able ? words.unable(title) : any ? words.noMatch : words.none(title);
  return html`
    <div class="bar">
      <nav aria-label=${words.game}>${view.games.map(
        (one) => html`<button type="button" class="tab"
        aria-current=${one.name === view.game ? "page" : nothing} @click=${() => view.choose({ game: one.name })}>${one.title}</button>`,
      )}</nav>
    </div>
    <main class=${`on-${view.info()?.board}`}>
      <h1 class="hidden">${words.title}</h1>
      <section class="table" aria-label=${words.board}>
        ${
          view.trouble || !view.puzzle
            ? html`<p class="empty-board">${view.trouble || missing}</p>`
            : html`<div class=${view.hinted ? "board-box guess" : "board-box"}>${view.board.element}</div>`
        }
      </section>
      <aside class="side">
        ${view.puzzle && !view.trouble ? [task(view, view.puzzle), actions(view)] : nothing}
        ${filterFields(view)}
        ${scores(view)}
        ${puzzleLinks(view)}
        ${
          mayStart()
            ? html`<puzzle-makings .games=${view.games} .able=${view.able} .themes=${view.themes} @made=${(
                /** @type {CustomEvent<Api.PuzzleRowJson[]>} */ event,
              ) => {
                view.puzzles = event.detail;
              }}></puzzle-makings>`
            : nothing
        }
      </aside>
    </main>`;
}

/** The task of a puzzle, and the verdict on the last move. @param {PuzzlesView} view @param {Api.PuzzleJson} puzzle */
function task(view, puzzle) {
  const side = sideName(puzzle.side);
  const title =
    view.phase === "solved"
      ? words.solved
      : view.phase === "solution"
        ? words.solutionTitle
        : view.moves.length
          ? words.left(view.left)
          : words.task(side, puzzle.length);
  return html`<div class="task">
    <h2 class="status" id="task"><span class="chip ${puzzle.side.toLowerCase()}" role="img" aria-label=${side}></span>${title}</h2>
    <p class="quiet">${words.about(puzzle.variant, puzzle.grade)}</p>
    ${(view.phase === "solved" || view.phase === "solution") && puzzle.themes.length ? html`<p class="quiet" id="themes">${words.themes(view.titles(puzzle))}</p>` : nothing}
    <div class="said" role="status" aria-live="polite" id="said" ?hidden=${view.phase === "solution"}>${
      view.phase === "wait"
        ? html`<p class="quiet">${words.checking}</p>`
        : view.note
          ? html`<p class="verdict ${view.note.kind}">${view.note.text}</p>`
          : view.phase === "solve" && !view.moves.length
            ? html`<p class="quiet">${words.only}</p>`
            : nothing
    }</div>
    ${view.phase === "solution" ? player(view) : nothing}
  </div>`;
}

/** The solution, move by move. @param {PuzzlesView} view */
function player(view) {
  const moves = view.line.slice(1).map((scene) => scene.last?.move ?? "");
  return html`<div class="player">
    <button type="button" id="step-back" ?disabled=${!view.shownStep} aria-label=${words.back} @click=${() => view.go(view.shownStep - 1)}>‹</button>
    <ol>${moves.map(
      (
        move,
        k,
      ) => html`<li><button type="button" class="step" aria-current=${view.shownStep === k + 1 ? "step" : nothing}
      @click=${() => view.go(k + 1)}>${move}</button></li>`,
    )}</ol>
    <button type="button" id="step-forward" ?disabled=${view.shownStep === moves.length} aria-label=${words.forward} @click=${() => view.go(view.shownStep + 1)}>›</button>
  </div>`;
}

/** @param {PuzzlesView} view */
function actions(view) {
  const { phase } = view,
    over = phase === "solved" || phase === "solution";
  return html`<div class="puzzle-actions">
    ${phase === "wrong" ? html`<button type="button" class="primary" id="again" @click=${view.again}>${words.again}</button>` : nothing}
    ${over ? html`<button type="button" class="primary" id="next" @click=${view.next}>${words.next}</button>` : nothing}
    ${
      over
        ? html`<button type="button" id="restart" @click=${view.restart}>${words.restart}</button>`
        : html`<button type="button" id="hint" ?disabled=${phase !== "solve" || view.hinted === 2} @click=${view.ask}>${icon("hint")}<span>${view.hinted ? words.showMove : words.hint}</span></button>
        <button type="button" id="solution" ?disabled=${phase === "wait"} @click=${view.solve}>${words.solution}</button>
        <button type="button" id="next" @click=${view.next}>${words.next}</button>`
    }
    ${over ? html`<a class="more-link" id="analyze" href=${analysisLink(view)}>${words.analyze}</a>` : nothing}
  </div>`;
}

/** Return the address that opens the puzzle's position in the analysis. @param {PuzzlesView} view */
function analysisLink(view) {
  const { game, variant, rules, start } = /** @type {Api.PuzzleJson} */ (view.puzzle);
  const address = new URLSearchParams({ analysis: game, variant, start });
  for (const [name, choice] of Object.entries(rules)) address.set(`rule.${name}`, choice);
  return `#${address}`;
}

/** @param {PuzzlesView} view */
function scores(view) {
  const own = view.own();
  if (!own.length) return nothing;
  const solved = own.filter((one) => stateOf(view.progress, one.id) === "solved").length;
  const score = (
    /** @type {string | number} */ value,
    /** @type {string} */ name,
    /** @type {string} */ id,
  ) => html`<div><dd id=${id}>${value}</dd><dt>${name}</dt></div>`;
  return html`<dl class="scores">
    ${score(view.progress.streak, words.streak, "streak")}
    ${score(`${solved}/${own.length}`, words.solvedCount, "solved-count")}
    ${score(figure(levelOf(view.progress, view.game), 1), words.level, "own-level")}
  </dl>`;
}
