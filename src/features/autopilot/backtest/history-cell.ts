/** A problem of a cell: a stable code, and a message that says what is accepted. */
export type CellProblem = { readonly code: string; readonly message: string };

/** Characters of a wrong value shown in a message. */
const MOST_SHOWN = 100;
/** Longest cell in characters: longer than any number or time. */
export const MOST_CELL = 100;

/** Quotes a client's text on one line, cut to a bounded length. */
export function shown(text: string): string {
  const cut = text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}...` : text;
  return `"${cut.replace(/\p{Cc}/gu, '\uFFFD')}"`;
}
