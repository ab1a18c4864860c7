/** The tables of a training run: its matches, its iterations, its settings. */

import { html, nothing } from "../vendor/lit/lit.js";
import { words } from "../words/runs.js";
import { scoreBar } from "./match_charts.js";
import { gameAddress } from "./server_matches.js";
import { hasStart, short } from "./run_charts.js";

/** The difference with its interval, as far as it is known. @param {Api.NetworkMatch} result */
function difference({ elo, low, high }) {
  if (elo === null) return low === null ? words.allLost : words.allWon;
  return words.between(
    words.signed(elo),
    low === null ? "–" : words.signed(low),
    high === null ? "–" : words.signed(high),
  );
}

/** @param {number | null} value @param {(value: number) => string} text */
const known = (value, text) => (value === null ? "–" : text(value));

/** The networks that were measured, the latest first. @param {Api.WholeRunJson} info @param {number} rows */
export function matchTable(info, rows) {
  const { matches, curve } = info,
    begun = hasStart(info);
  const ratings = new Map(curve.map((one) => [one.iteration, one]));
  return html`<div class="table-scroll" tabindex="0" role="region" aria-label=${words.matches}><table>
    <thead><tr><th scope="col" class="name">${words.network}</th><th scope="col">${words.elo}</th><th scope="col">${words.games}</th><th scope="col">${words.isPublished}</th><th scope="col">${words.against}</th>
      <th scope="col">${words.result}</th><th scope="col" class="bar-cell wide"><span class="hidden">${words.result}</span></th><th scope="col">${words.difference}</th></tr></thead>
    <tbody>${matches
      .slice(-rows)
      .reverse()
      .map((match) => {
        const rating = ratings.get(match.iteration),
          elo = rating ? words.plusMinus(rating.elo, rating.error) : "–",
          name = words.after(match.iteration, begun);
        return html`<tr><th scope="row" class="name">${name}</th><td>${elo}</td>${matchCells(match, match, begun)}</tr>${match.older.map(
          (one) =>
            html`<tr class="older"><th scope="row" class="name"><span class="hidden">${name}</span></th><td></td>${matchCells(match, one, begun)}</tr>`,
        )}`;
      })}</tbody></table></div>`;
}

/** The cells of a match of a network: the one that decides, or one against an older network. @param {Api.RunMatchJson} match @param {Api.RunMatchJson | Api.OlderMatchJson} met @param {boolean} begun */
function matchCells(match, { against, result, games }, begun) {
  const count = result ? result.wins + result.draws + result.losses : 0,
    decides = match.against === against;
  return html`<td>${games ? html`<a href="#matches=${encodeURIComponent(games)}" aria-label="${words.countGames(count)}: ${words.gamesOf(match.iteration)}">${words.countGames(count)}</a>` : "–"}</td>
    <td>${decides ? (match.published ? words.yes : words.no) : nothing}</td>
    <td>${against === null ? "–" : words.after(against, begun)}</td>
    <td>${result ? words.results(result.wins, result.draws, result.losses) : words.first}</td>
    <td class="bar-cell wide">${result ? scoreBar(result, words.resultText(result.wins, result.draws, result.losses)) : nothing}</td>
    <td>${result ? difference(result) : "–"}</td>`;
}

/** The iterations, the latest first. @param {Api.WholeRunJson} info @param {number} rows */
export function iterationTable({ iterations }, rows) {
  return html`<div class="table-scroll" tabindex="0" role="region" aria-label=${words.table}><table>
    <thead><tr><th scope="col">${words.iteration}</th><th scope="col">${words.someGames}</th><th scope="col">${words.games}</th><th scope="col">${words.decisive}</th><th scope="col">${words.plies}</th><th scope="col">${words.policyLoss}</th>
      <th scope="col">${words.valueLoss}</th><th scope="col">${words.selfPlay}</th><th scope="col">${words.learning}</th><th scope="col">${words.gamesPerHour}</th><th scope="col">${words.positionsPerSecond}</th></tr></thead>
    <tbody>${iterations
      .slice(-rows)
      .reverse()
      .map(
        (one) => html`<tr><th scope="row">${one.iteration}</th>
      <td class="some-games">${one.shown ? Array.from({ length: one.shown_games }, (_, k) => html`<a href=${gameAddress(String(one.shown), k)} aria-label=${words.openGame(k + 1, one.iteration)}>${k + 1}</a>`) : "–"}</td>
      <td>${words.figure(one.games)}</td><td>${words.percent(one.decisive / one.games, 1)}</td><td>${words.figure(one.plies, 1)}</td>
      <td>${known(one.policy_loss, (value) => words.figure(value, 3))}</td><td>${words.figure(one.value_loss, 3)}</td><td>${known(one.self_play_seconds, words.seconds)}</td><td>${known(one.learning_seconds, words.seconds)}</td>
      <td>${known(one.games_per_hour, short)}</td><td>${known(one.positions_per_second, short)}</td></tr>`,
      )}</tbody></table></div>`;
}

/** The settings as their file has them. @param {Api.WholeRunJson} info @param {NonNullable<Api.WholeRunJson["settings"]>} settings */
export function settingsList(info, settings) {
  const rows = Object.entries(settings);
  return html`<details class="match-details"><summary>${words.settings}</summary><dl class="facts">
    <dt>${words.name}</dt><dd>${info.id}</dd>${rows.filter(([, value]) => value !== null && value !== "").map(([name, value]) => html`<dt><code>${name}</code></dt><dd>${value}</dd>`)}</dl></details>`;
}
