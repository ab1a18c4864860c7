/**
 * `Keeping`: saves one analysis after every change, first in this browser and then on the server.
 *
 * A change that does not reach the server stays in this browser's copy, which is sent once the server answers again. If
 * another tab has changed the analysis since, this tab's version becomes a separate analysis: nothing is overwritten.
 *
 * @typedef {import("./game_tree.js").GameTree} GameTree
 * @typedef {import("./copies.js").Copy} Copy
 * @typedef {"new" | "saving" | "saved" | "waiting" | "refused"} SaveState `new`: nothing has changed yet; `waiting`:
 *   the server is busy or does not answer; `refused`: the server rejects the analysis
 */

import { changeAnalysis, createAnalysis } from "../analysis_api.js";
import { ApiError } from "../request.js";
import { Latest } from "../latest.js";
import { serverState } from "../server_state.js";
import { words } from "../words/analysis.js";
import { allCopies, holdCopy, ifFree, removeCopies, tidyCopies, writeCopy } from "./copies.js";

const TOGETHER = 250; // milliseconds after the last change before the changes are sent
const AGAIN = 4000; // milliseconds before the next attempt if the server is busy or does not answer
const OLD = 30_000; // milliseconds after which an unconfirmed copy counts as abandoned
const MOST_BYTES = 8 * 1024 ** 2; // of a request; the server accepts no larger one
const MOST_NAME = 200; // characters
const CONFLICT = 409,
  GONE = 404,
  TOO_LARGE = 413;

/** Whether the server has another revision; a 409 can have other reasons too. @param {unknown} error */
const isConflict = (error) =>
  error instanceof ApiError && error.status === CONFLICT && error.field === "revision";
/** @param {unknown} error */
const isGone = (error) => error instanceof ApiError && error.status === GONE;

/**
 * Return the name of an analysis that was split from `id`, which another tab has changed.
 * @param {string} name @param {number | null} id
 */
const copyName = (name, id) => words.copyOf(name, id).slice(-MOST_NAME).toWellFormed();

/** Tells the other tabs of this browser what was saved. */
const tabs = typeof BroadcastChannel === "function" ? new BroadcastChannel("hexapoda.analyses") : null;

const newKey = () =>
  `~${Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("")}`;

export class Keeping {
  /**
   * @param {GameTree} tree @param {{id?: number | null, revision?: string, name?: string, key?: string}} [known] the
   *   server's data; omitted if the game is not an analysis yet
   */
  constructor(tree, { id = null, revision = "", name = "", key = newKey() } = {}) {
    this.tree = tree;
    this.key = key;
    this.id = id;
    this.name = name;
    /** @type {SaveState} */
    this.state = id === null ? "new" : "saved";
    /** Why the server is busy or rejects the analysis; empty if neither is the case or the reason is unknown. */
    this.trouble = "";
    /** The number of the analysis that this one was split from because another tab changed it. @type {number | null} */
    this.parted = null;
    /** Whether another tab has saved a newer revision while this tab had no unsaved changes. */
    this.outdated = false;
    this._revision = revision;
    this._notify = () => {};
    this._version = tree.version;
    this._unsaved = false;
    /** Whether this browser's copy has all changes. */
    this.copied = true;
    /** Whether this browser could not store the copy. */
    this._copyless = false;
    /**
     * The request that creates the analysis, until it is answered; `_firstVersion` is the version of the tree in it.
     * @type {Api.NewAnalysis | null}
     */
    this._first = null;
    this._firstVersion = 0;
    this._sending = false;
    this._copies = new Latest();
    this._timer = 0;
    /** Releases the lock on the copy; null while everything is saved. @type {(() => void) | null} */
    this._free = null;
  }

  /** The number or the key by which the page's address names the analysis; empty before the first change. */
  get address() {
    if (this.state === "new") return "";
    return this.id === null ? this.key : String(this.id);
  }

  /** Whether the analysis is small enough for the server. A library game with long comments may not be. */
  get fits() {
    return (
      new Blob([JSON.stringify({ name: this.name, revision: this._revision, record: this.tree.toRecord() })])
        .size <= MOST_BYTES
    );
  }

  /**
   * Begin to watch the server and the other tabs.
   * @param {() => void} notify called when the save state has changed
   */
  begin(notify) {
    this._notify = notify;
    addEventListener("server", this._server);
    addEventListener("beforeunload", this._leave);
    tabs?.addEventListener("message", this._received);
  }

  /** Stop watching, and send any unsaved changes. */
  end() {
    this._notify = () => {};
    removeEventListener("server", this._server);
    removeEventListener("beforeunload", this._leave);
    tabs?.removeEventListener("message", this._received);
    if (this._unsaved) this._send();
  }

  /** Save the tree if it has changed. */
  look() {
    if (this.tree.version !== this._version) this.save();
  }

  /** @param {string} name */
  rename(name) {
    if (name === this.name) return;
    this.name = name;
    this.save();
  }

  /** Save the tree now. */
  save() {
    this._version = this.tree.version;
    this._unsaved = true;
    if (this.state !== "waiting") this.state = "saving";
    this._free ??= holdCopy(this.key);
    this._copy();
    clearTimeout(this._timer);
    this._timer = setTimeout(() => this._send(), TOGETHER);
    this._notify();
  }

  async _copy() {
    const record = this._unsaved ? this.tree.toRecord() : null,
      isLatest = this._copies.begin();
    this.copied = false;
    const written = await writeCopy({
      key: this.key,
      id: this.id,
      revision: this._revision,
      name: this.name,
      record,
      first: this._first,
      time: Date.now(),
    });
    this._copyless = !written;
    if (isLatest()) this.copied = written;
  }

  async _send() {
    clearTimeout(this._timer);
    if (this._sending || !this._unsaved) return;
    this._sending = true;
    try {
      while (this._unsaved) await this._sendOnce();
      this.state = "saved";
      this.trouble = "";
      this._free?.();
      this._free = null;
    } catch (error) {
      this._failed(error);
    } finally {
      this._sending = false;
    }
    this._notify();
  }

  async _sendOnce() {
    const { tree } = this,
      version = tree.version,
      { name } = this;
    if (!this.fits) throw new ApiError(TOO_LARGE, words.tooLarge);
    let answer;
    if (this.id === null) {
      // Until there is an answer, the same request is repeated, so that the server does not create two analyses.
      if (!this._first) {
        this._first = { name, record: tree.toRecord() };
        this._firstVersion = version;
        await this._copy();
      }
      const first = this._first;
      answer = await createAnalysis(first);
      this.id = answer.id;
      this._first = null;
      this._unsaved = tree.version !== this._firstVersion || this.name !== first.name;
    } else {
      answer = await changeAnalysis(this.id, { name, revision: this._revision, record: tree.toRecord() });
      this._unsaved = tree.version !== version || this.name !== name;
    }
    this._revision = answer.revision;
    await this._copy();
    tabs?.postMessage({ id: this.id, revision: this._revision });
    this._notify();
  }

  /** @param {unknown} error */
  _failed(error) {
    if (this.id !== null && (isConflict(error) || isGone(error))) {
      // Another tab has changed or deleted the analysis: this tab's version becomes a separate analysis.
      if (isConflict(error)) {
        this.parted = this.id;
        this.name = copyName(this.name, this.id);
      }
      this.id = null;
      this._revision = "";
      this._timer = setTimeout(() => this._send());
    } else if (!(error instanceof ApiError)) {
      // an error in the page itself; the next change triggers another attempt
      this.state = "refused";
      this.trouble = String(error);
      reportError(error);
    } else if (error.status >= 400 && error.status < 500 && error.status !== 429) {
      this.state = "refused";
      this.trouble = error.message;
    } else {
      this.state = "waiting";
      this.trouble = error.status ? error.message : "";
      this._timer = setTimeout(() => this._send(), AGAIN);
    }
  }

  _server = () => {
    if (serverState() === "up" && this._unsaved) this._send();
  };

  /**
   * Warn a visitor who leaves before everything is saved, but only if this browser has no copy.
   * @param {BeforeUnloadEvent} event
   */
  _leave = (event) => {
    if (this._unsaved && this._copyless) event.preventDefault();
  };

  /** Handle the message of a tab that has saved an analysis. @param {MessageEvent} event */
  _received = (event) => {
    const { id, revision } = event.data;
    if (id !== this.id || revision === this._revision || this._unsaved) return;
    this.outdated = true;
    this._notify();
  };
}

/** The previous call of `sendCopies`: calls run one after the other. @type {Promise<unknown>} */
let before = Promise.resolve();

/**
 * Send the changes that only this browser has, for example because the browser or the server was killed.
 * @param {(copy: Copy) => boolean} wanted
 * @returns {Promise<(Copy & {busy?: boolean})[]>} the wanted copies as they are now; one that could not be sent still
 *   has its record; `busy`: another tab is working on it and will send it
 */
export function sendCopies(wanted) {
  const sent = before
    .catch(() => {})
    .then(async () => {
      const found = [];
      for (const copy of (await allCopies()).filter(wanted)) {
        found.push(
          copy.record ? ((await ifFree(copy.key, () => sendCopy(copy))) ?? { ...copy, busy: true }) : copy,
        );
      }
      return found;
    });
  before = sent;
  return sent;
}

/** Send abandoned copies, and forget the oldest confirmed ones. */
export const sendOldCopies = async () => {
  await sendCopies((copy) => Boolean(copy.record) && copy.time < Date.now() - OLD);
  await tidyCopies();
};

/** @param {Copy} copy a copy with a record */
async function sendCopy(copy) {
  let { id, revision, name } = copy;
  const { first } = copy,
    record = /** @type {Api.RecordFields} */ (copy.record);
  try {
    if (first && id === null) ({ id, revision } = await createAnalysis(first));
    try {
      ({ id, revision } =
        id === null
          ? await createAnalysis({ name, record })
          : await changeAnalysis(id, { name, revision, record }));
    } catch (error) {
      if (!isConflict(error) && !isGone(error)) throw error;
      if (isConflict(error)) name = copyName(name, id);
      ({ id, revision } = await createAnalysis({ name, record }));
    }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return copy; // to be tried again later
  }
  const now = { ...copy, id, revision, name, record: null, first: null };
  await writeCopy(now, copy);
  return now;
}

/** Forget this browser's copies of a deleted analysis. @param {number} id */
export const forgetAnalysis = async (id) =>
  removeCopies((await allCopies()).filter((one) => one.id === id).map((one) => one.key));
