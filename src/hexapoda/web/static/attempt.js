/** A new random name for an attempt, so that the server counts it once. */
export const newAttempt = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (one) => (one % 36).toString(36)).join("");
