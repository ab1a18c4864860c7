/**
 * Templates for the library: the list of games with a preview, the openings, the players, the analyses and the trash.
 *
 * @typedef {import("./library.js").LibraryView} LibraryView
 */

import { html, nothing } from "../vendor/lit/lit.js";
import { words } from "../words/library.js";
import { pairing, playersOf, shownResult } from "./pairing.js";

export const TABS = ["games", "openings", "players", "analyses"];
export const TRASH = "trash"; // a section without a tab
export const WIDE = "(min-width: 1000px)";

/** The whole view. @param {LibraryView} view */
export function libraryPage(view) {
  const { info, tab } = view;
  if (!info) {
    return html`<main class="library"><h1 class="hidden">${words.library}</h1><div class="alone"><p>${view.trouble ? `${words.failed} ${view.trouble}` : words.loading}</p>
      ${
        view.trouble
          ? html`<button type="button" class="primary" @click=${() => {
              view.trouble = "";
              view.load();
            }}>${words.retry}</button>`
          : nothing
      }</div></main>`;
  }
  const text = {
    games: words.gamesTab,
    openings: words.openingsTab,
    players: words.playersTab,
    analyses: words.analysesTab,
  };
  return html`<main class="library">
    <div class="library-bar">
      <h1 class="hidden">${words.library}</h1>
      <nav class="parts" aria-label=${words.parts}>${TABS.map(
        (one) => html`<a class="tab" href=${one === "games" ? "./#library" : `./#library&tab=${one}`}
        aria-current=${one === tab ? "page" : nothing}>${/** @type {any} */ (text)[one]}${one === "games" && info.games ? html` <span class="tally">${words.count(info.games)}</span>` : nothing}</a>`,
      )}</nav>
      ${info.writable && info.games ? html`<label class="button primary import-button"><span class="long">${words.importGames}</span><span class="brief">${words.importing}</span><input class="hidden" type="file" multiple @change=${view.picked}></label>` : nothing}
    </div>
    <import-games @imported=${view.renew}></import-games>
    ${part(view)}
    ${view.dragging ? html`<div class="drop-zone"><p>${info.writable ? words.drop : words.readOnly}</p></div>` : nothing}
    <div class="toast-box" role="status" aria-live="polite">${
      view.toast
        ? html`<p class="toast">${view.toast.text}
      ${view.toast.undo ? html`<button type="button" class="link" @click=${view.undo}>${words.undo}</button>` : nothing}
      <button type="button" class="shut" aria-label=${words.close} @click=${() => {
        view.toast = null;
      }}>×</button></p>`
        : nothing
    }</div>
    <edit-game .games=${view.games} @corrected=${view.corrected}></edit-game>
  </main>`;
}

/** @param {LibraryView} view */
function part(view) {
  const { info } = view;
  if (view.trouble) {
    return html`<div class="library-empty"><p role="alert">${words.failed}</p><p class="quiet">${view.trouble}</p>
      <button type="button" @click=${() => {
        view.trouble = "";
        view.load();
      }}>${words.retry}</button></div>`;
  }
  if (view.tab === TRASH) return trash(view);
  if (view.tab === "analyses") return analyses(view);
  if (!info?.games) {
    return html`<div class="library-empty"><svg class="empty-icon" viewBox="0 0 120 90" aria-hidden="true"><path d="M38 6l20 11.5v23L38 52 18 40.500v-23Z M58 40.500 78 52v23L58 86.500 38 75V52Z" /><path class="dashed" d="M58 17.500 78 6l20 11.500v23L78 52" /></svg>
      <h2>${words.empty}</h2><p class="quiet">${info?.writable ? words.emptyHow : words.emptyReadOnly}</p>
      ${
        info?.writable
          ? html`<label class="button primary">${words.importGames}<input class="hidden" type="file" multiple @change=${view.picked}></label>
        <a class="quiet-link" href="#library&tab=${TRASH}">${words.trash}</a>`
          : nothing
      }</div>`;
  }
  if (view.tab === "openings") return openings(view);
  if (view.tab === "players") return players(view);
  return gamesPart(view);
}

/**
 * The choice of a game above a section.
 * @param {LibraryView} view @param {string} now @param {(game: string) => void} choose
 */
function gameChoice(view, now, choose) {
  const there = view.games.filter((game) => view.info?.variants[game.name] || game.name === now);
  return html`<div class="segments game-choice" role="radiogroup" aria-label=${words.game}>${there.map(
    (game) => html`<label>
    <input type="radio" name="library-game" .checked=${game.name === now} @change=${() => choose(game.name)}><span>${game.title}</span></label>`,
  )}</div>`;
}

/** @param {LibraryView} view */
function openings(view) {
  const { line } = view,
    variants = Object.keys(view.info?.variants[line.game] ?? {});
  if (line.variant && !variants.includes(line.variant)) variants.unshift(line.variant);
  return html`<div class="part openings-part">
    <div class="part-bar">${gameChoice(view, line.game, (game) => view.visit({ tab: "openings", game }))}
      <label class="pill"><span class="hidden">${words.variant}</span><select @change=${(/** @type {FieldEvent} */ event) => view.visit({ tab: "openings", game: line.game, variant: event.target.value })}>
        ${variants.map((name) => html`<option ?selected=${name === line.variant}>${name}</option>`)}</select></label></div>
    <opening-board .line=${line} .games=${view.games} .version=${view.version} @line=${(/** @type {CustomEvent} */ event) => view.explore(event.detail)}></opening-board>
  </div>`;
}

/** @param {LibraryView} view */
function players(view) {
  const { game } = view.line;
  return html`<div class="part players-part">
    <div class="part-bar">${gameChoice(view, game, (name) => view.visit({ tab: "players", game: name }))}</div>
    <player-list .game=${game} .version=${view.version} @player=${(/** @type {CustomEvent} */ event) => view.visit({ player: event.detail, game })}></player-list>
  </div>`;
}

/** @param {LibraryView} view */
function analyses(view) {
  return html`<div class="part trash-part"><own-analyses .games=${view.games} .version=${view.version}
    @removed=${(/** @type {CustomEvent} */ event) => view.say(words.analysisDeleted, event.detail)}></own-analyses></div>`;
}

/** @param {LibraryView} view */
function trash(view) {
  return html`<div class="part trash-part"><p><a class="quiet-link" href="#library">‹ ${words.gamesTab}</a></p>
    <deleted-games .games=${view.games} ?writable=${Boolean(view.info?.writable)} .version=${view.version}
      @restored=${(/** @type {CustomEvent} */ event) => {
        view.say(words.restoredMany(event.detail), null);
        view.renew();
      }}></deleted-games></div>`;
}

/** @param {LibraryView} view */
function gamesPart(view) {
  const { found, damaged, total, checked } = view;
  return html`<game-filters .filters=${view.filters} .games=${view.games} .variants=${view.info?.variants ?? {}} @filter=${(/** @type {CustomEvent} */ event) => view.visit(event.detail)}></game-filters>
    <div class=${view.opened ? "shelf opened" : "shelf"}>
      <div class="list-box">
        <p class="list-sum"><span role="status">${words.games(total)}</span>
          ${
            checked.size && view.info?.writable
              ? html`<button type="button" class="danger small" @click=${() => view.delete([...checked])}>${words.deleteMany(checked.size)}</button>`
              : view.info?.writable
                ? html`<a class="quiet-link" href="#library&tab=${TRASH}">${words.trash}</a>`
                : nothing
          }</p>
        ${view.refused ? html`<p class="library-note" role="alert">${view.refused}</p>` : nothing}
        ${found.length ? table(view) : nothing}
        ${found.length || damaged.length || view.refused ? nothing : html`<p class="library-note quiet">${view.busy ? words.loading : words.nothing}</p>`}
        ${damaged.length ? html`<p class="library-note" role="alert">${words.damaged(damaged)}</p>` : nothing}
        ${found.length + damaged.length < total ? html`<button type="button" class="show-more" ?disabled=${view.busy} @click=${() => view.list(true)}>${words.showMore}</button>` : nothing}
      </div>
      <aside class="preview-box" tabindex="-1" aria-label=${words.preview}>
        ${
          view.selected
            ? html`<game-preview .stored=${view.selected} .games=${view.games} .views=${view.views} .writable=${Boolean(view.info?.writable)} .version=${view.version}
          @shut=${view.shut} @remove=${(/** @type {CustomEvent} */ event) => view.delete([event.detail])}
          @edit=${(/** @type {CustomEvent} */ event) => view.querySelector("edit-game")?.edit(event.detail)}
          @find=${(/** @type {CustomEvent} */ event) => {
            view.opened = false;
            view.visit({ position: event.detail });
          }}
          @explore=${(/** @type {CustomEvent} */ event) => view.explore(event.detail)}></game-preview>`
            : html`<p class="preview-note quiet">${words.noPreview}</p>`
        }
      </aside>
    </div>`;
}

/** @param {LibraryView} view */
function table(view) {
  const title = (/** @type {string} */ name) => view.games.find((game) => game.name === name)?.title ?? name;
  const current = view.found.some((game) => game.id === view.selected) ? view.selected : view.found[0].id;
  return html`<table class=${["stored", view.busy && "busy", view.found.some((game) => game.event) || "eventless"].filter(Boolean).join(" ")} role="grid" aria-label=${words.list} aria-rowcount=${view.total}>
    <thead><tr role="row">${view.info?.writable ? html`<th role="columnheader" class="tick"><span class="hidden">${words.delete}</span></th>` : nothing}<th role="columnheader">${words.players}</th><th role="columnheader">${words.result}</th><th role="columnheader">${words.game}</th>
      <th role="columnheader" class="figure">${words.length}</th><th role="columnheader">${words.date}</th><th role="columnheader" class="event">${words.event}</th></tr></thead>
    <tbody>${view.found.map(
      (
        game,
        at,
      ) => html`<tr role="row" data-id=${game.id} tabindex=${game.id === current ? 0 : -1} aria-selected=${game.id === view.selected}
        @click=${() => view.select(game.id, true)} @focus=${() => {
          if (matchMedia(WIDE).matches) view.select(game.id);
        }} @keydown=${(/** @type {KeyboardEvent} */ event) => view.rowKey(event, at)}>
      ${
        view.info?.writable
          ? html`<td role="gridcell" class="tick" @click=${(/** @type {Event} */ event) => event.stopPropagation()}><label><input type="checkbox" tabindex="-1" .checked=${view.checked.has(game.id)} @change=${() => view.check(game.id)}
        aria-label=${words.select(playersOf(game, view.games).join(" – "))}></label></td>`
          : nothing
      }
      <td role="gridcell" class="who">${pairing(game, view.games)}</td>
      <td role="gridcell" class="outcome">${shownResult(game.result)}</td>
      <td role="gridcell" class="kind">${title(game.game)} <span class="quiet">${game.variant}</span></td>
      <td role="gridcell" class="figure"><span class="number">${game.plies}</span><span class="counted">${words.plies(game.plies)}</span></td>
      <td role="gridcell" class="day">${game.date.slice(0, 10)}</td>
      <td role="gridcell" class="event" title=${game.event}>${game.event}</td>
    </tr>`,
    )}</tbody></table>`;
}
