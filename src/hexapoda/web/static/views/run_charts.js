/** The charts of a training run: the Elo of its networks, and figures for each iteration. */

import { html } from "../vendor/lit/lit.js";
import { words } from "../words/runs.js";
import "./line_chart.js";

/** Return a value as text with two decimals below 1, one below 100, and none above. @param {number} value */
export const short = (value) => words.figure(value, value < 1 ? 2 : value < 100 ? 1 : 0);

/** The figures: for each, a name, an explanation, functions that get its value in an iteration and format it, and
 * the format and range of its axis.
 * @type {{name: string, about: string, of: (one: Api.RunIterationJson) => number | null,
 *   text: (value: number) => string, axis?: (value: number, digits: number) => string,
 *   range: [number, number] | null}[]} */
const FIGURES = [
  {
    name: words.decisive,
    about: words.decisiveAbout,
    of: (one) => one.decisive / one.games,
    text: (value) => words.percent(value, value === 1 || !value ? 0 : 1),
    axis: (value) => words.percent(value),
    range: [0, 1],
  },
  {
    name: words.plies,
    about: words.pliesAbout,
    of: (one) => one.plies,
    text: (value) => words.figure(value, 1),
    range: null,
  },
  {
    name: words.policyLoss,
    about: words.policyAbout,
    of: (one) => one.policy_loss,
    text: (value) => words.figure(value, 3),
    range: null,
  },
  {
    name: words.valueLoss,
    about: words.valueAbout,
    of: (one) => one.value_loss,
    text: (value) => words.figure(value, 3),
    range: null,
  },
  {
    name: words.gamesPerHour,
    about: words.gamesAbout,
    of: (one) => one.games_per_hour,
    text: short,
    range: [0, 0],
  },
  {
    name: words.positionsPerSecond,
    about: words.positionsAbout,
    of: (one) => one.positions_per_second,
    text: short,
    range: [0, 0],
  },
];

/** Whether the run began with a network from a file, which is then network 0. @param {Api.WholeRunJson} info */
export const hasStart = ({ settings }) => "expert.start" in (settings ?? {});

/** The Elo curve of the networks, with 95% intervals. @param {Api.WholeRunJson} info */
export function eloCurve(info) {
  const { curve, matches } = info,
    begun = hasStart(info);
  const published = new Set(matches.filter((match) => match.published).map((match) => match.iteration));
  const points = curve.map(({ iteration, elo, error }) => ({
    x: iteration,
    y: elo,
    low: elo - error,
    high: elo + error,
    hollow: !published.has(iteration),
    label: words.eloAt(iteration, words.plusMinus(elo, error), published.has(iteration), begun),
  }));
  const [first] = points,
    last = points[points.length - 1];
  return html`<line-chart .points=${points} .height=${260} .connectHollow=${false} .format=${words.signed} .formatFirst=${words.firstIteration(begun)} .label=${words.curve(first.label, last.label)}></line-chart>`;
}

/** A small chart for each figure. @param {Api.RunIterationJson[]} iterations */
export function figureCharts(iterations) {
  return FIGURES.map(({ name, about, of, text, axis, range }) => {
    const points = iterations.flatMap((one) => {
      const value = of(one);
      return value === null
        ? []
        : [{ x: one.iteration, y: value, label: words.at(one.iteration, text(value)) }];
    });
    const [first] = points,
      last = points[points.length - 1];
    return html`<section class="figure"><h4>${name} <span class="quiet">${about}</span></h4>
      ${last ? html`<p class="big">${text(last.y)}</p><line-chart .points=${points} .range=${range} .format=${axis ?? words.figure} .formatFirst=${words.firstIteration(false)} .label=${words.chart(name, first.label, last.label)}></line-chart>` : html`<p class="quiet">${words.unmeasured}</p>`}</section>`;
  });
}
