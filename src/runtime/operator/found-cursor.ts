import { TerminalError } from '../../values/errors/terminal-error.ts';

/** As a store says it of its own cursors. */
export function invalidCursor(): TerminalError {
  const message = 'This cursor is not one that a page of this query gave. Ask without a cursor first.';
  return new TerminalError({ code: 'invalid-cursor', status: 400, message });
}
