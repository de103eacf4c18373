import { TerminalError } from '../../values/errors/terminal-error.ts';

/**
 * Builds the error that is thrown when the target contains something that differs from the source. The migration has not overwritten it.
 */
export function targetTaken(what: string, how: string): TerminalError {
  return new TerminalError({
    code: 'migrate-target-taken',
    message: `${what} in the target ${how}. Nothing was overwritten. Use an empty target, or the target of an earlier run with the same source.`,
  });
}
