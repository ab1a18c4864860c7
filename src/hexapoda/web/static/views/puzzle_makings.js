/**
 * `<puzzle-makings>`: the commands with which the owner of the server generates puzzles, their progress, and the dialog
 * that starts a new command.
 *
 * @fires made the number of puzzles has changed; `detail` is the list of all puzzles on the server
 */

import { html, nothing } from "../vendor/lit/lit.js";
import { listCommands } from "../command_api.js";
import { Poll } from "../poll.js";
import { PageElement } from "../page_element.js";
import { listPuzzles } from "../puzzle_api.js";
import { ApiError } from "../request.js";
import { words } from "../words/commands.js";
import { tellCommand } from "./command_controls.js";
import "./new_puzzles.js";

const PAUSE = 2000; // milliseconds between two requests while a command is running

export class PuzzleMakings extends PageElement {
  static properties = {
    games: { attribute: false },
    able: { attribute: false },
    themes: { attribute: false },
    found: { state: true },
    opened: { state: true },
  };

  constructor() {
    super();
    /** The catalog of games. @type {Api.GameJson[]} */
    this.games = [];
    /** The games that can have puzzles. @type {string[]} */
    this.able = [];
    /** @type {Api.PuzzleThemeJson[]} */
    this.themes = [];
    /** @type {Api.CommandJson[]} */
    this.found = [];
    /** Whether the list of commands is open. */
    this.opened = false;
    /** The number of puzzles that the commands had made at the last request; -1 before the first request. */
    this._puzzles = -1;
    this._poll = new Poll(this, () => this._look());
  }

  windowEvents() {
    const look = () => this._poll.now();
    return { command: look, commanded: look };
  }

  /** Read the state of the commands; return the milliseconds until the next request. */
  async _look() {
    try {
      const { commands } = await listCommands();
      const first = this._puzzles < 0;
      this.found = commands.filter((one) => one.kind === "puzzles");
      if (first) this.opened ||= this.found.some((one) => one.state !== "done");
      const puzzles = this.found.reduce((sum, one) => sum + (one.puzzles ?? 0), 0);
      if (this._puzzles >= 0 && puzzles !== this._puzzles) this.emit("made", (await listPuzzles()).puzzles);
      this._puzzles = puzzles;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return PAUSE; // a command may be running, or puzzles may be new
    }
    return this.found.some((one) => one.state === "running" || one.state === "stopping") ? PAUSE : Infinity;
  }

  /** @param {Api.CommandJson} one */
  _item(one) {
    return html`<li><b>${one.id}</b><span class="quiet" role="status">${words.found(one.puzzles ?? 0)}${one.state === "done" ? ` · ${words.complete}` : ""}</span>
      <command-controls kind="puzzles" .name=${one.id} .over=${one.state === "done"}></command-controls></li>`;
  }

  render() {
    return html`<details class="makings" ?open=${this.opened} @toggle=${(/** @type {Event} */ event) => {
      this.opened = /** @type {HTMLDetailsElement} */ (event.currentTarget).open;
    }}><summary>${words.makePuzzles}</summary>
      ${this.found.length ? html`<ul>${this.found.map((one) => this._item(one))}</ul>` : nothing}
      <button type="button" class="new-work" @click=${() => this.querySelector("new-puzzles")?.open()}>${words.newPuzzles}</button>
    </details>
    <new-puzzles .games=${this.games} .able=${this.able} .themes=${this.themes} @begin=${tellCommand}></new-puzzles>`;
  }
}

customElements.define("puzzle-makings", PuzzleMakings);
