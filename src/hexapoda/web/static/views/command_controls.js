/**
 * `<command-controls>`: stops and resumes a match, a training run or puzzle generation, and shows errors. Two
 * events on the window make other parts of the page reload their data: `command` when a command was started or stopped,
 * or has ended, and `commanded` when the files of a command are about to change.
 */

import { html, nothing } from "../vendor/lit/lit.js";
import { listCommands, resumeCommand, stopCommand } from "../command_api.js";
import { Poll } from "../poll.js";
import { PageElement } from "../page_element.js";
import { ApiError } from "../request.js";
import { words } from "../words/commands.js";
import { commandLine } from "./command_line.js";
import { sentence } from "./sentence.js";

const RUNNING = 1000; // milliseconds between two requests

/** Tell the page that a command was started or stopped, or has ended. */
export const tellCommand = () => dispatchEvent(new CustomEvent("command"));

export class CommandControls extends PageElement {
  static properties = {
    kind: {},
    name: {},
    live: { type: Boolean },
    over: { type: Boolean },
    command: {},
    started: { state: true },
    asking: { state: true },
    refusal: { state: true },
  };

  constructor() {
    super();
    /** @type {"match" | "run" | "puzzles"} */
    this.kind = "match";
    this.name = "";
    /** Whether the command is running, according to its files. */
    this.live = false;
    /** Whether there is nothing to resume. */
    this.over = false;
    /** The shell command that resumes it in a terminal; empty if there is none. */
    this.command = "";
    /** The process that this server started for the command, if any. @type {Api.CommandJson | null} */
    this.started = null;
    /** The request that is in progress. @type {"" | "stop" | "resume"} */
    this.asking = "";
    this.refusal = "";
    /** Whether the process has just ended and its files do not show it yet. */
    this._settling = false;
    this._poll = new Poll(this, () => this._look());
  }

  windowEvents() {
    return { command: () => this._poll.now() };
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (!this.live) this._settling = false;
    if (!changed.has("name") && !changed.has("kind")) return;
    Object.assign(this, { started: null, asking: "", refusal: "", _settling: false });
    this._poll.now();
  }

  /** Whether the command is complete, according to its files or its process. */
  get complete() {
    return this.over || this.started?.state === "done";
  }

  get runs() {
    return this.started?.state === "running" || this.started?.state === "stopping";
  }

  /** Read the state of the command; return the milliseconds until the next request. */
  async _look() {
    const { kind, name, runs } = this;
    try {
      const { commands } = await listCommands();
      if (kind !== this.kind || name !== this.name) return 0;
      this.started = commands.find((one) => one.kind === kind && one.id === name) ?? null;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return RUNNING; // the page says that the server does not answer
    }
    // The files of a command change shortly after its process does.
    if (runs !== this.runs) this._settling = runs && this.live;
    if (runs !== this.runs || (this.runs && !this.live)) dispatchEvent(new CustomEvent("commanded"));
    return this.runs ? RUNNING : Infinity;
  }

  /** @param {"stop" | "resume"} what */
  async _ask(what) {
    this.asking = what;
    this.refusal = "";
    try {
      this.started = await (what === "stop" ? stopCommand : resumeCommand)(this.kind, this.name);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.refusal = error.message;
    } finally {
      this.asking = "";
    }
    tellCommand();
  }

  /** The button that stops or resumes the command: a single element, so that it keeps the focus. */
  _button() {
    const { runs, asking, started } = this;
    if (!runs && this.live && !this._settling) return html`<small class="quiet">${words.elsewhere}</small>`;
    if (!runs && this.complete) return nothing;
    const what = runs || this.live ? "stop" : "resume";
    const busy = asking === what || started?.state === "stopping" || this._settling;
    return html`<button type="button" class=${what === "stop" ? "stop" : "resume primary"} aria-disabled=${busy ? "true" : nothing} @click=${() => !busy && this._ask(what)}>${words.buttons[what][busy ? 1 : 0]}</button>
      ${runs ? html`<small class="quiet">${words.withServer}</small>` : nothing}`;
  }

  render() {
    const { started, refusal } = this,
      text = refusal || started?.text || "",
      resumable = !this.runs && !this.live && !this.complete;
    if (this.complete && !text && !this.runs) return nothing;
    return html`<section class="card controls">
      <p role="status">${resumable ? words.interrupted[this.kind] : ""}</p>
      ${text ? html`<p class="banner bad" role="alert">${refusal ? "" : started?.state === "failed" ? words.ended : words.remark} <span class="quiet told">${sentence(text)}</span></p>` : nothing}
      <div class="control">${this._button()}</div>
      ${resumable && this.command ? html`<details><summary>${words.withCommand}</summary>${commandLine(this.command)}</details>` : nothing}
    </section>`;
  }
}

customElements.define("command-controls", CommandControls);
