/**
 * The shading of the cells: which shade a cell has in each pattern. The style sheet shows the pattern that the visitor
 * has chosen.
 */

/**
 * Return the CSS classes of a cell, one for each pattern.
 * @param {[number, number]} cell @param {number} columns @param {number} rows
 */
export function shadeOf([column, row], columns, rows) {
  const three = (column + 2 * row) % 3, // a bridge joins two cells of the same shade
    ring = Math.min(column, row, columns - 1 - column, rows - 1 - row) % 3;
  return `three-${three} ring-${ring} row-${row % 2}`;
}
