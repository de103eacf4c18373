/** A problem with a cell of the price history: a stable code, and a message that describes what is accepted. */
export type CellProblem = { readonly code: string; readonly message: string };

/** Number of characters of an invalid value that are shown in an error message. */
const MOST_SHOWN = 100;
/** Maximum length of a cell of a price history, in characters. No valid number or time is longer. */
export const MOST_CELL = 100;

/** Quotes a client's text on one line, truncated to a limited length. */
export function shown(text: string): string {
  const cut = text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}...` : text;
  return `"${cut.replace(/\p{Cc}/gu, '\uFFFD')}"`;
}
