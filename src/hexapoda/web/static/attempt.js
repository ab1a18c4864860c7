/** Return a random id for an attempt, so that the server counts the attempt only once. */
export const newAttempt = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (one) => (one % 36).toString(36)).join("");
