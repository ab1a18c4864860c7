/**
 * Templates for the page of a game: the board between the players, and the panel beside it.
 *
 * @typedef {import("./play.js").PlayView} PlayView
 */

import { html, nothing } from "../vendor/lit/lit.js";
import { pushAddress } from "../address.js";
import { TOUR_END, tourStep } from "../learned.js";
import { inviteOf } from "../own_games.js";
import { settings } from "../settings.js";
import { words as peopleWords } from "../words/people.js";
import { turnOf } from "../move_numbers.js";
import { words } from "../words/play.js";
import { moveForm, noteBox } from "./board_note.js";
import { icon } from "./icons.js";
import "./level_rating.js";
import {
  actions,
  afterwards,
  backBar,
  inviteCard,
  lessonNote,
  offerCard,
  offeredCard,
  searchLines,
  seatBar,
  switches,
} from "./play_panels.js";
import { sentence } from "./sentence.js";

/** The whole view. @param {PlayView} view */
export function playPage(view) {
  if (!view.state) {
    // If the game cannot be opened, the visitor can still begin another one.
    const another = html`<button type="button" class="primary" @click=${() => view.begin(view.friendly(view.games[0]))}>${words.newGame}</button>`;
    return html`<main class="alone"><h1 class="hidden">${words.game}</h1><p role="status">${view.note?.text ?? words.loading}</p>${view.note ? another : nothing}</main>`;
  }
  const { state } = view,
    orientation = view.who.orientation;
  return html`
    <div class="bar">
      <nav aria-label=${words.game}>${view.games.map(
        (game) => html`<button type="button" class="tab"
        aria-current=${game.name === state.board.game ? "page" : nothing} @click=${() => view.switch(game.name)}>${game.title}</button>`,
      )}</nav>
      <button type="button" id="own" @click=${() => view.querySelector("own-games")?.open()}><span class="long">${words.yourGames}</span><span class="brief">${words.games}</span></button>
      <button type="button" class="primary" id="new" @click=${() => view.querySelector("new-game")?.open()}>${words.newGame}</button>
    </div>
    <main class=${`on-${view.info()?.board}`}>
      <h1 class="hidden">${view.info()?.title}</h1>
      <section class="table" aria-label=${words.board}>
        ${seat(view, 1 - orientation)}
        <div class="board-box">
          ${view.board.element}
          ${
            view.past
              ? backBar(
                  view.past.count,
                  turnOf(
                    state.board.game,
                    view.past.count,
                    (state.board.player + state.board.moves.length) % 2,
                  ),
                  (count) => view.look(count),
                  () => {
                    view.past = null;
                  },
                  state.result ? `${analysisLink(view)}&play-on=` : "",
                )
              : nothing
          }
          ${note(view)}
        </div>
        ${seat(view, orientation)}
      </section>
      <aside class="side">
        ${situation(view)}
        ${state.board.ply || state.result ? nothing : beginning(view)}
        ${invitation(view)}
        ${view.who.plays ? buttons(view) : html`<p class="quiet">${view.joined ? words.watching : nothing}</p>`}
        ${view.who.people === 1 && view.who.plays && !state.result ? switches() : nothing}
        ${lines(view)}
        <move-list .game=${state.board.game} .moves=${state.board.moves} .first=${(state.board.player + state.board.moves.length) % 2} .at=${view.past?.count ?? null}
          @look=${(/** @type {CustomEvent} */ event) => view.look(event.detail)}></move-list>
        ${moveForm((text) => view.move(text))}
      </aside>
    </main>
    <p class="hidden" role="status" id="news">${view.news}</p>
    <own-games .games=${view.games} .current=${state.id} @withdrawn=${(/** @type {CustomEvent} */ event) => view.withdrawn(event.detail)}></own-games>
    <new-game .games=${view.games} .current=${state.board.game} @begin=${(/** @type {CustomEvent} */ event) => view.begin(event.detail.wish, event.detail.invite, event.detail.help, pushAddress)}></new-game>`;
}

/** @param {PlayView} view */
function seat(view, /** @type {number} */ player) {
  const { seats, clock, board, result } = /** @type {Api.GameStateJson} */ (view.state);
  const seat = seats[player],
    other = seats[1 - player];
  const side = view.who.sideOf(player),
    edges = view.board.element?.edgesOf(view.who.hueOf(player));
  return seatBar({
    side: edges ? words.sideJoins(side, edges) : side,
    hue: view.who.hueOf(player),
    name: seat.human ? (view.who.isYou(player) ? words.you : view.who.nameOf(player)) : sentence(seat.name),
    presence:
      seat.human && other.human && view.own.length < 2 && !view.own.includes(player)
        ? seat.present
          ? "here"
          : "away"
        : "",
    special: player === board.player ? special(view) : nothing,
    active: !result && board.player === player,
    thinking: seat.thinking,
    left: clock ? clock.left[player] : null,
    running: clock?.running === player && !result,
    since: view.received,
  });
}

/** The link to the analysis of the game, at the position on the board. @param {PlayView} view */
const analysisLink = ({ state, past }) => `#analysis&game-id=${state?.id}${past ? `&at=${past.count}` : ""}`;

/** @param {PlayView} view */
function situation(view) {
  const { state } = view,
    { result, offer, warning, help } = /** @type {Api.GameStateJson} */ (view.state),
    who = view.who;
  return html`<div class=${result ? "situation over" : "situation"}>
    ${who.outcome ? html`<p class="outcome" id="outcome">${words[who.outcome]}</p>` : nothing}
    <div class="status-row"><p class="status" id="status">${who.status}</p>
      ${(who.plays && !who.helped && !result) || !view.views.includes("analysis") ? nothing : html`<a class="quiet-link" id="analyze" href=${analysisLink(view)} @click=${() => view.helped("analysis")}>${icon("analyze")}${words.analyze}</a>`}</div>
    ${help.includes("agreed") && !result ? html`<p class="quiet" id="help-agreed">${peopleWords.helpAgreed}</p>` : nothing}
    ${warning ? html`<p class="warning" id="warning">${sentence(warning)}</p>` : nothing}
    ${result ? afterwards(/** @type {Api.GameStateJson} */ (view.state), who, Boolean(view.info()?.review) && view.views.includes("review"), { again: () => view.rematch(), refused: (error) => view.refused(error) }) : nothing}
    ${
      offer && who.plays
        ? offerCard(
            offer,
            who.nameOf(offer.by),
            view.own.some((seat) => seat !== offer.by),
            (type) => {
              view.withdrew = type === "decline";
              view.send({ type });
            },
          )
        : nothing
    }
    ${
      result && who.people === 1 && who.plays
        ? html`<level-rating .game=${view.info()} .state=${state} @next=${(/** @type {CustomEvent} */ event) => view.begin(event.detail)}></level-rating>`
        : nothing
    }
  </div>`;
}

/** The note before the first move: how the game is won, and a link to the lessons. @param {PlayView} view */
function beginning(view) {
  const info = view.info();
  if (!info?.goal) return nothing;
  const edges = view.board.element?.edgesOf(view.who.hueOf(view.who.orientation)) ?? "";
  return html`<p class="beginning">${sentence(info.goal)} ${edges && view.who.plays ? words.joins(edges) : nothing}
    ${view.who.mine ? view.board.element?.firstStep : nothing}
    ${info.lessons ? learning(info.name) : nothing}</p>`;
}

/**
 * The link to the tour or, for visitors who have finished it, to all lessons.
 * @param {string} game
 */
const learning = (game) =>
  tourStep(game) === TOUR_END
    ? html`<a href="#learn=${game}">${words.moreLessons}</a>`
    : html`<a href="#learn=${game}&tour=">${words.newHere}</a>`;

/**
 * The buttons for moves without a place on the board, such as a swap. They are beside the player, so that a
 * phone shows them without scrolling.
 * @param {PlayView} view
 */
function special(view) {
  if (view.info()?.board === "plain" || view.past || !view.who.mine) return nothing;
  const rest = /** @type {Api.GameStateJson} */ (view.state).legal.filter((move) => !move.to && !move.cell);
  return rest.length
    ? html`<span class="special" role="group" aria-label=${words.options}>${rest.map(
        (move) => html`<button type="button" class="primary" data-move=${move.move}
    @click=${() => view.move(move.move)}>${words.special[move.move] ?? move.move}</button>`,
      )}</span>`
    : nothing;
}

/** The link for a friend who has not joined yet, or the note that the game is open to anyone. @param {PlayView} view */
function invitation(view) {
  const { id, seats, result, open, board, given } = /** @type {Api.GameStateJson} */ (view.state),
    key = inviteOf(id);
  if (open && view.who.plays) return offeredCard(() => view.withdraw());
  const friend = view.own.length === 1 ? seats[1 - view.own[0]] : null;
  const came = board.moves.length > given + 1; // both players have moved
  return key && friend && !friend.present && !result && !came ? inviteCard(id, key) : nothing;
}

/** @param {PlayView} view */
function buttons(view) {
  const { undo, redo, result, paused, open, offer } = /** @type {Api.GameStateJson} */ (view.state);
  return actions(
    {
      people: view.who.people,
      alone: view.who.alone,
      helped: view.who.helped,
      asks: view.who.people === 2 && !view.who.helped && !open && offer?.kind !== "help",
      mine: view.who.mine && !result,
      over: Boolean(result),
      undo,
      redo,
      draws: view.info()?.draws ?? false,
      paused,
      sure: view.sure,
    },
    {
      send: (wish) => view.send(wish),
      hint: () => view.ask(),
      surely: (type) => view.surely(type),
    },
  );
}

/** The engines' lines: always if two engines play, otherwise during the game if switched on. @param {PlayView} view */
function lines(view) {
  const { seats, result } = /** @type {Api.GameStateJson} */ (view.state),
    people = view.who.people;
  if (people > 1 || (people && (!settings().lines || result))) return nothing;
  return searchLines(
    [0, 1]
      .filter((seat) => !seats[seat].human)
      .map((seat) => ({
        name: sentence(seats[seat].name),
        side: view.who.sideOf(seat),
        hue: view.who.hueOf(seat),
        thoughts: view.thoughts[seat],
      })),
  );
}

/** @param {PlayView} view */
function note(view) {
  const { lesson } = /** @type {Api.GameStateJson} */ (view.state);
  if (lesson && view.who.plays && view.linked && !view.past) {
    return html`<div class="note-box" role="status" aria-live="polite">${lessonNote(
      lesson,
      () => view.send({ type: "undo" }),
      () => view.send({ type: "go-on" }),
    )}</div>`;
  }
  return noteBox(view.linked ? view.note : { kind: "error", text: words.offline }, () => view.dismiss());
}
