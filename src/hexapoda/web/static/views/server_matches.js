/** The source from which `<match-page>` reads matches on the server. */

import { loadBoard } from "../boards/make.js";
import { mayStart } from "../command_api.js";
import { listMatchGames, readMatch } from "../match_api.js";
import { html } from "../vendor/lit/lit.js";
import "./command_controls.js";

/** Return the address that opens a game of a match in the analysis. @param {string} match @param {number} number */
export const gameAddress = (match, number) =>
  `#analysis&${new URLSearchParams({ match, number: String(number) })}`;

/** @type {import("./match_games.js").MatchSource} */
export const serverMatches = {
  live: true,
  read: readMatch,
  games: listMatchGames,
  address: gameAddress,
  board: (name) => loadBoard(name),
  controls: (id, info, command) =>
    mayStart()
      ? html`<command-controls kind="match" .name=${id} .live=${info?.running ?? false} .over=${info?.finished ?? true} .command=${command}></command-controls>`
      : null,
};
