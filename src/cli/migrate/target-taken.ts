import { TerminalError } from '../../values/errors/terminal-error.ts';

/** The target holds something that the source does not say it should. Nothing of it was overwritten. */
export function targetTaken(what: string, how: string): TerminalError {
  return new TerminalError({
    code: 'migrate-target-taken',
    message: `${what} in the target ${how}. Nothing was overwritten. Give a target that is empty, or that an earlier run from this source filled.`,
  });
}
