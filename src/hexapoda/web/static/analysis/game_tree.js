/**
 * `GameTree`: a game with variations, edited in the analysis. It knows no rules: its positions come from the server.
 *
 * @typedef {{text: string, winner?: number | null}} Result
 * @typedef {object} StepState
 * @property {number} id
 * @property {Played[]} steps the continuations, the main one first
 * @property {Played | null} latest the continuation that was visited last
 * @property {number} ply
 * @property {Api.BoardJson | null} board null until `GameTree.board` reads it from the record
 * @property {Api.MoveJson[] | null} legal null until the server has sent them
 * @property {Result | null} result
 * @property {Api.OpeningJson | null} opening null if none is known
 * @property {string} comment
 * @property {number[]} nags
 * @property {Pick<Api.NodeJson, "analysis" | "played" | "marks" | "comments">} more other fields of the node; only
 *   `marks` are edited
 * @property {import("./server.js").Search | null} search the latest answer of the engine
 * @typedef {StepState & {parent: null, move: null}} Root
 * @typedef {StepState & {parent: Step, move: Api.MoveJson}} Played
 * @typedef {Root | Played} Step a position, and the move that led to it
 */

import { boardReader } from "../record_boards.js";
import { turnOf } from "../move_numbers.js";

/** The fields of a node that `StepState.more` keeps; `comments` has the raw comments of the file. */
const MORE = ["analysis", "played", "marks", "comments"];

/** The annotation symbols of moves, and their numbers in records (NAGs). @type {Record<string, number>} */
export const MARKS = { "!!": 3, "!": 1, "!?": 5, "?!": 6, "?": 2, "??": 4 };
const SHOWN = new Map(Object.entries(MARKS).map(([mark, number]) => [number, mark]));

/** Return the annotation symbols of a move as text. @param {Step} step */
export const marksOf = (step) => step.nags.map((nag) => SHOWN.get(nag) ?? "").join("");

export class GameTree {
  /** @param {Api.RecordJson} record a game with variations */
  constructor(record) {
    this.record = record;
    /** Incremented by every edit of the tree, but not by going from step to step. */
    this.version = 0;
    /** @type {Map<number, Step>} */
    this._byId = new Map();
    this._next = 0;
    this._read = boardReader(record);
    for (const one of record.nodes) this._take(one);
    this.root = /** @type {Step} */ (this._byId.get(record.nodes[0].id));
    /** The step on the board. */
    this.current = this.root;
  }

  /** @param {any} one a node of a record */
  _take(one) {
    const parent = this._byId.get(one.parent ?? -1) ?? null;
    const step = /** @type {Step} */ ({
      id: one.id,
      parent,
      steps: [],
      latest: null,
      ply: parent ? parent.ply + 1 : 0,
      move: one.move ?? null,
      board: one.board ?? null,
      legal: one.legal ?? null,
      result: one.result ?? null,
      opening: one.opening ?? null,
      comment: one.comment ?? "",
      nags: one.nags ?? [],
      more: Object.fromEntries(MORE.filter((name) => one[name]).map((name) => [name, one[name]])),
      search: null,
    });
    if (step.parent) step.parent.steps.push(step);
    this._byId.set(step.id, step);
    this._next = Math.max(this._next, step.id + 1);
    return step;
  }

  /** @param {number} id */
  find(id) {
    return this._byId.get(id) ?? null;
  }

  /** Return the number of a step's move as move lists show it, not the ply. @param {Step} [step] */
  turn({ ply } = this.current) {
    const { ply: before, player } = this.board(this.root);
    return turnOf(this.record.game, before + ply, (before + player) % 2);
  }

  /**
   * Return the opening of a step, or of the closest step before it that has one; null if none does.
   * @param {Step} [step]
   */
  opening(step = this.current) {
    /** @type {Step | null} */
    let at = step;
    while (at?.parent && !at.opening) at = at.parent;
    return at?.opening ?? null;
  }

  /** Return the position of a step. @param {Step} [step] @returns {Api.BoardJson} */
  board(step = this.current) {
    step.board ??= this._read(step.id);
    return step.board;
  }

  get size() {
    return this._byId.size;
  }

  // ---- walking -----------------------------------------------------------------------------------

  /** Go to a step, and mark it and the steps before it as visited last. @param {Step} step */
  go(step) {
    this.current = step;
    for (let at = step; at.parent; at = at.parent) at.parent.latest = at;
  }

  /**
   * Return the continuation that was visited last, or else the main one; null at the end of a line.
   * @param {Step} [step] @returns {Played | null}
   */
  ahead(step = this.current) {
    return step.latest ?? step.steps[0] ?? null;
  }

  /** Return the last step of the line that goes through `step`. @param {Step} [step] */
  end(step = this.current) {
    let at = step;
    for (let next = this.ahead(at); next; next = this.ahead(at)) at = next;
    return at;
  }

  /**
   * Return the next or previous variation at the closest fork before the current step, wrapping around; null if
   * there is no fork.
   * @param {number} way 1 for the next, -1 for the previous one @returns {Step | null}
   */
  beside(way) {
    for (let at = this.current; at.parent; at = at.parent) {
      const { steps } = at.parent;
      if (steps.length > 1) return steps[(steps.indexOf(at) + way + steps.length) % steps.length];
    }
    return null;
  }

  /** Return the steps that lead from the root to `step`, without the root. @param {Step} step */
  path(step) {
    /** @type {Played[]} */
    const steps = [];
    for (let at = step; at.parent; at = at.parent) steps.push(at);
    return steps.reverse();
  }

  /** Return the moves from the root to `step` as text. @param {Step} step @returns {string[]} */
  moves(step) {
    return this.path(step).map((one) => one.move.move);
  }

  /** Whether `step` is on the main line. @param {Step} step */
  isMain(step) {
    return this.path(step).every((one) => one.parent?.steps[0] === one);
  }

  // ---- editing -----------------------------------------------------------------------------------

  /**
   * Return the continuation of `parent` that leads to a position; add it if it is new.
   * @param {Step} parent @param {Pick<Api.PositionJson, "last" | "board" | "result" | "legal" | "opening">} found the
   *   position
   */
  add(parent, { last, board, result, legal, opening }) {
    const move = /** @type {Api.MoveJson} */ (last),
      known = parent.steps.find((one) => one.move.move === move.move);
    if (known) return known;
    const step = this._take({ id: this._next, parent: parent.id, move, board, result, legal, opening });
    this.version += 1;
    return step;
  }

  /** Remove a step and all steps after it. @param {Step} step the root is never removed */
  remove(step) {
    if (!step.parent) return;
    const { parent } = step;
    parent.steps.splice(parent.steps.indexOf(step), 1);
    if (parent.latest === step) parent.latest = null;
    /** @type {Step[]} */
    const gone = [step];
    for (let one = gone.pop(); one; one = gone.pop()) {
      this._byId.delete(one.id);
      gone.push(...one.steps);
      if (one === this.current) this.current = parent;
    }
    this.version += 1;
  }

  /** Restore a step that was removed. @param {Played} step @param {number} at its index among the continuations */
  restore(step, at) {
    step.parent.steps.splice(at, 0, step);
    const back = [step];
    for (let one = back.pop(); one; one = back.pop()) {
      this._byId.set(one.id, one);
      back.push(...one.steps);
    }
    this.version += 1;
  }

  /**
   * Return the first step of the innermost variation that contains `step`; null on the main line.
   * @param {Step} step
   */
  branch(step) {
    for (let at = step; at.parent; at = at.parent) if (at.parent.steps[0] !== at) return at;
    return null;
  }

  /** Make the innermost variation that contains `step` the main continuation at its fork. @param {Step} step */
  promote(step) {
    const first = this.branch(step),
      steps = first?.parent?.steps;
    if (!first || !steps) return;
    steps.splice(steps.indexOf(first), 1);
    steps.unshift(first);
    this.version += 1;
  }

  /** @param {Step} step @param {string} text */
  comment(step, text) {
    if (step.comment === text) return;
    step.comment = text;
    this.version += 1;
  }

  /**
   * Give a move an annotation symbol in place of any other, or remove the symbol if the move already has it.
   * @param {Step} step @param {string} mark
   */
  mark(step, mark) {
    const nag = MARKS[mark],
      there = step.nags.includes(nag);
    step.nags = step.nags.filter((one) => !SHOWN.has(one));
    if (!there) step.nags.push(nag);
    this.version += 1;
  }

  /**
   * Draw a mark on the board at a step; drawing the same mark again removes it.
   * @param {Step} step @param {Api.MarkJson} mark
   */
  draw(step, mark) {
    const place = (/** @type {Api.MarkJson} */ one) => `${one.kind} ${one.cells}`;
    const marks = /** @type {Api.MarkJson[]} */ (step.more.marks ?? []),
      old = marks.find((one) => place(one) === place(mark)),
      rest = marks.filter((one) => one !== old);
    step.more.marks = old?.color === mark.color ? rest : [...rest, mark];
    if (!step.more.marks.length) delete step.more.marks;
    this.version += 1;
  }

  /**
   * Make a line of moves the current line, as far as the tree contains it, and go to its ply `at`.
   * @param {string[]} moves @param {number} at
   */
  follow(moves, at) {
    let step = this.root,
      shown = this.root;
    for (const move of moves) {
      const next = step.steps.find((one) => one.move.move === move);
      if (!next) break;
      step = next;
      if (step.ply <= at) shown = step;
    }
    this.go(step);
    this.go(shown);
  }

  /** Whether the tree is more than a line of moves: whether it has variations, comments, symbols or drawings. */
  isMore() {
    return [...this._byId.values()].some(
      (step) => step.steps.length > 1 || step.comment || step.nags.length || step.more.marks,
    );
  }

  /** Return the game as requests contain it: with moves as text and without boards. @returns {Api.RecordFields} */
  toRecord() {
    const { nodes: _, faults, repairs, cut, ...header } = this.record;
    /** @type {Api.NodeFields[]} */
    const nodes = [],
      waiting = [this.root];
    for (let one = waiting.pop(); one; one = waiting.pop()) {
      nodes.push({
        id: one.id,
        parent: one.parent?.id ?? null,
        ...(one.move ? { move: one.move.move } : {}),
        ...(one.comment ? { comment: one.comment } : {}),
        ...(one.nags.length ? { nags: one.nags } : {}),
        ...one.more,
      });
      waiting.push(...[...one.steps].reverse());
    }
    return /** @type {Api.RecordFields} */ ({ ...header, nodes });
  }

  /** Return the fields of a request for the position of a step. @param {Step} [step] */
  position(step = this.current) {
    const { game, variant, rules, start } = this.record;
    return { game, variant, rules, start, moves: this.moves(step) };
  }
}
