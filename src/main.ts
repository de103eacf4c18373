import { readFileSync } from 'node:fs';
import { catchLostErrors } from './app/lost-errors.ts';
import { type App, startApp } from './app.ts';
import { type Config, loadProcessConfig, unknownProcessSettings } from './config.ts';
import { CoxswainError } from './values/errors/coxswain-error.ts';
import { redactUrls } from './values/redact-urls.ts';

/** Time limit in ms for an orderly stop after the first signal. After that, the process exits even if the stop has not been completed. */
const LAST_RESORT_MS = 15_000;

// All files that the process writes from now on are accessible to their owner only.
process.umask(0o077);

let starting: Promise<App> | null = null;
let stopping = false;

// An unhandled error (of a callback or promise) during the start ends the process. During the stop, such an error is only printed.
const lostErrors = catchLostErrors(process, (error) => (stopping ? say(linesOf(error).join('\n')) : fail(error)));

try {
  const config = loadProcessConfig();
  for (const line of unknownProcessSettings()) process.stderr.write(`coxswain: ${line}\n`);
  stopOnSignals(config);
  starting = startApp(config, { version: packageVersion(), lostErrors });
  const app = await starting;
  if (!stopping) greet(app);
} catch (error) {
  fail(error);
}

/**
 * One Ctrl-C may reach this process two or three times (from the terminal, from npm, from the launcher). Only the first signal is handled.
 */
function stopOnSignals(config: Config): void {
  const stop = (signal: string) => {
    if (stopping) return;
    stopping = true;
    say(`\n${signal}: finishing the running work ...`);
    setTimeout(() => process.exit(1), config.shutdownGraceMs * 2 + LAST_RESORT_MS).unref();
    void end();
  };
  process.on('SIGINT', () => stop('SIGINT'));
  process.on('SIGTERM', () => stop('SIGTERM'));
  // When another program has started this process, standard input closes as soon as that program ends for any reason. This process then
  // stops, too.
  if (process.argv.includes('--until-input-ends')) process.stdin.on('close', () => stop('The standard input was closed')).resume();
}

/**
 * A stop that is requested during the start waits until the start has been completed, so that everything that was opened is also closed.
 */
async function end(): Promise<void> {
  try {
    const app = await starting;
    await app?.stop();
    say('Stopped. The next start continues where this one ended.');
    process.exit(0);
  } catch (error) {
    fail(error);
  }
}

function greet({ baseUrl, description, examples, signInLink }: App): void {
  say(`Coxswain serves ${baseUrl}\n${description.map((line) => `  ${line}`).join('\n')}\n`);
  say(`Try:\n${examples.map((line) => `  ${line}`).join('\n')}\n`);
  if (signInLink !== null) {
    say(
      `Inspector, with a link that signs you in once within ten minutes ("npx coxswain inspector link" makes a new one):\n  ${signInLink}\n`,
    );
  }
  say(`API page: ${baseUrl}/docs. Actors, in a browser: ${new URL('/inspector', baseUrl)}. Ctrl-C stops the service.`);
}

/**
 * Expected errors (invalid settings, a port in use, an unusable folder) are printed as one clear line each. Unexpected errors are printed
 * with their stack. In both cases the exit code is 1.
 */
function fail(error: unknown): never {
  for (const line of linesOf(error)) process.stderr.write(`coxswain: ${line}\n`);
  process.exit(1);
}

function linesOf(error: unknown): readonly string[] {
  if (error instanceof CoxswainError) return error.message.split('\n');
  return [redactUrls(error instanceof Error ? (error.stack ?? error.message) : String(error))];
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function packageVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  return String(version);
}
