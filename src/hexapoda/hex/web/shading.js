/**
 * The shading of the cells: which of three shades a cell has in each pattern. The style sheet shows the pattern of the
 * settings.
 */

/** The classes of a cell. @param {[number, number]} cell @param {number} columns @param {number} rows */
export function shadeOf([column, row], columns, rows) {
  const three = (column + 2 * row) % 3, // a bridge joins two cells of the same color
    ring = Math.min(column, row, columns - 1 - column, rows - 1 - row) % 3;
  return `three-${three} ring-${ring} row-${row % 2}`;
}
