/** `<runs-view>`: the list of training runs on the server, and the run that the address names. */

import { html, nothing } from "../vendor/lit/lit.js";
import { mayStart } from "../command_api.js";
import { listRuns } from "../run_api.js";
import { words as commands } from "../words/commands.js";
import { words } from "../words/runs.js";
import { tellCommand } from "./command_controls.js";
import { commandLine } from "./command_line.js";
import "./new_run.js";
import "./run_page.js";
import { IDLE, RUNNING, WatchedList } from "./watched_list.js";

/** @extends {WatchedList<Api.RunRowJson>} */
export class RunsView extends WatchedList {
  constructor() {
    super("runs", words);
    this._config = { name: "", text: "" };
    this._command = "";
  }

  /** @param {string} since */
  async ask(since) {
    const { runs, config, command, ...answer } = await listRuns(since);
    if (runs) Object.assign(this, { _config: config, _command: command });
    return { ...answer, found: runs };
  }

  pause() {
    return this.found?.length && !this.found.some((run) => run.running) ? IDLE : RUNNING;
  }

  /** The button that starts a run, for visitors who may start one. */
  top() {
    if (!mayStart()) return nothing;
    return html`<button type="button" class="primary new-work" @click=${() => this.querySelector("new-run")?.open()}>${commands.newRun}</button>
      <new-run .games=${this.games} .known=${(this.found ?? []).map((one) => one.id)} @begin=${this._begun}></new-run>`;
  }

  /** @param {CustomEvent<string>} event */
  _begun(event) {
    location.hash = this._link(event.detail);
    tellCommand();
  }

  none() {
    return html`
      <svg class="empty-icon" viewBox="0 0 120 60" aria-hidden="true"><path d="M8 6v46h104" /><path class="thick" d="M16 46C40 44 46 18 62 18s24-6 44-8" /><circle cx="106" cy="10" r="6" /></svg>
      <h2>${words.empty}</h2><p class="quiet">${words.emptyAbout}</p>${this.top()}
      <div class="steps"><p>${(mayStart() ? commands.orRun : words.emptySave)(this._config.name)}</p><pre tabindex="0" role="region" aria-label=${this._config.name}>${this._config.text}</pre>
        <p>${words.emptyHow}</p>${commandLine(this._command)}<p>${words.emptyNeeds}</p>${commandLine("pip install 'hexapoda[train]'")}</div>`;
  }

  /** @param {Api.RunRowJson} run */
  item(run) {
    const kind = this.games.find((game) => game.name === run.game);
    const state = run.trouble ? "damaged" : run.running ? "running" : run.finished ? "" : "stopped";
    const about = [
      run.game && `${kind?.title ?? run.game} ${run.variant}`,
      run.game && !run.finished ? words.progress(run.done, run.total ?? 0) : words.iterations(run.done),
    ];
    return html`<span class="title"><b>${run.id}</b></span>
      <span class="about">${about.filter(Boolean).join(" · ")}</span>
      ${run.elo ? html`<span class="lead">${words.elo} ${words.plusMinus(run.elo.elo, run.elo.error)}</span>` : nothing}
      <span class="about">${words.date(run.date)}</span>
      ${state ? html`<span class="badge ${state}">${words[state]}</span>` : nothing}`;
  }

  /** @param {string} id */
  one(id) {
    return html`<run-page .run=${id} .games=${this.games}></run-page>`;
  }
}

customElements.define("runs-view", RunsView);
