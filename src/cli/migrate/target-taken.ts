import { TerminalError } from '../../values/errors/terminal-error.ts';

/** Builds the error for contents of the target that differ from the source. Nothing was overwritten. */
export function targetTaken(what: string, how: string): TerminalError {
  return new TerminalError({
    code: 'migrate-target-taken',
    message: `${what} in the target ${how}. Nothing was overwritten. Use an empty target, or one that an earlier run from this source has filled.`,
  });
}
