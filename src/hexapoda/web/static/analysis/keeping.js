/**
 * `Keeping`: saves one analysis after every change, first in this browser and then on the server.
 *
 * A change is on the server, or in the copy of this browser, which is sent when the server answers again. If another
 * tab has changed the analysis meanwhile, this one becomes an analysis of its own: nothing is overwritten.
 *
 * @typedef {import("./game_tree.js").GameTree} GameTree
 * @typedef {import("./copies.js").Copy} Copy
 * @typedef {"new" | "saving" | "saved" | "waiting" | "refused"} SaveState `new`: nothing has changed yet; `waiting`: the
 *   server does not answer; `refused`: it does not take the analysis
 */

import { changeAnalysis, createAnalysis } from "../analysis_api.js";
import { ApiError } from "../request.js";
import { Latest } from "../latest.js";
import { serverState } from "../server_state.js";
import { words } from "../words/analysis.js";
import { allCopies, holdCopy, ifFree, removeCopies, tidyCopies, writeCopy } from "./copies.js";

const TOGETHER = 250; // milliseconds in which changes are sent together
const AGAIN = 4000; // milliseconds after which a busy server is asked again
const OLD = 30_000; // milliseconds after which no tab works on a copy that was not confirmed
const MOST_BYTES = 8 * 1024 ** 2; // of a request; the server takes no larger one
const MOST_NAME = 200; // characters
const CONFLICT = 409,
  GONE = 404,
  TOO_LARGE = 413;

/** Whether the server has another revision: it may refuse a change for other reasons. @param {unknown} error */
const isConflict = (error) =>
  error instanceof ApiError && error.status === CONFLICT && error.field === "revision";
/** @param {unknown} error */
const isGone = (error) => error instanceof ApiError && error.status === GONE;

/** The name of what another tab has changed meanwhile. @param {string} name @param {number | null} id */
const copyName = (name, id) => words.copyOf(name, id).slice(-MOST_NAME).toWellFormed();

/** Tells the other tabs of this browser what was saved. */
const tabs = typeof BroadcastChannel === "function" ? new BroadcastChannel("hexapoda.analyses") : null;

const newKey = () =>
  `~${Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("")}`;

export class Keeping {
  /**
   * @param {GameTree} tree @param {{id?: number | null, revision?: string, name?: string, key?: string}} [known] what the server knows; nothing of a game that is no analysis yet
   */
  constructor(tree, { id = null, revision = "", name = "", key = newKey() } = {}) {
    this.tree = tree;
    this.key = key;
    this.id = id;
    this.name = name;
    /** @type {SaveState} */
    this.state = id === null ? "new" : "saved";
    /** Why the server does not take it. */
    this.trouble = "";
    /** Whether it was another analysis before another tab changed that one: its number. @type {number | null} */
    this.parted = null;
    /** A newer revision that another tab has saved, while nothing has changed here. */
    this.outdated = false;
    this._revision = revision;
    this._notify = () => {};
    this._version = tree.version;
    this._unsaved = false;
    /** Whether all changes are in this browser. */
    this.copied = true;
    /** Whether this browser cannot keep anything. */
    this._copyless = false;
    /** What was sent to create it while there is no answer, and the version of the tree then. @type {Api.NewAnalysis | null} */
    this._first = null;
    this._firstVersion = 0;
    this._sending = false;
    this._copies = new Latest();
    this._timer = 0;
    /** Lets other tabs send the copy; null while all is saved. @type {(() => void) | null} */
    this._free = null;
  }

  /** What the address of the page says; empty before the first change. */
  get address() {
    if (this.state === "new") return "";
    return this.id === null ? this.key : String(this.id);
  }

  /** Whether the server takes it. A game of the library may have longer comments. */
  get fits() {
    return (
      new Blob([JSON.stringify({ name: this.name, revision: this._revision, record: this.tree.toRecord() })])
        .size <= MOST_BYTES
    );
  }

  /** @param {() => void} notify called when something about it has changed */
  begin(notify) {
    this._notify = notify;
    addEventListener("server", this._server);
    addEventListener("beforeunload", this._leave);
    tabs?.addEventListener("message", this._received);
  }

  /** Stop watching; what is not saved yet still is. */
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
      // Until there is an answer the same is sent again, so that the server can tell it from another analysis.
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
      // Another tab has changed or deleted it: what is here becomes an analysis of its own.
      if (isConflict(error)) {
        this.parted = this.id;
        this.name = copyName(this.name, this.id);
      }
      this.id = null;
      this._revision = "";
      this._timer = setTimeout(() => this._send());
    } else if (!(error instanceof ApiError)) {
      // of the page itself: the next change tries again
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

  /** Only if this browser has no copy does the visitor have to wait. @param {BeforeUnloadEvent} event */
  _leave = (event) => {
    if (this._unsaved && this._copyless) event.preventDefault();
  };

  /** Another tab has saved an analysis. @param {MessageEvent} event */
  _received = (event) => {
    const { id, revision } = event.data;
    if (id !== this.id || revision === this._revision || this._unsaved) return;
    this.outdated = true;
    this._notify();
  };
}

/** What was asked before about copies: one question waits for the other. @type {Promise<unknown>} */
let before = Promise.resolve();

/**
 * Send what this browser has and the server does not, after a browser or a server was killed.
 * @param {(copy: Copy) => boolean} wanted
 * @returns {Promise<(Copy & {busy?: boolean})[]>} the copies now, those that could not be sent with their record; `busy`: another tab works on it, and sends it
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

/** Send the copies on which no tab works. */
export const sendOldCopies = async () => {
  await sendCopies((copy) => Boolean(copy.record) && copy.time < Date.now() - OLD);
  await tidyCopies();
};

/** @param {Copy} copy one with a record */
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
    return copy; // later again
  }
  const now = { ...copy, id, revision, name, record: null, first: null };
  await writeCopy(now, copy);
  return now;
}

/** Forget what this browser has of an analysis that was deleted. @param {number} id */
export const forgetAnalysis = async (id) =>
  removeCopies((await allCopies()).filter((one) => one.id === id).map((one) => one.key));
