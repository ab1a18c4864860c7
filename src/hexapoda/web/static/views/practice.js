/**
 * `<practice-view>`: exercises from the visitor's own mistakes and repertoire. It shows the due exercises one after
 * another, and the visitor's progress.
 *
 * It extends the puzzle view and shares its board, hints, refutations and takebacks.
 */

import { changeAddress, replaceAddress } from "../address.js";
import { newAttempt } from "../attempt.js";
import {
  answerExercise,
  giveUpExercise,
  hintAtExercise,
  listExercises,
  readExercise,
  readLastGames,
  readPractice,
  removeExercise,
  restoreExercise,
  stopLastGames,
} from "../practice_api.js";
import { ownReviews, reviewLast } from "../own_reviews.js";
import { ApiError } from "../request.js";
import { sayWhoIWas } from "../review_api.js";
import { words } from "../words/practice.js";
import { practicePage } from "./practice_page.js";
import { PuzzlesView } from "./puzzles.js";
import { placeOf, remarkOverlays } from "./remarks.js";
import { sentence } from "./sentence.js";

const LOOK = 1000; // milliseconds between two requests for the state of the reviews
const LATER = 3000; // milliseconds between a failed request and the next one

/** @param {unknown} error */
function ignoreRefusal(error) {
  if (!(error instanceof ApiError)) throw error;
}

export class PracticeView extends PuzzlesView {
  static properties = {
    overview: { state: true },
    lesson: { state: true },
    only: { state: true },
    rows: { state: true },
    total: { state: true },
    listing: { state: true },
    removed: { state: true },
    resting: { state: true },
    remark: { state: true },
    last: { state: true },
  };

  constructor() {
    super();
    /** The due exercises and the visitor's progress. @type {Api.PracticeJson | null} */
    this.overview = null;
    /** The solution, once the exercise is over. @type {Api.ExerciseSolutionJson | null} */
    this.lesson = null;
    /** The game whose exercises are shown; empty for all games. */
    this.only = "";
    /** The rows of the list that is open. @type {Api.ExerciseRowJson[]} */
    this.rows = [];
    this.total = 0;
    /** The list that is open; empty if none is. @type {"" | "kept" | "removed"} */
    this.listing = "";
    /** Whether the visitor has removed the current exercise. */
    this.removed = false;
    /** Whether the visitor has reached the end of the queue. */
    this.resting = false;
    /** The coach's remark that the board shows. @type {Api.RemarkJson | null} */
    this.remark = null;
    /** The state of the reviews of the visitor's last games. @type {Api.LastGamesJson | null} */
    this.last = null;
    /** The number of reviews that were requested together. */
    this.asked = 0;
    this._watch = 0;
    this.point = (/** @type {Api.RemarkJson | null} */ remark) => this._point(remark);
    /** The line that the visitor steps through. @type {"better" | "refutation"} */
    this.lineKind = "better";
    /** The ids of exercises that could not be read. @type {Set<string>} */
    this._unreadable = new Set();
    this._attempt = "";
    this._begun = 0;
    /** When the exercise is due, in seconds since 1970, and whether this attempt began before that. */
    this._due = 0;
    this.early = false;
    /** The highest level of the hints given in this attempt, including those before a wrong move. */
    this._hints = 0;
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this._watch);
  }

  /** The current exercise; null if there is none. */
  get exercise() {
    return /** @type {Api.ExerciseJson | null} */ (/** @type {unknown} */ (this.puzzle));
  }

  // ---- choosing an exercise ----------------------------------------------------------------------

  /** Show the exercise that the address names, or else the next due one. */
  async route() {
    const { address } = this,
      id = address.get("practice");
    this.trouble = "";
    try {
      if (!this.overview) await this._begin();
      if (!this.isConnected || address !== this.address) return;
      if (!id) this.next();
      else if (id !== this.exercise?.id) await this._open(id);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (address !== this.address) return;
      if (id && [404, 409].includes(error.status)) this._unreadable.add(id);
      this.trouble = error.status === 404 ? words.gone : `${words.failed} ${sentence(error.message)}`;
    }
  }

  /** Read the overview. If the visitor has no exercises, first create some from this browser's reviews: reviews
   * older than the practice page created none. */
  async _begin() {
    const overview = await readPractice(this.only),
      played = ownReviews().filter((one) => one.player !== null);
    if (!overview.cards && !overview.removed && played.length) {
      for (const { id, player } of played) await sayWhoIWas(id, player).catch(ignoreRefusal);
      await this._refresh();
    } else this.overview = overview;
    this._look(); // not awaited: the exercises do not depend on it
  }

  /** Read the overview again. */
  async _refresh() {
    const { only } = this,
      overview = await readPractice(only);
    if (only === this.only) this.overview = overview;
  }

  /** Show the exercises of one game, or of all games. @param {{game?: string}} wish */
  async choose({ game = "" }) {
    this.only = game;
    await this._try(async () => {
      await this._refresh();
      if (this.listing) await this.list(this.listing);
      if (!this.exercise || (game && this.exercise.game !== game)) this.next();
    });
  }

  /** Go to the next due exercise, or report that there is none. */
  next() {
    const found = this.overview?.queue.find((one) => this._isOther(one));
    if (found) {
      changeAddress("practice", `practice=${found.id}`);
      return;
    }
    this.trouble = "";
    this.puzzle = this.lesson = null;
    this.resting = true;
    this._latest.begin();
    replaceAddress("practice", "#practice");
  }

  /** Whether an exercise is readable and not the current one. @param {Api.ExerciseRowJson} row */
  _isOther({ id }) {
    return id !== this.exercise?.id && !this._unreadable.has(id);
  }

  /** Go to the next exercise, even if it is not due. */
  async anyway() {
    await this._try(async () => {
      const { exercises } = await listExercises(this.only, false, 0);
      const found = exercises.find((one) => this._isOther(one));
      if (found) changeAddress("practice", `practice=${found.id}`);
    });
  }

  /** @param {string} id */
  async _open(id) {
    if (await this._load(/** @type {Promise<any>} */ (readExercise(id))))
      replaceAddress("practice", `#practice=${id}`);
  }

  /** @param {any} exercise whose board is ready */
  begin(exercise) {
    this._due = exercise.due;
    this.resting = false;
    super.begin(exercise);
  }

  restart() {
    super.restart();
    this.lesson = this.remark = null;
    this.line = [];
    this.removed = this.exercise?.removed ?? false;
    this._attempt = newAttempt();
    this.early = this._due > Date.now() / 1000;
    this._begun = performance.now();
    this._hints = 0;
  }

  // ---- requests ----------------------------------------------------------------------------------

  /** @param {string} move @returns {Promise<any>} */
  async judged(move) {
    const { id } = this.shown,
      attempt = this._attempt;
    const answer = await answerExercise(id, {
      attempt,
      moves: this.moves,
      move,
      hints: this._hints,
      seconds: (performance.now() - this._begun) / 1000,
    });
    if (answer.verdict === "refused") return answer;
    if (answer.verdict === "right") return answer;
    if (attempt === this._attempt) {
      this._due = answer.due;
      if (answer.verdict === "solved") this._learn(answer.solution);
    }
    this._later();
    return answer;
  }

  /** @param {number} level */
  async hintOf(level) {
    const found = await hintAtExercise(this.shown.id, this.moves, level);
    this._hints = Math.max(this._hints, level);
    return found;
  }

  async solution() {
    const attempt = this._attempt,
      found = await giveUpExercise(this.shown.id, attempt);
    if (attempt === this._attempt) {
      this._due = found.due;
      this._learn(found);
    }
    this._later();
    return found;
  }

  place() {
    const { game, variant, rules, start, moves } = /** @type {Api.ExerciseJson} */ (this.exercise);
    return { game, variant, rules, start, moves: [...moves, ...this.moves] };
  }

  /**
   * Store the solution of a finished exercise, and show its better line.
   * @param {Api.ExerciseSolutionJson | null} lesson
   */
  _learn(lesson) {
    this.lesson = lesson;
    if (lesson) this._play("better");
  }

  /** Read the overview again in the background, after an answer. */
  _later() {
    this._refresh().catch(ignoreRefusal);
  }

  /** Do nothing: the server counts the answers. */
  _count() {}

  // ---- the lines ---------------------------------------------------------------------------------

  /** Choose the line to step through. @param {"better" | "refutation"} kind */
  _play(kind) {
    const { board } = /** @type {Api.ExerciseJson} */ (this.exercise),
      { steps, refutation } = /** @type {Api.ExerciseSolutionJson} */ (this.lesson);
    this.lineKind = kind;
    this.line = [
      { board, legal: [], last: null },
      ...(kind === "better" ? steps : refutation).map((step) => ({
        board: step.board,
        legal: [],
        last: step.move,
      })),
    ];
    this.shownStep = 0;
    this.remark = null;
  }

  /** Show a move of a line. @param {"better" | "refutation"} kind @param {number} step */
  show(kind, step) {
    this._play(kind);
    this.go(step);
  }

  /** Go to a move of the chosen line. @param {number} step */
  go(step) {
    super.go(step);
    this.remark = null;
  }

  /** Show the position of a remark, with its cells marked. @param {Api.RemarkJson | null} remark null for none */
  _point(remark) {
    const { lesson, exercise } = this;
    if (remark && lesson && exercise) {
      const [first, ...reply] = lesson.refutation,
        place = placeOf(remark, exercise.played, lesson.steps, reply);
      if (place) this.show(place.better ? "better" : "refutation", place.at + (place.better ? 1 : 2));
      else if (first && remark.line.length) this.show("refutation", 1);
      else this.show("better", 0);
    }
    this.remark = remark;
  }

  _scene() {
    const scene = super._scene();
    return scene && { ...scene, overlays: remarkOverlays(this.remark) };
  }

  // ---- the last games ----------------------------------------------------------------------------

  /** Read the state of the reviews of the last games, repeatedly while reviews are running. */
  async _look() {
    clearTimeout(this._watch);
    try {
      this._follow(await readLastGames());
    } catch (error) {
      ignoreRefusal(error);
      this._lookAgain(LATER); // otherwise the page would say forever that a review is running
    }
  }

  /** Read the state again after a pause, if reviews are running. @param {number} pause in milliseconds */
  _lookAgain(pause) {
    clearTimeout(this._watch);
    if (this.last?.reviews.length && this.isConnected) this._watch = setTimeout(() => this._look(), pause);
  }

  /** @param {Api.LastGamesJson} found */
  _follow(found) {
    const before = this.last?.reviews.length ?? 0,
      now = found.reviews.length;
    this.asked = Math.max(now, now ? this.asked : 0);
    this.last = found;
    this._lookAgain(LOOK);
    if (now < before) this._harvest().catch(ignoreRefusal);
  }

  /** Show the exercises of a review that ended. */
  async _harvest() {
    await this._refresh();
    if (this.listing) await this.list(this.listing);
    if (this.isConnected && !this.exercise && this.overview?.queue.length) this.next();
  }

  /** Review the visitor's last games. */
  async review() {
    await this._try(async () => {
      const found = await reviewLast();
      this.asked = found.reviews.length;
      this._follow(found);
    });
  }

  /** Stop the reviews of the last games. */
  async stopReviews() {
    await this._try(async () => this._follow(await stopLastGames()));
  }

  // ---- removing and listing ----------------------------------------------------------------------

  /** Remove the exercise, or restore it. */
  async toggleRemoved() {
    const { exercise, removed } = this;
    if (!exercise) return;
    await this._try(async () => {
      await (removed ? restoreExercise : removeExercise)(exercise.id);
      if (exercise === this.exercise) this.removed = !removed;
      await this._refresh();
      if (this.listing) await this.list(this.listing);
    });
  }

  /** Open a list of exercises; empty closes it. @param {"" | "kept" | "removed"} which */
  async list(which) {
    this.listing = which;
    this.rows = [];
    if (which) await this.more();
  }

  /** List more exercises. */
  async more() {
    const { only, listing } = this;
    await this._try(async () => {
      const { total, exercises } = await listExercises(only, listing === "removed", this.rows.length);
      if (only !== this.only || listing !== this.listing) return;
      this.total = total;
      this.rows = [...this.rows, ...exercises];
    });
  }

  /** Answer with a move. @param {string} move */
  play(move) {
    return this._answer(move);
  }

  /** Return the commands for `ViewKeys`. */
  _commands() {
    const over = this.line.length > 1 && ["solved", "solution"].includes(this.phase);
    return {
      back: () => over && this.go(this.shownStep - 1),
      forward: () => over && this.go(this.shownStep + 1),
      next: () => this.exercise !== null && this.next(),
      hint: () => this.ask(),
      leave: () => this.phase === "wrong" && this.again(),
    };
  }

  render() {
    return practicePage(this);
  }
}

customElements.define("practice-view", PracticeView);
