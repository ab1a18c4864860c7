/**
 * The visitor's progress in figures, by theme and by week, and the lists of exercises.
 *
 * @typedef {import("./practice.js").PracticeView} PracticeView
 */

import { html, nothing } from "../vendor/lit/lit.js";
import { sideName } from "../sides.js";
import { language } from "../words.js";
import { words } from "../words/practice.js";
import "./line_chart.js";
import { sentence } from "./sentence.js";

const relative = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
const day = new Intl.DateTimeFormat(language, { day: "numeric", month: "short" });
/** @type {[number, Intl.RelativeTimeFormatUnit][]} */
const UNITS = [
  [60 * 86400, "month"],
  [36 * 3600, "day"],
  [90 * 60, "hour"],
  [0, "minute"],
];
/** @type {Record<string, number>} */
const SECONDS = { month: 30 * 86400, day: 86400, hour: 3600, minute: 60 };

/**
 * Return when an exercise is due, in words such as "in 3 days".
 * @param {number} time in seconds since 1970 @param {number} [now]
 */
export function soon(time, now = Date.now() / 1000) {
  const left = Math.max(time - now, 0),
    [, unit] = /** @type {[number, Intl.RelativeTimeFormatUnit]} */ (UNITS.find(([least]) => left >= least));
  return relative.format(Math.max(1, Math.round(left / SECONDS[unit])), unit);
}

const share = new Intl.NumberFormat(language, { style: "percent" });
/** @param {number} part @param {number} whole */
const percent = (part, whole) => (whole ? share.format(part / whole) : "–");

/** The figures of the visitor's progress. @param {Api.PracticeJson} overview */
export function progressPart(overview) {
  const score = (/** @type {number} */ value, /** @type {string} */ name, /** @type {string} */ id) =>
    html`<div><dd id=${id}>${value}</dd><dt>${name}</dt></div>`;
  return html`<section class="progress-part" aria-labelledby="figures-title">
    <h2 id="figures-title">${words.figures}</h2>
    <dl class="scores">
      ${score(overview.due, words.due, "due-count")}
      ${score(overview.learning, words.learning, "learning-count")}
      ${score(overview.known, words.known, "known-count")}
    </dl>
    ${overview.damaged ? html`<p class="trouble" role="alert">${words.damaged(overview.damaged)}</p>` : nothing}
    ${overview.themes.length ? themes(overview.themes) : nothing}
    ${overview.weeks.some((week) => week.answers) ? weeks(overview.weeks) : nothing}
  </section>`;
}

/** @param {Api.PracticeThemeJson[]} rows */
function themes(rows) {
  return html`<h3 id="themes-title">${words.themes}</h3>
    <div class="table-scroll" tabindex="0" role="region" aria-labelledby="themes-title"><table class="themes-table">
      <thead><tr><th scope="col">${words.theme}</th><th scope="col">${words.exercises}</th><th scope="col">${words.dueColumn}</th><th scope="col">${words.knownColumn}</th><th scope="col">${words.rightColumn}</th></tr></thead>
      <tbody>${rows.map(
        (
          one,
        ) => html`<tr><th scope="row">${one.text ? sentence(one.text) : (words.kinds[one.judgment] ?? one.judgment)}</th>
        <td>${one.cards}</td><td>${one.due}</td><td>${one.known}</td><td>${percent(one.right, one.answers)}</td></tr>`,
      )}</tbody></table></div>`;
}

/** @param {Api.PracticeWeekJson[]} rows oldest first */
function weeks(rows) {
  const name = (/** @type {Api.PracticeWeekJson} */ { begin }) => day.format(new Date(1000 * begin));
  const points = rows.flatMap((week, k) =>
    week.answers
      ? [
          {
            x: k + 1,
            y: (100 * week.right) / week.answers,
            label: words.point(name(week), week.right, week.answers),
          },
        ]
      : [],
  );
  const latest = rows[points[points.length - 1].x - 1];
  return html`<h3 id="weeks-title">${words.weeks}</h3>
    <line-chart .points=${points} .range=${[0, 100]} .height=${110} .label=${words.chart(percent(latest.right, latest.answers))}
      .formatFirst=${words.weekOf} .format=${(/** @type {number} */ value) => percent(value, 100)}></line-chart>
    <div class="table-scroll" tabindex="0" role="region" aria-labelledby="weeks-title"><table>
      <thead><tr><th scope="col">${words.week}</th><th scope="col">${words.answers}</th><th scope="col">${words.rightColumn}</th><th scope="col">${words.newColumn}</th></tr></thead>
      <tbody>${[...rows].reverse().map(
        (week) => html`<tr><th scope="row">${name(week)}</th>
        <td>${week.answers}</td><td>${percent(week.right, week.answers)}</td><td>${week.added}</td></tr>`,
      )}</tbody></table></div>`;
}

/**
 * The list of the visitor's exercises and, if there are any, the list of the removed ones.
 * @param {PracticeView} view @param {Api.PracticeJson} overview
 */
export function exerciseList(view, overview) {
  const part = (
    /** @type {"kept" | "removed"} */ which,
    /** @type {string} */ title,
  ) => html`<details class="all" .open=${view.listing === which}
    @toggle=${(/** @type {ToggleEvent} */ event) => {
      const { open } = /** @type {HTMLDetailsElement} */ (event.currentTarget);
      if (open && view.listing !== which) view.list(which);
      else if (!open && view.listing === which) view.list("");
    }}><summary>${title}</summary>${view.listing === which ? rows(view) : nothing}</details>`;
  return [
    part("kept", words.list(overview.cards)),
    overview.removed ? part("removed", words.trash(overview.removed)) : nothing,
  ];
}

/** @param {PracticeView} view */
function rows(view) {
  return html`<ul class="exercise-list">${view.rows.map((one) => {
    const kind = words.kinds[one.judgment || one.kind] ?? one.judgment;
    return html`<li><a href="#practice=${one.id}" aria-current=${one.id === view.exercise?.id ? "true" : nothing}>${words.listed(sideName(one.side), one.played || one.variant, words.states[one.state])}</a>
      <small>${kind} · ${one.due <= Date.now() / 1000 ? words.due : soon(one.due)}</small></li>`;
  })}</ul>
  ${view.rows.length < view.total ? html`<button type="button" id="more" @click=${view.more}>${words.more}</button>` : nothing}`;
}
