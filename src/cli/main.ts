/** The `coxswain` command, once the launcher has found Bun. Exit code 0: done. 1: it could not be done. 2: it was called wrongly. */
import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { loadProcessConfig } from '../config.ts';
import { CoxswainError } from '../values/errors/coxswain-error.ts';
import { InvalidInputError, problemText } from '../values/errors/invalid-input-error.ts';
import { redactUrls } from '../values/redact-urls.ts';
import type { Command } from './command.ts';
import { actorsBulk } from './commands/actors-bulk.ts';
import { actorsDiff } from './commands/actors-diff.ts';
import { actorsHistory } from './commands/actors-history.ts';
import { actorsList } from './commands/actors-list.ts';
import { actorsRelease } from './commands/actors-release.ts';
import { actorsRestore } from './commands/actors-restore.ts';
import { actorsRetry } from './commands/actors-retry.ts';
import { actorsSend } from './commands/actors-send.ts';
import { actorsShow } from './commands/actors-show.ts';
import { actorsTick } from './commands/actors-tick.ts';
import { actorsWhy } from './commands/actors-why.ts';
import { backtestCommand } from './commands/backtest.ts';
import { deferredDrop, deferredList, deferredRetry } from './commands/deferred.ts';
import { devnetAgent } from './commands/devnet-agent.ts';
import { devnetOpen } from './commands/devnet-open.ts';
import { devnetPrice } from './commands/devnet-price.ts';
import { doctor } from './commands/doctor.ts';
import { inspectorLink } from './commands/inspector-link.ts';
import { migrate } from './commands/migrate.ts';
import { nodeDrain } from './commands/node-drain.ts';
import { showConfig } from './commands/show-config.ts';
import { snapshotsExport } from './commands/snapshots-export.ts';
import { snapshotsImport } from './commands/snapshots-import.ts';
import { tokensOrder } from './commands/tokens-order.ts';
import { typesList, typesPause, typesResume } from './commands/types-pause.ts';
import { groupText, helpText } from './help-text.ts';
import { askAtTerminal } from './operator/confirm.ts';
import { UsageError } from './usage-error.ts';

// Whatever is written from here on is for its owner alone.
process.umask(0o077);

const commands: readonly Command[] = [
  showConfig,
  doctor,
  devnetOpen,
  devnetAgent,
  devnetPrice,
  backtestCommand,
  migrate,
  actorsList,
  actorsShow,
  actorsWhy,
  actorsHistory,
  actorsDiff,
  actorsRestore,
  actorsSend,
  actorsTick,
  actorsRelease,
  actorsRetry,
  actorsBulk,
  typesList,
  typesPause,
  typesResume,
  deferredList,
  deferredRetry,
  deferredDrop,
  nodeDrain,
  inspectorLink,
  snapshotsExport,
  snapshotsImport,
  tokensOrder,
];

const HELP: ReadonlySet<string> = new Set(['help', '--help', '-h']);

const { folder, words } = readCaller(process.argv.slice(2));
// Whoever reads may have seen enough (`| head`): what is not written then is nobody's loss, and not worth a stack.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(1);
  throw error;
});
process.exit(await run(words));

async function run(args: readonly string[]): Promise<number> {
  const [first] = args;
  if (first === undefined || HELP.has(first)) {
    say(helpText(commands));
    return first === undefined ? 2 : 0;
  }
  if (first === '--version' || first === '-v') {
    say(packageVersion());
    return 0;
  }
  const command = commands.find(({ name }) => name.split(' ').every((word, index) => args[index] === word));
  if (command === undefined) {
    const group = commands.filter(({ name }) => name.startsWith(`${first} `));
    const [, second] = args;
    if (group.length > 0 && (second === undefined || HELP.has(second))) {
      say(groupText(first, group));
      return second === undefined ? 2 : 0;
    }
    complain(`there is no command "${args.slice(0, 2).join(' ')}". coxswain --help lists those that there are.`);
    return 2;
  }
  const own = args.slice(command.name.split(' ').length);
  if (own.includes('--help') || own.includes('-h')) {
    say(`coxswain ${usageOf(command)}: ${command.summary}`);
    return 0;
  }
  try {
    await command.run(own, { say, ask: askAtTerminal, folder, config: loadProcessConfig });
    return 0;
  } catch (error) {
    if (error instanceof UsageError) {
      complain(`${command.name}: ${error.message}. Usage: coxswain ${usageOf(command)}`);
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

function usageOf({ name, parameters }: Command): string {
  return `${name} ${parameters}`.trim();
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function complain(line: string): void {
  process.stderr.write(`coxswain: ${line}\n`);
}

function packageVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return v.parse(v.object({ version: v.string() }), JSON.parse(text)).version;
}
