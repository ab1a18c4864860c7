/**
 * Charts of the result of a match between two engines: the score, the Elo difference with its interval, the
 * sequential test, and the pairs of games.
 *
 * The page does not allow inline styles, so the positions in the charts are set as attributes, in percent.
 *
 * @typedef {import("../match_api.js").MatchInfo} MatchInfo
 * @typedef {import("../match_api.js").Result} Result
 * @typedef {import("../match_api.js").Standing} Standing
 */

import { html, nothing, svg } from "../vendor/lit/lit.js";
import { words } from "../words/matches.js";

const SCALES = [10, 25, 50, 100, 200, 400, 800, 1600]; // the Elo differences at which the scale can end

/** @param {number} share */
const percent = (share) => `${(100 * share).toFixed(2)}%`;

/** Return wins, draws and losses in words. @param {{wins: number, draws: number, losses: number}} counts */
export const resultsText = ({ wins, draws, losses }) =>
  [words.won(wins), words.drawn(draws), words.lostGames(losses)].join(", ");

/**
 * Wins, draws and losses as parts of a bar.
 * @param {{wins: number, draws: number, losses: number}} counts @param {string} label
 */
export function scoreBar({ wins, draws, losses }, label) {
  const games = wins + draws + losses;
  if (!games) return html`<svg class="score-bar" role="img" aria-label=${label}></svg>`;
  return html`<svg class="score-bar" role="img" aria-label=${label}>
    <rect class="wins" x="0" y="0" height="100%" width=${percent(wins / games)} />
    <rect class="draws" x=${percent(wins / games)} y="0" height="100%" width=${percent(draws / games)} />
    <rect class="losses" x=${percent((wins + draws) / games)} y="0" height="100%" width=${percent(losses / games)} /></svg>`;
}

/** Return an Elo difference and its bounds as text, as the command line prints them.
 * @param {{elo: number | null, elo_low: number | null, elo_high: number | null}} result
 * @returns {{value: string, bounds: string}} */
export function eloText({ elo, elo_low: low, elo_high: high }) {
  const bounds = [elo, low, high].filter((value) => value !== null);
  const digits = bounds.some((value) => Math.abs(value) >= 100) ? 0 : 1;
  const text = (/** @type {number} */ value) => words.signed(value, digits);
  if (elo !== null && low !== null && high !== null)
    return { value: text(elo), bounds: words.between(text(low), text(high)) };
  if (low !== null && low > 0) return { value: words.atLeast(text(low)), bounds: words.oneBound };
  if (high !== null && high < 0) return { value: words.atMost(text(high)), bounds: words.oneBoundLow };
  return { value: words.tooFew, bounds: "" };
}

/** The interval of an Elo difference on a line with 0 in the middle. @param {Result} result @param {string} label */
function eloRange({ elo, elo_low: low, elo_high: high }, label) {
  if (elo === null && low === null && high === null) return nothing;
  const far = Math.max(...[elo, low, high].map((value) => Math.abs(value ?? 0)));
  const scale = SCALES.find((value) => value >= 1.15 * far) ?? 1.5 * far;
  const x = (/** @type {number} */ value) => 0.5 + value / scale / 2;
  const from = low === null ? 0 : x(low),
    to = high === null ? 1 : x(high);
  const tick = (/** @type {number} */ value) =>
    svg`<line class=${value ? "tick" : "tick zero"} x1=${percent(x(value))} x2=${percent(x(value))} y1="6" y2="26" />`;
  return html`<svg class="elo-range" role="img" aria-label=${label}>
    <line class="track" x1="0" x2="100%" y1="16" y2="16" />
    ${[-scale, -scale / 2, 0, scale / 2, scale].map(tick)}
    <rect class="interval" x=${percent(from)} width=${percent(Math.max(to - from, 0.004))} y="11" height="10" rx="5" />
    ${elo === null ? nothing : svg`<circle class="estimate" cx=${percent(x(elo))} cy="16" r="7" />`}
    <text class="start" x="0" y="42">${words.signed(-scale, 0)}</text><text x="50%" y="42">0</text><text class="end" x="100%" y="42">${words.signed(scale, 0)}</text>
  </svg>`;
}

/** The state of the sequential test between its bounds. @param {Api.MatchTestJson} test @param {string} label */
function testRange({ llr, lower, upper, verdict }, label) {
  const x = (/** @type {number} */ value) => Math.min(1, Math.max(0, (value - lower) / (upper - lower)));
  const zero = x(0),
    at = x(llr);
  return html`<svg class="test-range" role="img" aria-label=${label}>
    <line class="track" x1="0" x2="100%" y1="16" y2="16" />
    <rect class=${llr < 0 ? "sofar down" : "sofar"} x=${percent(Math.min(zero, at))} width=${percent(Math.abs(at - zero))} y="12" height="8" />
    <line class="tick zero" x1=${percent(zero)} x2=${percent(zero)} y1="6" y2="26" />
    <line class=${verdict === "H0" ? "bound reached" : "bound"} x1="1" x2="1" y1="4" y2="28" /><line class=${verdict === "H1" ? "bound reached end" : "bound end"} x1="100%" x2="100%" y1="4" y2="28" />
    <circle class="estimate" cx=${percent(at)} cy="16" r="7" />
    <text class=${verdict === "H0" ? "start reached" : "start"} x="0" y="42">H0</text><text class=${verdict === "H1" ? "end reached" : "end"} x="100%" y="42">H1</text>
  </svg>`;
}

/** The numbers of game pairs with 0 to 2 points, as bars. @param {number[]} counts @param {string} label */
function pairBars(counts, label) {
  const most = Math.max(1, ...counts);
  return html`<div class="pair-bars" role="img" aria-label=${label}>${counts.map(
    (count, k) => html`<div aria-hidden="true">
    <b>${count}</b><svg><rect class="part-${k}" x="0" width="100%" y=${percent(1 - count / most)} height=${percent(count / most)} /></svg><span>${words.pairNames[k]}</span></div>`,
  )}</div>`;
}

/**
 * The rating of an engine with its interval, on the same scale for all engines.
 * @param {Standing} row @param {Standing[]} rows
 */
export function ratingRange(row, rows) {
  const known = rows.filter(({ elo }) => elo !== undefined),
    ends = (/** @type {Standing} */ { elo = 0, error = 0 }) => [elo - error, elo + error];
  const low = Math.min(...known.flatMap(ends)),
    high = Math.max(...known.flatMap(ends));
  if (row.elo === undefined || low === high) return nothing;
  const x = (/** @type {number} */ value) => 0.03 + (0.94 * (value - low)) / (high - low),
    [from, to] = ends(row).map(x);
  return html`<svg class="rating-range" aria-hidden="true"><line class="track" x1="0" x2="100%" y1="10" y2="10" />
    ${low < 0 && high > 0 ? svg`<line class="tick zero" x1=${percent(x(0))} x2=${percent(x(0))} y1="2" y2="18" />` : nothing}
    <rect class="interval" x=${percent(from)} width=${percent(Math.max(to - from, 0.004))} y="6" height="8" rx="4" /><circle class="estimate" cx=${percent(x(row.elo))} cy="10" r="5" /></svg>`;
}

/** The figures of a match between two engines. @param {MatchInfo} match */
export function duel({ engines, result, test }) {
  if (!result) return nothing;
  const [first, second] = engines,
    { games } = result;
  const { value, bounds } = eloText(result);
  const share = result.score ?? 0.5;
  return html`
    <div class="duel">
      <span class="duelist"><b>${first}</b> <span class="share">${games ? words.percent(share) : ""}</span></span>
      <p class="counts" aria-hidden="true">${words.won(result.wins)} · ${words.drawn(result.draws)} · ${words.lostGames(result.losses)}</p>
      <span class="duelist"><span class="share">${games ? words.percent(1 - share) : ""}</span> <b>${second}</b></span>
      ${scoreBar(result, words.scoreOf(first, resultsText(result)))}
    </div>
    ${
      games
        ? html`<div class="figures">
      <section class="figure"><h3>${words.elo}</h3><p class="big">${value}</p>
        ${eloRange(result, `${words.elo}: ${value}, ${bounds}`)}<p class="quiet">${bounds ? `${bounds}. ` : ""}${words.los(first)}: <b>${words.percent(result.los)}</b>${result.nelo === null ? nothing : html`. ${words.normalized(words.signed(result.nelo, 0), words.figure(result.nelo_error ?? 0, 0))}`}</p></section>
      ${
        test
          ? html`<section class="figure" id="sprt"><h3>${words.sprt}</h3><p class="big">${test.verdict ? words.accepted(test.verdict, test.pairs) : words.undecided}</p>
        ${testRange(test, words.llr(words.figure(test.llr, 2), words.figure(test.lower, 2), words.figure(test.upper, 2)))}
        <p class="quiet">${words.llr(words.figure(test.llr, 2), words.figure(test.lower, 2), words.figure(test.upper, 2))}. ${words.sprtAsks(first, words.figure(test.elo0, test.elo0 % 1 ? 1 : 0), words.figure(test.elo1, test.elo1 % 1 ? 1 : 0), test.model === "normalized")}</p></section>`
          : nothing
      }
      ${result.pentanomial.some(Boolean) ? html`<section class="figure"><h3>${words.pairs}</h3>${pairBars(result.pentanomial, words.pairsOf(result.pentanomial))}<p class="quiet">${words.pairsAbout(first)}</p></section>` : nothing}
    </div>`
        : nothing
    }`;
}
