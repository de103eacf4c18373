/** The `coxswain` command, once the launcher has found Bun. Exit code 0: done. 1: it could not be done. 2: it was called wrongly. */
import { CommanderError } from 'commander';
import { loadProcessConfig } from '../config.ts';
import { CoxswainError } from '../values/errors/coxswain-error.ts';
import { InvalidInputError, problemText } from '../values/errors/invalid-input-error.ts';
import { redactUrls } from '../values/redact-urls.ts';
import { commands } from './all-commands.ts';
import { askAtTerminal } from './operator/confirm.ts';
import { createProgram } from './program.ts';
import { UsageError } from './usage-error.ts';

// Whatever is written from here on is for its owner alone.
process.umask(0o077);

const { folder, words } = readCaller(process.argv.slice(2));
// Whoever reads may have seen enough (`| head`): what is not written then is nobody's loss, and not worth a stack.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(1);
  throw error;
});
process.exit(await run(words));

async function run(args: readonly string[]): Promise<number> {
  try {
    await createProgram(commands, { say, ask: askAtTerminal, folder, config: loadProcessConfig }).parseAsync([...args], { from: 'user' });
    return 0;
  } catch (error) {
    // The help or the version is written: because it was asked for, or because a command was missing.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (error instanceof UsageError) {
      const command = commands.find(({ name }) => name.split(' ').every((word, index) => args[index] === word));
      if (command === undefined) complain(`${error.message}. coxswain --help lists those that there are.`);
      else complain(`${command.name}: ${error.message}. Usage: coxswain ${`${command.name} ${command.parameters}`.trim()}`);
      return 2;
    }
    for (const line of linesOf(error)) complain(line);
    return 1;
  }
}

function linesOf(error: unknown): readonly string[] {
  // The message has the first alone.
  if (error instanceof InvalidInputError && error.problems.length > 1) return error.problems.map(problemText);
  if (error instanceof CoxswainError) return error.message.split('\n');
  // A time-out has an empty stack.
  return [redactUrls(error instanceof Error ? error.stack || error.message || error.name : String(error))];
}

/** `--from FOLDER` is what `coxswain.mjs` puts before the user's own words. */
function readCaller(args: readonly string[]): { folder: string; words: readonly string[] } {
  const [option, value, ...rest] = args;
  return option === '--from' && value !== undefined ? { folder: value, words: rest } : { folder: process.cwd(), words: args };
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function complain(line: string): void {
  process.stderr.write(`coxswain: ${line}\n`);
}
