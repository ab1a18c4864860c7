/**
 * Starts the page, and shows its header and the view that the address asks for.
 *
 * The fragment of the address is a list of `key=value`; its first key names the view, as in `#game=ID`. A view is a
 * custom element with these properties: `games` (the games of the catalog), `address` (that list as `URLSearchParams`)
 * and `views` (the keys of the views that the visitor may open).
 */

import { html, nothing, render } from "./vendor/lit/lit.js";
import { catalog } from "./api.js";
import { allowCommands } from "./command_api.js";
import { keepInView } from "./boards/in_view.js";
import { ApiError } from "./request.js";
import { Latest } from "./latest.js";
import { askServer, serverState } from "./server_state.js";
import { applySettings } from "./settings.js";
import { loadStyle } from "./style_sheets.js";
import { beginTurns } from "./turns.js";
import { icon } from "./views/icons.js";
import "./views/key_help.js";
import "./views/server_note.js";
import "./views/settings_dialog.js";
import "./views/turn_notice.js";
import { language } from "./words.js";
import { words } from "./words/page.js";

/** The style sheets for matches, which are also used for training runs. */
const MATCHES = ["matches", "match_figures", "line_chart", "match_games", "commands", "matches_narrow"];

/**
 * Describe a view of the page.
 * @param {string} key @param {string} title empty if it is not in the header @param {() => Promise<unknown>} load
 * @param {string[]} styles its style sheets in `views`
 */
const view = (key, title, load, styles) => ({
  key,
  title,
  tag: `${key === "game" ? "play" : key}-view`,
  load,
  styles: styles.map((name) => `views/${name}.css`),
});

/** The views. The first is shown if the address names none. */
const VIEWS = [
  view("game", words.play, () => import("./views/play.js"), ["thoughts"]),
  view("analysis", words.analysis, () => import("./views/analysis.js"), [
    "judgment",
    "coach",
    "evaluation_bar",
    "variation_tree",
    "analysis",
    "analysis_moves",
    "analysis_widths",
  ]),
  view("review", words.review, () => import("./views/review.js"), [
    "judgment",
    "coach",
    "win_graph",
    "review",
    "review_start",
    "review_widths",
  ]),
  view("puzzles", words.puzzles, () => import("./views/puzzles.js"), ["puzzles", "commands"]),
  view("practice", words.practice, () => import("./views/practice.js"), [
    "judgment",
    "coach",
    "puzzles",
    "line_chart",
    "practice",
  ]),
  view("library", words.library, () => import("./views/library.js"), [
    "library",
    "library_games",
    "library_parts",
    "library_narrow",
  ]),
  view("matches", words.matches, () => import("./views/matches.js"), MATCHES),
  view("runs", words.runs, () => import("./views/runs.js"), [...MATCHES, "runs"]),
  view("key", "", () => import("./views/your_key.js"), []),
  view("notices", "", () => import("./views/notices.js"), []),
  view("learn", words.learn, () => import("./views/learn.js"), ["learn"]),
];

/** The views for a guest on someone else's server. */
const GUEST = ["game", "learn"];

const root = /** @type {HTMLElement} */ (document.getElementById("page"));
/** @type {Api.GameJson[]} */
let games = [];
/** The views that this visitor does not see. @type {string[]} */
let hidden = [];
/** @typedef {import("./page_element.js").PageView & {views: string[], trouble?: string}} View */
/** @type {View | null} */
let shown = null;
/** The style sheets of the view that is shown. @type {string[]} */
let styles = [];
/** Whether the server tells visitors apart by a key. */
let shared = false;
/** Whether the visitor is a guest on someone else's server. */
let guest = false;
/** Whether the server sends emails to players whose turn it is. */
let mails = false;
const routes = new Latest();
/** Whether a view failed to load. If so, only a reload helps: some browsers never request a failed module again. */
let broken = false;

/** Return the view for an address. @param {URLSearchParams} address */
const viewOf = (address) =>
  VIEWS.find((view) => view.key === address.keys().next().value && !(guest && hidden.includes(view.key))) ??
  VIEWS[0];

/**
 * Enable only the style sheets of one view, because views have different rules for the same class names.
 * @param {string[]} paths of its style sheets
 */
function switchStyles(paths) {
  for (const link of /** @type {NodeListOf<HTMLLinkElement>} */ (
    document.querySelectorAll("link.view-style")
  )) {
    if (link.sheet) link.sheet.disabled = !paths.includes(link.getAttribute("href") ?? "");
  }
}

/** @param {unknown} error @param {() => void} again */
function failureNote(error, again) {
  return html`<div class="alone"><p>${words.failed} ${error instanceof Error ? error.message : ""}</p>
    <button type="button" class="primary" @click=${again}>${words.retry}</button></div>`;
}

/** @param {typeof VIEWS[0] | null} view @param {unknown} content */
function draw(view, content) {
  // With a bare `#`, a tab that is scrolled out of view would pass for a skip link.
  const tab = (/** @type {typeof VIEWS[0]} */ one) =>
    html`<a class="tab" href=${`./#${one.key}`} aria-current=${one === view ? "page" : nothing}>${one.title}</a>`;
  const titled = VIEWS.filter((one) => one.title && !hidden.includes(one.key));
  render(
    html`
    <header class="page-header">
      <a class="brand" href="#${VIEWS[0].key}"><img src="icon.svg" alt="" width="28" height="28"><span>${words.title}</span></a>
      ${titled.length > 1 ? html`<nav class="views" aria-label=${words.views}>${titled.map(tab)}</nav>` : nothing}
      <turn-notice></turn-notice>
      <button type="button" class="gear" id="settings" aria-label=${words.settings} title=${words.settings} @click=${() => root.querySelector("settings-dialog")?.open()}>${icon("gear")}</button>
      <settings-dialog .shared=${shared} .mails=${mails}></settings-dialog>
    </header>
    <server-note></server-note>
    ${guest ? html`<p class="guest-note quiet">${words.guest}</p>` : nothing}
    ${content}
    <key-help></key-help>`,
    root,
  );
  // On a phone the tabs scroll sideways.
  const tabs = root.querySelector(".views"),
    current = /** @type {HTMLElement | null} */ (tabs?.querySelector("[aria-current]"));
  if (tabs && current) keepInView(tabs, current, 28);
}

/** Show the view of the address. */
async function route() {
  const { hash } = location,
    address = new URLSearchParams(hash.slice(1)),
    view = viewOf(address),
    isLatest = routes.begin(),
    // The browser reports a new address a moment after it has changed.
    hasLeft = () => !isLatest() || location.hash !== hash;
  if (shown?.localName !== view.tag) {
    try {
      const state = customElements.get(view.tag) ? "up" : await askServer();
      // Files of another version must not be mixed with the files that are already loaded.
      if (state === "new" || (broken && state === "up")) {
        location.reload();
        return;
      }
      if (state === "down") throw new ApiError(0, words.unreachable);
      await Promise.all([view.load(), ...view.styles.map((path) => loadStyle(path, "view-style"))]).catch(
        (error) => {
          broken = true;
          throw error;
        },
      );
    } catch (error) {
      if (hasLeft()) {
        switchStyles(styles);
        return;
      }
      shown = null;
      draw(view, failureNote(error, route));
      return;
    }
    // A style sheet is enabled when it arrives, even if the visitor has gone to another view by then.
    if (hasLeft()) {
      switchStyles(styles);
      return;
    }
    shown = /** @type {View} */ (document.createElement(view.tag));
    shown.games = games;
    shown.views = VIEWS.map((one) => one.key).filter((key) => !(guest && hidden.includes(key)));
    styles = view.styles;
    switchStyles(styles);
    scrollTo(0, 0);
  }
  shown.address = address;
  draw(view, shown);
}

async function start() {
  try {
    const found = await catalog();
    games = found.games;
    guest = found.guest;
    mails = found.mails && !guest;
    shared = found.shared && !guest;
    allowCommands(found.starts);
    hidden = /** @type {const} */ (["matches", "runs"]).filter((key) => !found[key]);
    if (found.guest) hidden = VIEWS.map((one) => one.key).filter((key) => !GUEST.includes(key));
  } catch (error) {
    draw(null, failureNote(error, start));
    return;
  }
  addEventListener("hashchange", route);
  await route();
  beginTurns();
}

/** Load the page or the view that failed to load, once the server is up again. */
function goOn() {
  if (serverState() !== "up") return;
  if (!games.length) start();
  else if (!shown || shown.trouble || shown.querySelector(".alone")) {
    shown = null;
    route();
  }
}

document.documentElement.lang = language;
addEventListener("server", goOn);
// Browsers offer service workers only at loopback addresses and over HTTPS.
navigator.serviceWorker?.register("offline_worker.js").catch(() => {}); // not allowed, as in a private window
applySettings();
start();
