/** The `coxswain` command, run by the launcher on Bun. Exit code 0: done. 1: failed. 2: wrong usage. */
import { CommanderError, Command as Parser } from 'commander';
import { CoxswainError } from '../values/errors/coxswain-error.ts';
import { InvalidInputError, problemText } from '../values/errors/invalid-input-error.ts';
import { redactUrls } from '../values/redact-urls.ts';
import type { Command, CommandContext } from './command.ts';
import { commandList, type ListedCommand } from './command-list.generated.ts';
import { createProgram } from './program.ts';
import { UsageError } from './usage-error.ts';

// All files that the process writes from now on are accessible to their owner only.
process.umask(0o077);

const { folder, words } = readCaller(process.argv.slice(2));
// The program that reads this program's output may close the pipe early (for example `| head`). The remaining output is then dropped.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(1);
  throw error;
});
process.exit(await run(words));

async function run(args: readonly string[]): Promise<number> {
  const called = commandList.find(({ name }) => name.split(' ').every((word, index) => args[index] === word));
  try {
    const [commands, context] = called === undefined ? forHelp() : await toRun();
    await createProgram(commands, context).parseAsync([...args], { from: 'user' });
    return 0;
  } catch (error) {
    // Commander also throws an error after it has printed the help or the version. The error's exit code is 0 if the user requested this
    // output, and not 0 if the user gave no command.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (error instanceof UsageError) {
      if (called === undefined) complain(`${error.message}. Run coxswain --help for the list of commands.`);
      else complain(`${called.name}: ${error.message}. Usage: coxswain ${`${called.name} ${called.parameters}`.trim()}`);
      return 2;
    }
    for (const line of linesOf(error)) complain(line);
    return 1;
  }
}

/** Imports all commands, which takes time because they import nearly the whole program. */
async function toRun(): Promise<[readonly Command[], CommandContext]> {
  const [{ commands }, { askAtTerminal, promptAtTerminal }, { loadProcessConfig }] = await Promise.all([
    import('./all-commands.ts'),
    import('./operator/confirm.ts'),
    import('../config.ts'),
  ]);
  return [commands, { say, ask: askAtTerminal, prompt: promptAtTerminal, folder, config: loadProcessConfig }];
}

/**
 * The help, the version and the error about an unknown command need only the names of the commands. They are printed without importing the
 * commands, which would take longer.
 */
function forHelp(): [readonly Command[], CommandContext] {
  const never = () => {
    throw new Error('The list of commands is out of date. Run: npm run command-list');
  };
  const asCommand = (listed: ListedCommand): Command => ({
    ...listed,
    parser: () => new Parser(listed.name.split(' ').at(-1)).action(never),
    run: never,
  });
  return [commandList.map(asCommand), { say, ask: never, prompt: never, folder, config: never }];
}

function linesOf(error: unknown): readonly string[] {
  // The message of an invalid-input error contains only the first problem, so all problems are printed here.
  if (error instanceof InvalidInputError && error.problems.length > 1) return error.problems.map(problemText);
  if (error instanceof CoxswainError) return error.message.split('\n');
  // A time-out error has an empty stack, so its message or name is printed instead.
  return [redactUrls(error instanceof Error ? error.stack || error.message || error.name : String(error))];
}

/** Parses the option `--from FOLDER`, which the launcher `coxswain.mjs` inserts before the user's arguments. */
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
