/**
 * The tables of a match: the standings and the cross table of a tournament, the engines with their limits, and the
 * settings.
 *
 * @typedef {import("../match_api.js").MatchInfo} MatchInfo
 * @typedef {import("../match_api.js").Result} Result
 * @typedef {import("../match_api.js").Standing} Standing
 */

import { html, nothing } from "../vendor/lit/lit.js";
import { clockText } from "../words/clock.js";
import { words } from "../words/matches.js";
import { ratingRange, resultsText, scoreBar } from "./match_charts.js";

const SURE = 0.975; // above this likelihood of superiority, the 95% interval excludes 0

/** Return the points of a result. @param {{wins: number, draws: number}} row */
const points = ({ wins, draws }) => wins + draws / 2;
/** @param {number} value */
const half = (value) => words.figure(value, value % 1 ? 1 : 0);
/** Return the limits of an engine in words. @param {Api.EngineLimitsJson} limits */
function limitsText({ time, nodes, depth }) {
  return [time && clockText(time), nodes && words.nodes(nodes), depth && words.toDepth(depth)]
    .filter(Boolean)
    .join(", ");
}

/** Return the limits that all engines share, in words; empty if they differ. @param {MatchInfo} match */
export function commonLimits({ settings }) {
  const texts = new Set(settings.limits.map(limitsText));
  return texts.size === 1 ? [...texts][0] : "";
}

/** Return the source of the openings in words. @param {MatchInfo} match */
export function openingsText({ settings: { openings } }) {
  const { source, count } = openings,
    random = /^random:(\d+)$/.exec(source);
  return random
    ? words.randomPlies(random[1])
    : words.openingsOf(words.openingSources[source] ?? source, source === "none" ? 0 : count);
}

/** The engines of a tournament, the best first. @param {MatchInfo} match */
export function standings({ result, rated }) {
  const rows = result?.standings,
    anchor = result?.anchor,
    checked = rows?.some((row) => row.checks),
    fixed = rated || anchor !== undefined; // on a fixed scale; otherwise differences from the mean
  if (!result || !rows) return nothing;
  return html`<section class="standings"><h3>${words.standings}</h3><div class="table-scroll" tabindex="0" role="region" aria-label=${words.standings}><table>
    <thead><tr><th scope="col"><span class="hidden">${words.rank}</span>#</th><th scope="col" class="name">${words.engine}</th><th scope="col">${words.points}</th><th scope="col" class="bar-cell"><span class="hidden">${words.score}</span></th>
      <th scope="col">${words.rating}</th><th scope="col" class="wide range-cell"><span class="hidden">${words.interval}</span></th><th scope="col" class="wide">${words.wins}</th><th scope="col" class="wide">${words.draws}</th><th scope="col" class="wide">${words.losses}</th>${anchor ? html`<th scope="col">${words.change}</th>${checked ? html`<th scope="col" class="wide">${words.checks}</th>` : nothing}` : nothing}</tr></thead>
    <tbody>${rows.map((row, k) => {
      const games = row.wins + row.draws + row.losses;
      return html`<tr><td>${k + 1}</td><th scope="row" class="name">${row.name}${row.retired ? html` <small class="quiet">${words.retired}</small>` : nothing}</th><td class="points">${half(points(row))}<span class="quiet"> / ${games}</span></td>
        <td class="bar-cell">${games ? scoreBar(row, resultsText(row)) : nothing}</td>
        <td class="elo">${row.elo === undefined ? "–" : html`${fixed ? words.figure(row.elo, 0) : words.signed(row.elo, 0)} ${fixed && !row.error ? nothing : html`<small class="quiet">± ${words.figure(row.error ?? 0, 0)}</small>`}`}</td>
        <td class="wide range-cell">${ratingRange(row, rows)}</td><td class="wide">${row.wins}</td><td class="wide">${row.draws}</td><td class="wide">${row.losses}</td>${anchor ? html`<td>${changeText(row, anchor)}</td>${checked ? html`<td class="wide">${checksText(row)}</td>` : nothing}` : nothing}</tr>`;
    })}</tbody></table></div>${anchor ? html`<p class="quiet">${words.listAbout(anchor.name, words.figure(anchor.elo, 0), result.day ?? "")}</p>` : nothing}</section>`;
}

/**
 * Return as text by how much the rating of an engine changed on the last day.
 * @param {Standing} row @param {Api.AnchorJson} anchor
 */
function changeText({ name, change, games }, anchor) {
  if (name === anchor.name || !games) return "";
  return change === null || change === undefined ? words.new : words.signed(Math.round(change), 0);
}

/** The number of protocol checks that an engine passed. @param {Standing} row */
function checksText({ checks, failed = [] }) {
  if (!checks) return "–";
  const text = words.checksPassed(checks - failed.length, checks);
  return failed.length ? html`<span title=${failed.join(", ")}>${text}</span>` : text;
}

/** The cross table: the score of each engine against every other engine. @param {MatchInfo} match */
export function crossTable({ result }) {
  if (!result?.standings || !result.meetings || result.standings.length < 3) return nothing;
  const names = result.standings.map((row) => row.name);
  const cell = (/** @type {string} */ one, /** @type {string} */ other) => {
    if (one === other) return html`<td class="self" aria-label="–"></td>`;
    const met = result.meetings?.find(({ engines }) => engines.includes(one) && engines.includes(other));
    const games = met ? met.wins + met.draws + met.losses : 0;
    if (!met || !games) return html`<td class="quiet">–</td>`;
    const first = met.engines[0] === one,
      own = first ? points(met) : games - points(met),
      los = first ? met.los : 1 - met.los;
    return html`<td class=${los > SURE ? "ahead" : los < 1 - SURE ? "behind" : ""}>${half(own)}<span class="quiet"> / ${games}</span></td>`;
  };
  return html`<section class="standings"><h3>${words.crossTable}</h3><p class="quiet">${words.crossAbout}</p>
    <div class="table-scroll" tabindex="0" role="region" aria-label=${words.crossTable}><table class="cross">
      <thead><tr><th scope="col"><span class="hidden">${words.rank}</span>#</th><th scope="col" class="name">${words.engine}</th>${names.map((name, k) => html`<th scope="col" aria-label=${name} title=${name}>${k + 1}</th>`)}</tr></thead>
      <tbody>${names.map((name, k) => html`<tr><td>${k + 1}</td><th scope="row" class="name">${name}</th>${names.map((other) => cell(name, other))}</tr>`)}</tbody></table></div></section>`;
}

/** The details of a match: its engines with their limits, and its settings. @param {MatchInfo} match */
export function details(match) {
  const { settings, engines, specs } = match,
    rules = Object.entries(settings.rules),
    early = settings.adjudication;
  const ends = [
    early.resign_score !== null && words.resign(early.resign_score, early.resign_moves ?? 0),
    early.win_score !== null && words.winScore(early.win_score, early.win_moves ?? 0),
    early.draw_score !== null &&
      words.drawScore(early.draw_score, early.draw_moves ?? 0, early.draw_ply ?? 0),
    words.moveCap(early.move_cap ?? 0),
  ].filter(Boolean);
  const row = (/** @type {string} */ name, /** @type {unknown} */ value) =>
    value === "" || value === null ? nothing : html`<dt>${name}</dt><dd>${value}</dd>`;
  return html`<details class="match-details"><summary>${words.details}</summary>
    <div class="table-scroll" tabindex="0" role="region" aria-label=${words.engine}><table>
      <thead><tr><th scope="col" class="name">${words.engine}</th><th scope="col">${words.limits}</th></tr></thead>
      <tbody>${engines.map((name, k) => html`<tr><th scope="row" class="name">${name}${specs[k] === name ? nothing : html` <small class="quiet">${specs[k]}</small>`}</th><td>${limitsText(settings.limits[k])}</td></tr>`)}</tbody></table></div>
    <dl class="facts">
      ${row(words.openings, openingsText(match))}
      ${row(words.rules, rules.map(([name, value]) => `${name}=${value}`).join(", "))}
      ${row(words.earlyEndings, ends.join("; "))}
      ${row(words.concurrency, String(settings.concurrency))}
      ${row(words.seed, String(settings.seed))}
      ${row(words.begun, words.date(match.date))}
      ${row(words.name, match.id)}
    </dl></details>`;
}
