import { userInfo } from 'node:os';
import { createInterface } from 'node:readline/promises';
import { TerminalError } from '../../values/errors/terminal-error.ts';

/**
 * Asks before something is changed, unless the user has said yes already.
 * @throws TerminalError `not-confirmed` when the answer is no, or nobody can be asked
 */
export async function confirm(question: string, isSaidYes: boolean): Promise<void> {
  if (isSaidYes) return;
  if (process.stdin.isTTY !== true) {
    throw new TerminalError({ code: 'not-confirmed', message: 'Nothing was changed. Add --yes to do it.' });
  }
  const reader = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await reader.question(`${question} [y/N] `);
    if (/^y(es)?$/i.test(answer.trim())) return;
  } finally {
    reader.close();
  }
  throw new TerminalError({ code: 'not-confirmed', message: 'Nothing was changed.' });
}

/** Who did it, for the history: the name of the account, as the system has it. */
export function operatorName(): string {
  return userInfo().username;
}
