import { createInterface } from 'node:readline/promises';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { CommandContext } from '../command.ts';

/**
 * Asks the user to confirm a change, unless the command line already confirms it.
 * @throws TerminalError `not-confirmed` when the answer is no, or no terminal is attached
 */
export async function confirm({ ask }: Pick<CommandContext, 'ask'>, question: string, isSaidYes: boolean): Promise<void> {
  if (isSaidYes) return;
  const answer = await ask(question);
  if (answer === true) return;
  const message = answer === null ? 'Nothing was changed. Add --yes to make the changes.' : 'Nothing was changed.';
  throw new TerminalError({ code: 'not-confirmed', message });
}

/** Asks the person at the terminal a question; returns null when no terminal is attached. */
export async function askAtTerminal(question: string): Promise<boolean | null> {
  if (process.stdin.isTTY !== true) return null;
  const reader = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await reader.question(`${question} [y/N] `);
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    reader.close();
  }
}

/** Asks the person at the terminal for a line; returns null when no terminal is attached, or at the end of the input (Ctrl+D). */
export async function promptAtTerminal(question: string): Promise<string | null> {
  if (process.stdin.isTTY !== true) return null;
  const reader = createInterface({ input: process.stdin, output: process.stderr });
  const { promise: ended, resolve } = Promise.withResolvers<null>();
  reader.once('close', () => resolve(null));
  try {
    return await Promise.race([reader.question(question), ended]);
  } finally {
    reader.close();
  }
}
