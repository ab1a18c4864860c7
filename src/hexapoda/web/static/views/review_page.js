/**
 * Templates for the review page: the board with the graph below it, the judgment of the current move, and the moves.
 *
 * @typedef {import("./judgment_card.js").Line} Line
 * @typedef {import("./review.js").ReviewView} ReviewView
 */

import { html, nothing } from "../vendor/lit/lit.js";
import { writeAddress } from "../analysis/address.js";
import { bringBoardIntoView } from "../boards/in_view.js";
import { sideName } from "../sides.js";
import { words as playWords } from "../words/play.js";
import { words } from "../words/review.js";
import { words as graphWords } from "../words/win_graph.js";
import { KINDS, judgmentMark } from "./judgment_mark.js";
import { judgmentCard, retryCard } from "./judgment_card.js";
import { openingText } from "./opening_name.js";
import { playerName } from "./player_name.js";
import { sentence } from "./sentence.js";
import { percent } from "./win_graph.js";

/** The whole view. @param {ReviewView} view */
export function reviewPage(view) {
  if (!view.reviewId) return html`<review-start .games=${view.games}></review-start>`;
  if (!view.review) {
    return html`<main class="alone"><h1 class="hidden">${words.title}</h1><p role="status">${view.trouble || words.loading}</p>
      ${view.trouble ? html`<a class="button" href="#review">${words.otherReviews}</a>` : nothing}</main>`;
  }
  const { review } = view,
    info = view.games.find((game) => game.name === review.game);
  return html`<main class=${`review stepped on-${info?.board}`}>
    <section class="table" aria-label=${words.board}>
      <div class="board-box">${view.board.element}${lineNote(view)}</div>
      ${navigation(view)}
      ${graph(view, info?.players ?? ["", ""])}
    </section>
    <aside class="side">
      ${head(view, info)}
      ${progress(view)}
      <div class="card-box" role="region" aria-live="polite">${card(view)}</div>
      <review-moves .game=${review.game} .moves=${review.moves} .judgments=${new Map(view.judgments)} .first=${review.boards[0].player} .at=${view.at} .side=${view.side}
        @go=${(/** @type {CustomEvent} */ event) => view.go(event.detail)}></review-moves>
    </aside>
  </main>`;
}

/**
 * Return the address that opens the position on the board, with its review, in the analysis.
 * @param {ReviewView} view @returns {string}
 */
function analysisLink(view) {
  const { game, variant, rules, start, moves } = /** @type {Api.ReviewJson} */ (view.review);
  return writeAddress({ game, variant, rules, start, moves }, view.at, { review: view.reviewId });
}

/** @param {ReviewView} view @param {Api.GameJson | undefined} info */
function head(view, info) {
  const { summary, names, result, variant, opening, moves } = /** @type {Api.ReviewJson} */ (view.review),
    sides = info?.players ?? ["", ""],
    called = names.map((name, k) => playerName(name, k, info, view.side));
  const who = /** @type {[number | null, string][]} */ ([
    [null, words.whoEach],
    [0, sideName(sides[0])],
    [1, sideName(sides[1])],
  ]);
  return html`<div class="review-head">
    <h1>${words.against(called[0], called[1])} ${result === "*" ? nothing : html`<span class="result">${result}</span>`}</h1>
    <p class="quiet">${info?.title} · ${variant} · <a href=${analysisLink(view)}>${words.analyze}</a> · ${view.at < moves.length ? html`<a id="play-on" href="${analysisLink(view)}&play-on=">${playWords.playOnHere}</a> · ` : nothing}<a href="#review">${words.otherReviews}</a></p>
    ${opening ? html`<p class="quiet" id="opening">${openingText(opening, moves.length)}</p>` : nothing}
  </div>
  <div class="accuracies">${summary.players.map(
    (player, k) => html`<div class="accuracy ${view.side === 1 - k ? "faint" : ""}">
    <p><span class="chip ${sides[k].toLowerCase()}" role="img" aria-label=${sideName(sides[k])}></span><span class="name">${called[k]}</span></p>
    <p class="figure">${player.accuracy === null ? "–" : `${Math.round(player.accuracy)}%`} <small>${words.accuracy}</small></p>
    <p class="counts">${KINDS.filter((kind) => player.counts[kind]).map((kind) => html`<span title=${words.judgments[kind]}>${judgmentMark(kind)}<span class="hidden">${(player.counts[kind] === 1 ? words.counted : words.counts)[kind]}</span>${player.counts[kind]}</span>`)}</p>
  </div>`,
  )}</div>
  <fieldset class="who"><legend>${words.who}</legend><div class="segments">${who.map(
    ([side, text]) => html`<label><input type="radio" name="who" .checked=${view.side === side}
    @change=${() => view.was(side)}><span>${side === null ? words.both : text}</span></label>`,
  )}</div>${practiced(view)}</fieldset>`;
}

/** The note that the visitor's mistakes become exercises, if it applies. @param {ReviewView} view */
function practiced(view) {
  const { you, status } = /** @type {Api.ReviewJson} */ (view.review);
  const wrong = [...view.judgments.values()].some(
    (one) => one.side === you && one.error && one.judgment !== "inaccuracy",
  );
  if (you === null || you !== view.side || (status === "done" && !wrong)) return nothing;
  return html`<p class="quiet" id="practiced">${status === "done" ? words.practiced : words.practicedLater} <a href="#practice">${words.practice}</a></p>`;
}

/** @param {ReviewView} view */
function progress(view) {
  const { status, done, planned, again, again_left, place, trouble, saved } = /** @type {Api.ReviewJson} */ (
    view.review
  );
  /** @type {Record<string, string>} */
  const texts = {
    waiting: place ? words.waiting(place) : words.waitingNow,
    fast: words.fast(done, planned),
    deep: words.deep(again, again + (again_left ?? 0)),
    stopped: words.stopped,
    failed: `${words.failedReview} ${trouble}`,
    done: words.doneFor(planned, again),
  };
  const busy = ["waiting", "fast", "deep"].includes(status),
    halted = ["stopped", "failed"].includes(status);
  const part =
    done < planned ? done / planned : again + (again_left ?? 0) ? again / (again + (again_left ?? 0)) : 1;
  return html`<div class="progress ${status}" id="progress">
    <p role="status">${view.linked ? texts[status] : words.offline}</p>
    ${busy ? html`<progress max="1" value=${part} aria-label=${texts[status]}></progress><button type="button" class="small" id="stop" @click=${() => view.socket?.send({ type: "stop" })}>${words.stop}</button>` : nothing}
    ${halted ? html`<button type="button" class="small" id="resume" @click=${() => view.socket?.send({ type: "resume" })}>${words.resume}</button>` : nothing}
    ${saved ? nothing : html`<p class="trouble" role="alert">${words.notSaved}</p>`}
  </div>`;
}

/** @param {ReviewView} view */
function navigation(view) {
  const { moves } = /** @type {Api.ReviewJson} */ (view.review),
    errors = view.errors(),
    { line } = view;
  const button = (
    /** @type {string} */ id,
    /** @type {string} */ text,
    /** @type {unknown} */ sign,
    /** @type {boolean} */ enabled,
    /** @type {() => void} */ act,
  ) => html`
    <button type="button" id=${id} aria-label=${text} title=${text} ?disabled=${!enabled} @click=${act}>${sign}</button>`;
  return html`<div class="steps" role="group" aria-label=${words.moveList}>
    ${button(
      "previous-mistake",
      words.previousMistake,
      html`‹‹ <span class="mistake-word">${words.judgments.mistake}</span>`,
      errors.some((ply) => ply < view.at),
      () => view.mistake(-1),
    )}
    ${button("first", words.first, "|‹", view.at > 0, () => view.go(0))}
    ${button("back", words.back, "‹", Boolean(line) || view.at > 0, () => view.step(-1))}
    ${button("forward", words.forward, "›", line ? line.at < line.steps.length - 1 : view.at < moves.length, () => view.step(1))}
    ${button("last", words.last, "›|", view.at < moves.length, () => view.go(moves.length))}
    ${button(
      "next-mistake",
      words.nextMistake,
      html`<span class="mistake-word">${words.judgments.mistake}</span> ››`,
      errors.some((ply) => ply > view.at),
      () => view.mistake(1),
    )}
  </div>`;
}

/** @param {ReviewView} view */
function lineNote(view) {
  const { line } = view;
  return line
    ? html`<div class="line-note"><p role="status">${line.kind === "better" ? words.better : words.refutation}: ${words.lineOf(line.at + 1, line.steps.length)}</p>
    <button type="button" class="small" @click=${view.leave}>${words.backToGame}</button></div>`
    : nothing;
}

/** @param {ReviewView} view @param {string[]} sides */
function graph(view, sides) {
  const { moves } = /** @type {Api.ReviewJson} */ (view.review),
    judged = view.judgments;
  const points = Array.from(
    { length: moves.length + 1 },
    (_, ply) => judged.get(ply)?.win ?? judged.get(ply + 1)?.win_before ?? null,
  );
  const moments = [...judged.values()]
    .filter((one) => one.error)
    .sort((a, b) => KINDS.indexOf(a.judgment) - KINDS.indexOf(b.judgment))
    .map((one) => ({
      ply: one.ply,
      kind: one.judgment,
      faint: view.side !== null && one.side !== view.side,
    }));
  const labels = points.map((value, ply) => {
    const one = judged.get(ply),
      judgment = one?.error ? words.judgments[one.judgment] : "";
    return [
      ply ? `${view.number(ply)} ${moves[ply - 1]}` : words.graphStart,
      value === null
        ? ply < view.given
          ? ply && words.given // the starting position has no move
          : words.notYet
        : graphWords.graphAt(sideName(sides[0]), percent(value)),
      judgment,
    ]
      .filter(Boolean)
      .join(", ");
  });
  return html`<win-graph .points=${points} .moments=${moments} .at=${view.at} .labels=${labels} .sides=${sides} .hues=${sides.map((one) => one.toLowerCase())}
    @go=${(/** @type {CustomEvent} */ event) => view.go(event.detail)}></win-graph>`;
}

/** @param {ReviewView} view */
function card(view) {
  const { moves, summary } = /** @type {Api.ReviewJson} */ (view.review),
    judgment = view.judgments.get(view.at);
  if (view.trouble) return html`<p class="trouble">${view.trouble}</p>`;
  const play = (/** @type {Line} */ line) => {
    view.remark = null;
    view.line = line;
    bringBoardIntoView(view);
  };
  const show = (/** @type {Api.RemarkJson | null} */ remark, /** @type {Line | null} */ line) => {
    view.remark = remark;
    view.line = line;
    if (remark) bringBoardIntoView(view);
  };
  if (view.retry && judgment) {
    const { retry, line, remark } = view;
    return retryCard(
      judgment,
      { retry, line, remark },
      {
        play,
        show,
        again: () => view.tryAgain(),
        solve: () => view.solve(),
        end: () => view.go(view.at),
      },
    );
  }
  if (view.at && view.at <= view.given) return html`<p class="quiet">${words.given}</p>`;
  if (view.at)
    return judgmentCard(
      judgment,
      { number: view.number(view.at), move: moves[view.at - 1], line: view.line, remark: view.remark },
      {
        play,
        show,
        retry: () => view.tryAgain(),
      },
    );
  return html`<p class="quiet">${words.startText}</p>
    ${summary.opening ? html`<p>${opening(view, summary.opening)}</p>` : nothing}
    ${summary.remark ? html`<p class="quiet">${sentence(summary.remark)}</p>` : nothing}
    <ul class="legend" aria-label=${words.legend}>${KINDS.map((kind) => html`<li>${judgmentMark(kind)} ${words.judgments[kind]}</li>`)}</ul>`;
}

/** @param {ReviewView} view @param {NonNullable<Api.ReviewSummaryJson["opening"]>} found */
function opening(view, { plies, games, score, new_move }) {
  const [first] = view.games.find((game) => game.name === view.review?.game)?.players ?? [""];
  return (
    words.opening(plies, games, score === null ? "" : words.openingScore(first, percent(score))) +
    (new_move ? words.newMove(view.turn(plies + 1), new_move) : "")
  );
}
