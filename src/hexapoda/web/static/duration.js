/** Durations as text, rounded up. The abbreviations of the units are the same in all languages. */

/** @param {number} seconds */
export function duration(seconds) {
  const whole = Math.ceil(seconds),
    minutes = Math.ceil(seconds / 60);
  if (whole < 60) return `${whole} s`;
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
