/**
 * Starts the page: the header, and the view that the address asks for.
 *
 * The part of the address behind `#` is a list of `key=value`; its first key names the view, as in `#game=ID`. A view
 * is a custom element with two properties: `games`, the catalog, and `address`, that list as `URLSearchParams`.
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

/** The style sheets of matches, which training runs share. */
const MATCHES = ["matches", "match_figures", "line_chart", "match_games", "commands", "matches_narrow"];

/**
 * A view of the page.
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

/** The views for a guest on the machine of somebody else. */
const GUEST = ["game", "learn"];

const root = /** @type {HTMLElement} */ (document.getElementById("page"));
/** @type {Api.GameJson[]} */
let games = [];
/** The views that the server does not show. @type {string[]} */
let hidden = [];
/** @typedef {import("./page_element.js").PageView & {views: string[], trouble?: string}} View */
/** @type {View | null} */
let shown = null;
/** The style sheets of the view that is shown. @type {string[]} */
let styles = [];
/** Whether visitors are known by a key. */
let shared = false;
/** Whether the visitor is a guest on the machine of somebody else. */
let guest = false;
/** Whether the server sends mails to people whose turn it is. */
let mails = false;
const routes = new Latest();
/** Whether files of a view did not arrive: the browser never asks again for a module that failed. */
let broken = false;

/** The view for an address. @param {URLSearchParams} address */
const viewOf = (address) =>
  VIEWS.find((view) => view.key === address.keys().next().value && !(guest && hidden.includes(view.key))) ??
  VIEWS[0];

/** Switch off the style sheets of other views, which have rules for the same names. @param {string[]} paths of this view's style sheets */
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
  // `#` alone would make a tab that is scrolled out of view a link that skips the header.
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
  // On a phone the header scrolls sideways.
  const tabs = root.querySelector(".views"),
    current = /** @type {HTMLElement | null} */ (tabs?.querySelector("[aria-current]"));
  if (tabs && current) keepInView(tabs, current, 28);
}

/** Show the view of the address. */
async function route() {
  const { hash } = location,
    address = new URLSearchParams(hash.slice(1)),
    view = viewOf(address),
    isLatest = routes.begin();
  if (shown?.localName !== view.tag) {
    try {
      const state = customElements.get(view.tag) ? "up" : await askServer();
      // The files of another version must not be mixed with those that are loaded.
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
      shown = null;
      draw(view, failureNote(error, route));
      return;
    }
    // A style sheet is on when it arrives, also if the visitor went on meanwhile.
    if (!isLatest()) {
      switchStyles(styles);
      return;
    }
    if (location.hash !== hash) history.replaceState(null, "", hash || location.pathname); // the old view has written its own
    shown = /** @type {View} */ (document.createElement(view.tag));
    shown.games = games;
    shown.views = VIEWS.map((one) => one.key);
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

/** The server runs again: go on where the page could not. */
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
// Only on this machine and over HTTPS.
navigator.serviceWorker?.register("offline_worker.js").catch(() => {}); // not allowed, as in a private window
applySettings();
start();
