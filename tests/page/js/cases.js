/** What the test files of the page's modules use: `test` adds a case, the other functions fail it. */

/** @type {{name: string, run: () => unknown}[]} */
const cases = [];

export const test = (name, run) => cases.push({ name, run });

/** Values as text, such that different values have different texts. */
function shown(value) {
  if (value instanceof Map) return `Map ${shown([...value])}`;
  if (value instanceof Set) return `Set ${shown([...value])}`;
  if (Array.isArray(value)) return `[${value.map(shown).join(", ")}]`;
  if (value instanceof Node) return `<${value.nodeName}>`;
  if (value && typeof value === "object")
    return `{${Object.keys(value)
      .sort()
      .map((name) => `${name}: ${shown(value[name])}`)
      .join(", ")}}`;
  return typeof value === "string" ? JSON.stringify(value) : Object.is(value, -0) ? "-0" : String(value);
}

/** Fail unless two values have the same content. */
export function equal(found, wanted, about = "") {
  if (shown(found) !== shown(wanted))
    throw new Error(`${about ? `${about}: ` : ""}found ${shown(found)}, expected ${shown(wanted)}`);
}

/** Fail unless two numbers, or lists of numbers, are nearly equal. */
export function near(found, wanted, about = "") {
  const [a, b] = [[found].flat(), [wanted].flat()];
  if (a.length !== b.length || a.some((value, k) => !(Math.abs(value - b[k]) < 1e-6)))
    throw new Error(`${about ? `${about}: ` : ""}found ${shown(found)}, expected ${shown(wanted)}`);
}

/** Fail unless a call throws an error that has `text` in its message. */
export async function throws(run, text) {
  let error = null;
  try {
    await run();
  } catch (caught) {
    error = caught;
  }
  if (!String(error?.message).includes(text))
    throw new Error(
      `found ${error ? `the error ${shown(error.message)}` : "no error"}, expected an error with ${shown(text)}`,
    );
}

/** Run all cases, in order: their names with what went wrong, or "". */
export async function results() {
  const found = [];
  for (const { name, run } of cases) {
    try {
      document.body.replaceChildren();
      localStorage.clear();
      await run();
      found.push([name, ""]);
    } catch (error) {
      found.push([name, String(error?.stack ?? error)]);
    }
  }
  return found;
}
