import { TerminalError } from '../../values/errors/terminal-error.ts';

/** Creates the same error that a store throws for an invalid page cursor. */
export function invalidCursor(): TerminalError {
  const message = 'This cursor does not come from a page of the same query. Send the request without a cursor first.';
  return new TerminalError({ code: 'invalid-cursor', status: 400, message });
}
