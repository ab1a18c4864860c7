/** The tables of a training run: its matches, iterations and settings. */

import { html, nothing } from "../vendor/lit/lit.js";
import { words } from "../words/runs.js";
import { scoreBar } from "./match_charts.js";
import { gameAddress } from "./server_matches.js";
import { hasStart, short } from "./run_charts.js";

/**
 * Return a value as text; a dash if there is none.
 * @param {number | null} value @param {(value: number) => string} format
 */
const orDash = (value, format) => (value === null ? "–" : format(value));

/** The Elo difference with its 95% interval; an infinite bound is shown as a dash. @param {Api.NetworkMatch} result */
function difference({ elo, low, high }) {
  if (elo === null) return low === null ? words.allLost : words.allWon;
  return words.between(words.signed(elo), orDash(low, words.signed), orDash(high, words.signed));
}

/** The measured networks, latest first. @param {Api.WholeRunJson} info @param {number} rows */
export function matchTable(info, rows) {
  const matches = info.matches.slice(-rows).reverse();
  const ratings = new Map(info.curve.map((rating) => [rating.iteration, rating]));
  const started = hasStart(info);
  return html`<div class="table-scroll" tabindex="0" role="region" aria-label=${words.matches}><table>
    <thead><tr>
      <th scope="col" class="name">${words.network}</th>
      <th scope="col">${words.elo}</th>
      <th scope="col">${words.games}</th>
      <th scope="col">${words.isPublished}</th>
      <th scope="col">${words.against}</th>
      <th scope="col">${words.result}</th>
      <th scope="col" class="bar-cell wide"><span class="hidden">${words.result}</span></th>
      <th scope="col">${words.difference}</th>
    </tr></thead>
    <tbody>${matches.map((match) => matchRows(match, ratings.get(match.iteration), started))}</tbody>
  </table></div>`;
}

/**
 * The row of a network, and one row for each of its matches against an older network or an engine.
 * @param {Api.RunMatchJson} match @param {Api.WholeRunJson["curve"][number] | undefined} rating
 * @param {boolean} started
 */
function matchRows(match, rating, started) {
  const name = words.after(match.iteration, started);
  return html`<tr>
      <th scope="row" class="name">${name}</th>
      <td>${rating ? words.plusMinus(rating.elo, rating.error) : "–"}</td>
      ${matchCells(match, match, started)}
    </tr>
    ${[...match.older, ...match.engines].map(
      (other) => html`<tr class="older">
        <th scope="row" class="name"><span class="hidden">${name}</span></th>
        <td></td>
        ${matchCells(match, other, started)}
      </tr>`,
    )}`;
}

/**
 * The cells of one match: the match that decides whether the network is published, or one that counts only for the Elo.
 *
 * @param {Api.RunMatchJson} match the deciding match
 * @param {Api.RunMatchJson | Api.RatingMatchJson} shown
 * @param {boolean} started whether the run began with a network from a file
 */
function matchCells(match, { against, result, games }, started) {
  const count = result ? result.wins + result.draws + result.losses : 0;
  const decides = match.against === against;
  const published = match.published ? words.yes : words.no;
  return html`<td>${games ? gamesLink(games, count, match.iteration) : "–"}</td>
    <td>${decides ? published : nothing}</td>
    <td>${typeof against === "string" ? against : orDash(against, (iteration) => words.after(iteration, started))}</td>
    <td>${result ? words.results(result.wins, result.draws, result.losses) : words.first}</td>
    <td class="bar-cell wide">${result ? scoreBar(result, words.resultText(result.wins, result.draws, result.losses)) : nothing}</td>
    <td>${result ? difference(result) : "–"}</td>`;
}

/** @param {string} id of the match @param {number} count @param {number} iteration */
function gamesLink(id, count, iteration) {
  const text = words.countGames(count);
  return html`<a href="#matches=${encodeURIComponent(id)}" aria-label="${text}: ${words.gamesOf(iteration)}">${text}</a>`;
}

/** The iterations, latest first. @param {Api.WholeRunJson} info @param {number} rows */
export function iterationTable({ iterations }, rows) {
  return html`<div class="table-scroll" tabindex="0" role="region" aria-label=${words.table}><table>
    <thead><tr>
      <th scope="col">${words.iteration}</th>
      <th scope="col">${words.someGames}</th>
      <th scope="col">${words.games}</th>
      <th scope="col">${words.decisive}</th>
      <th scope="col">${words.plies}</th>
      <th scope="col">${words.policyLoss}</th>
      <th scope="col">${words.valueLoss}</th>
      <th scope="col">${words.selfPlay}</th>
      <th scope="col">${words.learning}</th>
      <th scope="col">${words.gamesPerHour}</th>
      <th scope="col">${words.positionsPerSecond}</th>
    </tr></thead>
    <tbody>${iterations.slice(-rows).reverse().map(iterationRow)}</tbody>
  </table></div>`;
}

/** @param {Api.WholeRunJson["iterations"][number]} iteration */
function iterationRow(iteration) {
  const loss = (/** @type {number} */ value) => words.figure(value, 3);
  return html`<tr>
    <th scope="row">${iteration.iteration}</th>
    <td class="some-games">${iteration.shown ? sampleGames(iteration) : "–"}</td>
    <td>${words.figure(iteration.games)}</td>
    <td>${words.percent(iteration.decisive / iteration.games, 1)}</td>
    <td>${words.figure(iteration.plies, 1)}</td>
    <td>${orDash(iteration.policy_loss, loss)}</td>
    <td>${orDash(iteration.value_loss, loss)}</td>
    <td>${orDash(iteration.self_play_seconds, words.seconds)}</td>
    <td>${orDash(iteration.learning_seconds, words.seconds)}</td>
    <td>${orDash(iteration.games_per_hour, short)}</td>
    <td>${orDash(iteration.positions_per_second, short)}</td>
  </tr>`;
}

/** Links to the sample games of an iteration. @param {Api.WholeRunJson["iterations"][number]} iteration */
function sampleGames({ iteration, shown, shown_games: count }) {
  return Array.from({ length: count }, (_, k) => {
    const label = words.openGame(k + 1, iteration);
    return html`<a href=${gameAddress(String(shown), k)} aria-label=${label}>${k + 1}</a>`;
  });
}

/**
 * The settings of a run, under the names that its file uses.
 * @param {Api.WholeRunJson} info @param {NonNullable<Api.WholeRunJson["settings"]>} settings
 */
export function settingsList(info, settings) {
  const rows = Object.entries(settings).filter(([, value]) => value !== null && value !== "");
  return html`<details class="match-details"><summary>${words.settings}</summary><dl class="facts">
    <dt>${words.name}</dt>
    <dd>${info.id}</dd>
    ${rows.map(
      ([name, value]) => html`<dt><code>${name}</code></dt>
    <dd>${value}</dd>`,
    )}
  </dl></details>`;
}
