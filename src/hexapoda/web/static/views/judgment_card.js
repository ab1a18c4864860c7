/** The cards for a move in a review: one judges it, with a sentence, the better line and the refutation to play
 * through; the other lets the visitor try another move. A `remark` or `line` of null means that none is shown. */

import { html, nothing } from "../vendor/lit/lit.js";
import { words as remarkWords } from "../words/remarks.js";
import { words } from "../words/review.js";
import { judgmentMark, kindClass } from "./judgment_mark.js";
import { placeOf, remarkList } from "./remarks.js";

/**
 * @typedef {{kind: "better" | "refutation" | "tried", ply: number, steps: Api.StepJson[], at: number}} Line a line on
 *   the board
 * @typedef {{ply: number, checking: boolean, answer: Api.TriedMoveJson | null, trouble: string}} Retry
 */

/** The remarks about a move; choosing a remark plays its line up to the position it refers to.
 * @param {Api.JudgmentJson} judgment @param {"refutation" | "tried"} kind @param {Api.RemarkJson | null} shown
 * @param {(remark: Api.RemarkJson | null, line: Line | null) => void} onShow */
function remarks(judgment, kind, shown, onShow) {
  const { ply, move, better, refutation } = judgment;
  return remarkList(
    judgment.remarks,
    shown,
    (remark) => {
      const place = remark && placeOf(remark, move, better, refutation);
      /** @type {Line | null} */
      const line =
        place &&
        (place.better
          ? { kind: "better", ply, steps: better, at: place.at }
          : { kind, ply, steps: refutation, at: place.at });
      onShow(remark, line);
    },
    remarkWords.lines,
  );
}

/** A line whose moves can be chosen. @param {string} title @param {Line["kind"]} kind @param {number} ply
 * @param {Api.StepJson[]} steps
 * @param {Line | null} shown @param {(line: Line) => void} onPlay */
function lineRow(title, kind, ply, steps, shown, onPlay) {
  if (!steps.length) return nothing;
  const active = shown?.kind === kind && shown.ply === ply;
  return html`<div class="line-row ${kind}"><h3>${title}</h3>
    <ol class="line-moves" aria-label=${title}>${steps.map(
      (step, k) => html`<li><button type="button" data-line=${kind} data-step=${k}
      aria-current=${active && shown.at === k ? "step" : nothing} @click=${() => onPlay({ kind, ply, steps, at: k })}>${step.move.move}</button></li>`,
    )}</ol></div>`;
}

/**
 * The card with the judgment of a move; `number` is the number of the move.
 * @param {Api.JudgmentJson | undefined} judgment
 * @param {{number: string, move: string, line: Line | null, remark: Api.RemarkJson | null}} shown
 * @param {{play: (line: Line) => void, show: (remark: Api.RemarkJson | null, line: Line | null) => void,
 *   retry: () => void}} actions
 */
export function judgmentCard(judgment, { number, move, line, remark }, actions) {
  if (!judgment) return html`<p class="quiet">${words.notYet}</p>`;
  const { ply } = judgment,
    name = judgment.only ? words.onlyMove : words.judgments[judgment.judgment];
  const head = html`<h2 class="judgment ${kindClass(judgment.judgment)}">${judgmentMark(judgment.judgment)}<span>${number} ${move}${judgment.glyph}</span> <small>${name}</small></h2>`;
  if (!judgment.error) {
    const better =
      judgment.best !== judgment.move
        ? lineRow(words.best, "better", ply, judgment.better, line, actions.play)
        : nothing;
    return html`${head}${better}`;
  }
  return html`${head}
    <p class="said">${judgment.text}</p>
    <div class="again"><button type="button" id="retry" class="primary" @click=${actions.retry}>${words.retry}</button></div>
    ${lineRow(judgment.missed_win !== null ? words.forcedWin : words.better, "better", ply, judgment.better, line, actions.play)}
    ${lineRow(words.refutation, "refutation", ply, judgment.refutation, line, actions.play)}
    ${remarks(judgment, "refutation", remark, actions.show)}`;
}

/**
 * Return whether a tried move is good, and the text about it.
 * @param {Api.TriedMoveJson} answer @param {Api.JudgmentJson} played about the move of the game
 */
export function verdictOf(answer, played) {
  const { move, judgment, same } = answer,
    lost = Math.round(100 * answer.win_probability_loss);
  if (same) return { good: false, text: words.retrySame };
  if (judgment === "best") return { good: true, text: words.retryBest(move) };
  if (judgment === "good") return { good: true, text: words.retryGood(move) };
  if (judgment === "allowed win") return { good: false, text: words.retryLoses(move) };
  const before = Math.round(100 * played.win_probability_loss);
  if (played.judgment === "allowed win") return { good: false, text: words.retryEscapes(move, lost) };
  if (lost < before) return { good: false, text: words.retryBetter(move, lost, before) };
  return {
    good: false,
    text: judgment === "inaccuracy" ? words.retrySlight(move, lost) : words.retryBad(move, lost),
  };
}

/**
 * The card on which the visitor tries another move instead of a mistake.
 * @param {Api.JudgmentJson} judgment
 * @param {{retry: Retry, line: Line | null, remark: Api.RemarkJson | null}} shown
 * @param {{play: (line: Line) => void, show: (remark: Api.RemarkJson | null, line: Line | null) => void,
 *   again: () => void, solve: () => void, end: () => void}} actions
 */
export function retryCard(judgment, { retry, line, remark }, actions) {
  const { answer } = retry,
    verdict = answer && verdictOf(answer, judgment),
    other = answer && !answer.same ? answer : null;
  return html`<h2 class="judgment"><span>${words.retryOther}</span></h2>
    <p class="said">${words.retryTask(judgment.player, judgment.move + judgment.glyph)}</p>
    <div role="status" aria-live="polite">
      ${retry.checking ? html`<p class="quiet">${words.checking}</p>` : nothing}
      ${retry.trouble ? html`<p class="trouble">${retry.trouble}</p>` : nothing}
      ${verdict ? html`<p class="verdict ${verdict.good ? "right" : "wrong"}" id="verdict">${verdict.good ? "✓" : "✗"} ${verdict.text}</p>` : nothing}
    </div>
    ${other ? lineRow(words.refutation, "tried", judgment.ply, other.refutation, line, actions.play) : nothing}
    ${other ? remarks({ ...other, ply: judgment.ply }, "tried", remark, actions.show) : nothing}
    <div class="again">
      ${verdict && !verdict.good ? html`<button type="button" class="primary" @click=${actions.again}>${words.again}</button>` : nothing}
      ${verdict?.good ? nothing : html`<button type="button" id="solution" @click=${actions.solve}>${words.solution}</button>`}
      <button type="button" @click=${actions.end}>${words.end}</button>
    </div>`;
}
