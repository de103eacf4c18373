/** What is wrong with a cell: a stable name, and words that say what is accepted. */
export type CellProblem = { readonly code: string; readonly message: string };

/** Of what is wrong, so much is shown. */
const MOST_SHOWN = 100;
/** Longer than any number or time. */
export const MOST_CELL = 100;

/** What somebody wrote, quoted, on one line, and never all of it. */
export function shown(text: string): string {
  const cut = text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}...` : text;
  return `"${cut.replace(/\p{Cc}/gu, '\uFFFD')}"`;
}
