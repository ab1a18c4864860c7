/**
 * The figures of a match besides its result: score over time, game lengths, endings, sides, effort and openings.
 *
 * @typedef {import("../match_api.js").MatchInfo} MatchInfo
 * @typedef {{wins: number, draws: number, losses: number}} Counts
 * @typedef {import("./match_games.js").MatchSource} MatchSource
 */

import { html, nothing, svg } from "../vendor/lit/lit.js";
import { PageElement } from "../page_element.js";
import { sideName } from "../sides.js";
import { words } from "../words/matches.js";
import "./line_chart.js";
import { eloText, resultsText, scoreBar } from "./match_charts.js";

const FAULTS = ["crash", "stall", "timeout", "illegal move"];

/** @param {number} share */
const percent = (share) => `${(100 * share).toFixed(2)}%`;
/** @param {number | null} value @param {(value: number) => string} text */
const known = (value, text) => (value === null ? "–" : text(value));
/** Return the points per game; null without games. @param {Counts} counts */
const score = ({ wins, draws, losses }) =>
  wins + draws + losses ? (wins + draws / 2) / (wins + draws + losses) : null;

/**
 * All figures as cards.
 * @param {MatchInfo} info @param {Api.GameJson | undefined} kind @param {MatchSource | null} source
 */
export function figures(info, kind, source) {
  const { figures: found, result } = info;
  if (!found?.lengths || !result) return nothing;
  const sides = (kind?.players ?? ["1", "2"]).map(sideName);
  return html`<div class="figure-cards">${overTime(info, found)}${lengths(found, sides, result.plies ?? 0)}${endings(result.endings)}
    ${bySide(found, sides)}${effort(found)}${openings(found, sides[0], kind, source)}</div>`;
}

/** @param {string} title @param {unknown} content @param {unknown} about @param {string} kind */
const card = (title, content, about, kind) =>
  html`<section class="card ${kind}"><h3>${title}</h3>${content}${about ? html`<p class="quiet">${about}</p>` : nothing}</section>`;

/**
 * The score over the games, for the first engine of a match or for each engine of a tournament.
 * @param {MatchInfo} info @param {Api.FiguresJson} found
 */
function overTime(info, found) {
  const two = info.format === "match",
    shown = found.engines.filter(({ curve }, k) => curve.length > 1 && (k === 0 || !two));
  if (!shown.length) return nothing;
  return card(
    words.overTime,
    html`<div class="curves">${shown.map(({ name, curve }) => {
      const points = curve.map(({ games, score: y, low, high }) => ({
        x: games,
        y,
        low,
        high,
        label: words.afterGames(games, words.percent(y)),
      }));
      return html`<div>${two ? nothing : html`<h4>${name}</h4>`}<line-chart .points=${points} .height=${two ? 190 : 110} .range=${[0, 1]} .format=${(/** @type {number} */ value) => words.wholePercent(value)} .formatFirst=${words.firstGames}
      .label="${words.overTime}: ${name}, ${points[points.length - 1].label}"></line-chart></div>`;
    })}</div>`,
    two ? words.overTimeAbout(info.engines[0]) : words.overTimeAll,
    "over-time",
  );
}

/**
 * A histogram of the game lengths, by result.
 * @param {Api.FiguresJson} found @param {string[]} sides @param {number} average
 */
function lengths({ lengths: all }, sides, average) {
  if (!all) return nothing;
  const kinds = [words.sideWon(sides[0]), words.onlyDrawn, words.sideWon(sides[1]), words.onlyUnscored];
  const most = Math.max(...all.columns.map((column) => column.reduce((sum, count) => sum + count)));
  const bars = all.columns.map((column, k) => {
    const from = all.begin + k * all.step;
    let top = 1;
    return html`<div><svg>${column.map((count, kind) => {
      top -= count / most;
      return count
        ? rect(
            `kind-${kind}`,
            0,
            top,
            1,
            count / most,
            words.column(from, from + all.step - 1, count, kinds[kind]),
          )
        : nothing;
    })}</svg><span>${from}</span></div>`;
  });
  const present = kinds.filter((_, kind) => all.columns.some((column) => column[kind]));
  return card(
    words.lengths,
    html`<div class="length-bars" role="img" aria-label=${words.lengthsOf(all.shortest, all.longest, average)}>${bars}</div>
    <p class="legend" aria-hidden="true">${kinds.map((text, kind) => (present.includes(text) ? html`<span><svg><rect class="kind-${kind}" width="100%" height="100%" rx="3" /></svg>${text}</span>` : nothing))}</p>`,
    words.lengthsOf(all.shortest, all.longest, average),
    "lengths",
  );
}

/**
 * A rectangle in a drawing; positions and sizes are fractions of the drawing.
 * @param {string} kind @param {number} x @param {number} y @param {number} wide @param {number} high
 * @param {string} [title]
 */
const rect = (kind, x, y, wide, high, title) =>
  svg`<rect class=${kind} x=${percent(x)} y=${percent(Math.max(y, 0))} width=${percent(wide)} height=${percent(high)}>${title ? svg`<title>${title}</title>` : nothing}</rect>`;

/** How the games ended. @param {Record<string, number>} counts */
function endings(counts) {
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const rows = Object.entries(counts).sort(([, one], [, other]) => other - one);
  return card(
    words.endingsTitle,
    html`<ul class="bar-rows">${rows.map(
      ([
        name,
        count,
      ]) => html`<li><span>${words.endings[name] || name}</span><span>${count} · ${words.wholePercent(count / all)}</span>
    <svg aria-hidden="true">${rect(FAULTS.includes(name) ? "fault-part" : "part", 0, 0, count / all, 1)}</svg></li>`,
    )}</ul>`,
    "",
    "ends",
  );
}

/**
 * The score of each engine with each side, and the value of the first move.
 * @param {Api.FiguresJson} found @param {string[]} sides
 */
function bySide({ engines, first_move: first }, sides) {
  const { value, bounds } = eloText({ elo: first.elo, elo_low: first.low, elo_high: first.high });
  const cell = (/** @type {Counts} */ counts) =>
    html`<td>${known(score(counts), words.percent)} <small class="quiet">${counts.wins}–${counts.draws}–${counts.losses}</small>${scoreBar(counts, resultsText(counts))}</td>`;
  return card(
    words.bySide,
    table(
      [words.engine, ...sides.map(words.asSide)],
      engines
        .filter(({ first: one, second: two }) => score(one) !== null || score(two) !== null)
        .map((engine) => [engine.name, cell(engine.first), cell(engine.second)]),
    ),
    first.score === null ? "" : words.firstScores(sides[0], words.percent(first.score), value, bounds),
    "by-side",
  );
}

/** The time and effort that the engines spent on their moves. @param {Api.FiguresJson} found */
function effort({ engines }) {
  const count = (/** @type {number} */ value) => words.figure(value, value < 100 && value % 1 ? 1 : 0);
  const rows = engines
    .filter(({ moves, depth, nodes }) => moves || depth !== null || nodes !== null)
    .map(({ name, moves, seconds, slowest, waited, depth, nodes }) => [
      name,
      ...[
        words.figure(moves, 0),
        known(seconds, words.seconds),
        known(slowest, words.seconds),
        known(waited, words.wholePercent),
        known(depth, count),
        known(nodes, count),
      ].map((text) => html`<td>${text}</td>`),
    ]);
  return rows.length
    ? card(
        words.effort,
        table(
          [
            words.engine,
            words.length,
            words.pace,
            words.slowest,
            words.waiting,
            words.depth,
            words.nodesTitle,
          ],
          rows,
        ),
        words.effortAbout,
        "effort",
      )
    : nothing;
}

/** @param {string[]} head @param {unknown[][]} rows the first cell of each is a name */
const table = (
  head,
  rows,
) => html`<div class="table-scroll" tabindex="0" role="region" aria-label=${head.join(", ")}><table>
  <thead><tr>${head.map((text, k) => html`<th scope="col" class=${k ? "" : "name"}>${text}</th>`)}</tr></thead>
  <tbody>${rows.map(([name, ...cells]) => html`<tr><th scope="row" class="name">${name}</th>${cells}</tr>`)}</tbody></table></div>`;

/**
 * The results by opening.
 * @param {Api.FiguresJson} found @param {string} side @param {Api.GameJson | undefined} kind
 * @param {MatchSource | null} source
 */
function openings(found, side, kind, source) {
  if (!found.openings.length) return nothing;
  const left = found.openings_left ? ` ${words.openingsLeft(found.openings_left, found.games_left)}` : "";
  return card(
    words.openings,
    html`<ul class="opening-cards">${found.openings.map((opening) => html`<li><match-opening .opening=${opening} .side=${side} .kind=${kind} .source=${source}></match-opening></li>`)}</ul>`,
    `${found.booked ? words.openingsBook : words.openingsFree} ${words.openingsAbout}${left}`,
    "match-openings",
  );
}

/** An opening on a small board, with the results of player 0. */
export class MatchOpeningCard extends PageElement {
  static properties = {
    opening: { attribute: false },
    side: { attribute: false },
    kind: { attribute: false },
    source: { attribute: false },
    board: { state: true },
  };

  constructor() {
    super();
    /** @type {Api.MatchOpeningJson | null} */
    this.opening = null;
    this.side = "";
    /** @type {Api.GameJson | undefined} */
    this.kind = undefined;
    /** @type {MatchSource | null} */
    this.source = null;
    /** @type {import("../boards/board.js").Board | null} */
    this.board = null;
  }

  updated() {
    if (this.board && this.opening?.board)
      Object.assign(this.board, { board: this.opening.board, last: null, legal: [] });
    else if (this.opening?.board && this.kind && this.source) this._make(this.source.board(this.kind.board));
  }

  /** @param {Promise<import("../boards/board.js").Board>} made */
  async _make(made) {
    this.board ??= await made.catch(() => null); // without the shapes of the board, only the moves are shown
  }

  render() {
    const { opening } = this;
    if (!opening) return nothing;
    return html`${opening.board ? html`<div class="small-board" inert>${this.board}</div>` : nothing}
      <p><b>${this.side} ${known(score(opening), words.wholePercent)}</b> <span class="quiet">${words.games(opening.games)}</span></p>${scoreBar(opening, words.scoreOf(this.side, resultsText(opening)))}
      <p class="quiet">${opening.moves.map((move, k) => `${k + 1}. ${move}`).join("  ")}</p>`;
  }
}

customElements.define("match-opening", MatchOpeningCard);
