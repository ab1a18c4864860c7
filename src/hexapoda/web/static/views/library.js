/**
 * `<library-view>`: the stored games, which the visitor can search, view, correct and delete, with sections for
 * openings, players, analyses and the trash. Files dropped on it are imported.
 *
 * The address contains the section shown (`tab`), the filters of the list, and the line of moves in the openings.
 */

import { PageView } from "../page_element.js";
import { keepInView } from "../boards/in_view.js";
import { Latest } from "../latest.js";
import {
  deleteStoredGames,
  listStoredGames,
  readLibrary,
  restoreStoredGames,
  undoEdit,
} from "../library_api.js";
import { words } from "../words/library.js";
import "./edit_game.js";
import { FILTERS } from "./game_filters.js";
import "./game_preview.js";
import { droppedFiles } from "./import_games.js";
import "./openings.js";
import "./own_analyses.js";
import "./players.js";
import "./trash.js";
import { ViewKeys, focusField } from "./view_keys.js";
import { TABS, TRASH, WIDE, libraryPage } from "./library_page.js";
import { ApiError, messageOf } from "../request.js";

const UNDO = 20_000; // milliseconds for which undo is offered

export class LibraryView extends PageView {
  static properties = {
    views: { attribute: false },
    info: { state: true },
    found: { state: true },
    total: { state: true },
    selected: { state: true },
    checked: { state: true },
    opened: { state: true },
    trouble: { state: true },
    refused: { state: true },
    toast: { state: true },
    dragging: { state: true },
    version: { state: true },
    busy: { state: true },
  };

  constructor() {
    super();
    /** @type {string[]} */
    this.views = [];
    /** @type {Api.LibraryJson | null} */
    this.info = null;
    /** @type {Api.StoredRowJson[]} */
    this.found = [];
    /** The numbers of the matching games that cannot be read. @type {number[]} */
    this.damaged = [];
    this.total = 0;
    /** The number of the game in the preview. */
    this.selected = 0;
    /** @type {Set<number>} */
    this.checked = new Set();
    /** Whether the preview covers the list in a narrow window. */
    this.opened = false;
    this.trouble = "";
    /** Why the last search failed, such as for a position that is not one. */
    this.refused = "";
    /** @type {{text: string, undo: (() => Promise<unknown>) | null} | null} */
    this.toast = null;
    this.dragging = false;
    /** The number of changes to the library so far. */
    this.version = 0;
    this.busy = false;
    this._latest = new Latest();
    new ViewKeys(this, () => this._commands());
    this._timer = 0;
    this._depth = 0;
    this._listed = "";
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this._timer);
  }

  windowEvents() {
    return { dragenter: this._enter, dragover: this._over, dragleave: this._leave, drop: this._drop };
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    if (!changed.has("address") && !changed.has("info")) return;
    const parts = this.querySelector(".parts"), // the tabs, which scroll sideways on a phone
      current = parts?.querySelector("[aria-current]");
    if (parts && current) keepInView(parts, current, 28);
  }

  // ---- the address -------------------------------------------------------------------------------

  get tab() {
    const tab = this.address.get("tab") ?? "games";
    return [...TABS, TRASH].includes(tab) ? tab : "games";
  }

  get filters() {
    return Object.fromEntries(
      FILTERS.map((name) => [name, this.address.get(name) ?? ""]).filter(([, text]) => text),
    );
  }

  /** The opening line in the address; by default the start position of the game and variant with the most games. */
  get line() {
    const most = (/** @type {string} */ name) => Object.entries(this.info?.variants[name] ?? {})[0];
    const [played] = this.games
      .map((game) => game.name)
      .filter((name) => most(name))
      .sort((a, b) => most(b)[1] - most(a)[1]);
    const game = this.address.get("game") ?? played ?? this.games[0]?.name ?? "",
      info = this.games.find((one) => one.name === game);
    const rules = Object.fromEntries(
      (info?.rules ?? [])
        .map((rule) => [rule.name, this.address.get(`rule.${rule.name}`)])
        .filter(([, value]) => value),
    );
    return {
      game,
      variant: this.address.get("variant") ?? most(game)?.[0] ?? info?.variants[0],
      rules,
      start: this.address.get("start") || null,
      moves: (this.address.get("moves") ?? "").split(";").filter(Boolean),
    };
  }

  /** @param {Record<string, string>} values */
  visit(values) {
    const rest = new URLSearchParams(Object.entries(values).filter(([, text]) => text)).toString();
    location.hash = rest ? `library&${rest}` : "library";
  }

  /** @param {import("../library_api.js").Line} line */
  explore(line) {
    const rules = Object.fromEntries(
      Object.entries(line.rules ?? {}).map(([name, value]) => [`rule.${name}`, value]),
    );
    this.visit({
      tab: "openings",
      game: line.game,
      variant: line.variant ?? "",
      ...rules,
      start: line.start ?? "",
      moves: (line.moves ?? []).join(";"),
    });
  }

  route() {
    const listed = JSON.stringify(this.filters);
    if (!this.info) this.load();
    else if (this.tab === "games" && listed !== this._listed) this.list();
  }

  // ---- the list ----------------------------------------------------------------------------------

  async load() {
    try {
      this.info = await readLibrary();
      this.trouble = this.info.trouble;
      this._listed = ""; // read the list again, now or when it is next shown
      if (!this.trouble && this.tab === "games") await this.list();
    } catch (error) {
      this._failed(error);
    }
  }

  /** @param {unknown} error */
  _failed(error) {
    this.trouble = messageOf(error);
    this.busy = false;
  }

  /**
   * List the matching games, from the first one or, with `more`, after the games already listed.
   * @param {boolean} [more]
   */
  async list(more = false) {
    const isLatest = this._latest.begin(),
      { filters } = this;
    this._listed = JSON.stringify(filters);
    this.busy = true;
    try {
      const before = more ? this.found : [],
        unread = more ? this.damaged : [];
      const { games, damaged, total } = await listStoredGames(filters, before.length + unread.length);
      if (!isLatest()) return;
      this.found = [...before, ...games];
      this.damaged = [...unread, ...damaged];
      this.total = total;
      this.refused = "";
      this.busy = false;
      const there = this.found.some((game) => game.id === this.selected);
      if (!there) this.selected = (matchMedia(WIDE).matches && this.found[0]?.id) || 0;
      this.checked = new Set([...this.checked].filter((id) => this.found.some((game) => game.id === id)));
    } catch (error) {
      if (!isLatest()) return;
      if (!(error instanceof ApiError && error.status >= 400 && error.status < 500)) {
        this._failed(error);
        return;
      }
      if (!more) Object.assign(this, { found: [], damaged: [], total: 0, selected: 0 });
      this.busy = false;
      this.refused = messageOf(error);
    }
  }

  /** Read the library again after a change. */
  async renew() {
    this.version += 1;
    await this.load();
  }

  /** Close the game that covers the list in a narrow window. */
  async shut() {
    this.opened = false;
    await this.updateComplete;
    /** @type {HTMLElement | null} */ (this.querySelector(`tr[data-id="${this.selected}"]`))?.focus();
  }

  /**
   * Select a game.
   * @param {number} id @param {boolean} [open] whether the preview covers the list in a narrow window
   */
  async select(id, open = false) {
    this.selected = id;
    if (!open) return;
    this.opened = true;
    await this.updateComplete;
    if (!matchMedia(WIDE).matches)
      /** @type {HTMLElement | null} */ (this.querySelector(".preview-box"))?.focus();
  }

  /** @param {KeyboardEvent} event @param {number} at */
  rowKey(event, at) {
    const to = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      Home: 0,
      End: this.found.length - 1,
      PageDown: at + 10,
      PageUp: at - 10,
    }[event.key];
    if (event.target !== event.currentTarget) return;
    if (to !== undefined) {
      const row = /** @type {HTMLElement[]} */ ([...this.querySelectorAll("tbody tr")])[
        Math.max(0, Math.min(this.found.length - 1, to))
      ];
      row?.focus();
      row?.scrollIntoView({ block: "nearest" });
    } else if (event.key === "Enter") this.select(this.found[at].id, true);
    else if (event.key === " ") this.check(this.found[at].id);
    else if (event.key === "Delete" && this.info?.writable) this.delete([this.found[at].id]);
    else return;
    event.preventDefault();
  }

  /** @param {number} id */
  check(id) {
    const checked = new Set(this.checked);
    if (!checked.delete(id)) checked.add(id);
    this.checked = checked;
  }

  // ---- changes -----------------------------------------------------------------------------------

  /** Show what was done, and offer to undo it. @param {string} text @param {(() => Promise<unknown>) | null} undo */
  say(text, undo) {
    clearTimeout(this._timer);
    this.toast = { text, undo };
    this._timer = setTimeout(() => {
      this.toast = null;
    }, UNDO);
  }

  /** @param {() => Promise<unknown>} change */
  async _try(change) {
    try {
      await change();
      return true;
    } catch (error) {
      this.say(messageOf(error), null);
      return false;
    }
  }

  async undo() {
    const undo = this.toast?.undo;
    this.toast = null;
    if (undo && (await this._try(undo))) this.say(words.restored, null);
    await this.renew();
  }

  /** @param {number[]} ids */
  async delete(ids) {
    const at = this.found.findIndex((game) => game.id === ids[0]),
      next = this.found.slice(at).find((game) => !ids.includes(game.id)) ?? this.found[at - 1];
    if (!(await this._try(() => deleteStoredGames(ids)))) return;
    if (ids.includes(this.selected)) this.selected = next?.id ?? 0;
    this.opened = false;
    this.checked = new Set();
    this.say(words.deleted(ids.length), () => restoreStoredGames(ids));
    await this.renew();
    /** @type {HTMLElement | null} */ (this.querySelector(`tr[data-id="${this.selected}"]`))?.focus();
  }

  /** @param {CustomEvent} event */
  async corrected(event) {
    const { undo } = event.detail;
    if (undo) this.say(words.edited, () => undoEdit(undo));
    await this.renew();
  }

  // ---- importing ---------------------------------------------------------------------------------

  /** @param {DragEvent} event */
  _hasFiles(event) {
    return Boolean(this.info && event.dataTransfer?.types.includes("Files"));
  }

  _enter = (/** @type {DragEvent} */ event) => {
    if (!this._hasFiles(event)) return;
    this._depth += 1;
    this.dragging = true;
    event.preventDefault();
  };

  _over = (/** @type {DragEvent} */ event) => {
    if (this._hasFiles(event)) event.preventDefault(); // otherwise the browser would open the file
  };

  _leave = () => {
    this._depth = Math.max(0, this._depth - 1);
    if (!this._depth) this.dragging = false;
  };

  _drop = async (/** @type {DragEvent} */ event) => {
    if (!this._hasFiles(event) || !event.dataTransfer) return;
    event.preventDefault();
    this._depth = 0;
    this.dragging = false;
    if (this.info?.writable) this._import(await droppedFiles(event.dataTransfer));
    else this.say(words.readOnly, null);
  };

  /** @param {File[]} files */
  _import(files) {
    if (files.length) this.querySelector("import-games")?.add(files);
  }

  /** @param {Event & {target: HTMLInputElement}} event */
  picked({ target }) {
    this._import([...(target.files ?? [])]);
    target.value = "";
  }

  /** Return the commands for `ViewKeys`. */
  _commands() {
    return {
      field: () => this.tab === "games" && focusField(this, "#library-search"),
      leave: () => this.opened && this.shut(),
    };
  }

  // ---- drawing -----------------------------------------------------------------------------------

  render() {
    return libraryPage(this);
  }
}

customElements.define("library-view", LibraryView);
