/**
 * `<import-games>`: imports files one after the other, and shows the progress and the errors.
 *
 * @fires imported games were added or completed
 * @typedef {{file: File, part: number, state: Api.ImportJson | null, trouble: string}} Job
 */

import { html, nothing } from "../vendor/lit/lit.js";
import { PageElement } from "../page_element.js";
import { readImport, sendFile } from "../library_api.js";
import { words } from "../words/library.js";
import { messageOf } from "../request.js";

const MOST = 200; // files at a time
const LARGEST = 64 * 1024 * 1024; // bytes per file
const PAUSE = 300; // milliseconds between two requests for the progress of an import

/**
 * Return the files that were dropped, including those in folders.
 * @param {DataTransfer} dropped @returns {Promise<File[]>}
 */
export async function droppedFiles(dropped) {
  const entries = [...dropped.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean),
    plain = [...dropped.files];
  if (!entries.some((entry) => entry?.isDirectory)) return plain;
  /** @type {File[]} */
  const files = [];
  const walk = async (/** @type {FileSystemEntry} */ entry) => {
    if (files.length > MOST || entry.name.startsWith(".")) return;
    if (entry.isFile)
      files.push(
        await new Promise((resolve, reject) =>
          /** @type {FileSystemFileEntry} */ (entry).file(resolve, reject),
        ),
      );
    else {
      const reader = /** @type {FileSystemDirectoryEntry} */ (entry).createReader();
      for (;;) {
        /** @type {FileSystemEntry[]} */
        const part = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
        if (!part.length || files.length > MOST) break;
        for (const one of part) await walk(one);
      }
    }
  };
  for (const entry of entries) if (entry) await walk(entry);
  return files;
}

export class ImportGames extends PageElement {
  static properties = { jobs: { state: true } };

  constructor() {
    super();
    /** @type {Job[]} */
    this.jobs = [];
    this._running = false;
    this._gone = false;
  }

  connectedCallback() {
    super.connectedCallback();
    this._gone = false;
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this._gone = true;
  }

  /** @param {File[]} files */
  async add(files) {
    if (!this._running) this.jobs = [];
    const room = MOST - this.jobs.length;
    const jobs = files
      .slice(0, room)
      .map((file) => ({ file, part: 0, state: null, trouble: file.size > LARGEST ? words.tooBig : "" }));
    this.jobs = [...this.jobs, ...jobs];
    if (files.length > room)
      this.jobs = [
        ...this.jobs,
        { file: new File([], "…"), part: 0, state: null, trouble: words.tooMany(MOST) },
      ];
    if (!this._running) await this._run();
  }

  async _run() {
    this._running = true;
    const next = () => this.jobs.find((job) => !job.trouble && !job.state);
    for (let job = next(); job && !this._gone; job = next()) await this._import(job);
    this._running = false;
  }

  /** @param {Job} job */
  async _import(job) {
    try {
      job.state = await sendFile(job.file, (part) => {
        job.part = part;
        this.requestUpdate();
      });
      while (["waiting", "running"].includes(job.state.state) && !this._gone) {
        this.requestUpdate();
        await new Promise((resolve) => setTimeout(resolve, PAUSE));
        job.state = await readImport(job.state.id);
      }
      if (job.state.state !== "done") job.trouble = job.state.note;
      if (job.state.added || job.state.completed) this.emit("imported");
    } catch (error) {
      job.trouble = messageOf(error);
    }
    this.requestUpdate();
  }

  render() {
    if (!this.jobs.length) return nothing;
    const sum = (/** @type {"added" | "duplicates" | "bad"} */ name) =>
      this.jobs.reduce((total, job) => total + (job.state?.[name] ?? 0), 0);
    const busy = this.jobs.find(
      (job) => !job.trouble && (!job.state || ["waiting", "running"].includes(job.state.state)),
    );
    const done = this.jobs.filter((job) => job !== busy && (job.trouble || job.state)).length;
    const faults = this.jobs.filter((job) => job.trouble || job.state?.faults.length);
    const bad = sum("bad") + this.jobs.filter((job) => job.trouble).length;
    return html`<section class="import-panel" aria-label=${words.importing}>
      <p class="import-sum" role="status">
        ${
          busy
            ? html`<b>${words.importing} ${done + 1} / ${this.jobs.length}</b> <span class="import-file">${busy.file.name}</span>
          <span class="quiet">${busy.state ? words.reading(busy.state.games) : words.sending(busy.part)}</span>`
            : html`<b>${words.importDone(sum("added"), sum("duplicates"))}</b>${bad ? html`, <span class="bad">${words.bad(bad)}</span>` : nothing}`
        }
      </p>
      ${
        busy
          ? html`<progress max=${this.jobs.length} value=${done + (busy.state ? 0.6 : busy.part / 2)} aria-label=${words.importing}></progress>`
          : html`<button type="button" class="shut" aria-label=${words.close} @click=${() => {
              this.jobs = [];
            }}>×</button>`
      }
      ${
        faults.length
          ? html`<ul class="faults">${faults.map((job) => [
              job.trouble ? html`<li><b>${job.file.name}</b> ${job.trouble}</li>` : nothing,
              (job.state?.faults ?? []).map(
                (fault) =>
                  html`<li><b>${job.file.name}${fault.line ? `, ${words.line(fault.line)}` : ""}</b> ${fault.text}</li>`,
              ),
            ])}</ul>`
          : nothing
      }
    </section>`;
  }
}

customElements.define("import-games", ImportGames);
