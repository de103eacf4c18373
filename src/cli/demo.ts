/**
 * `npm run demo`: shows the service's main function step by step in a temporary folder. Exit code 0: every check passed. 1: a check failed
 * or a step timed out. 130 or 143: stopped by a signal. In every case, the demo ends its processes and removes the folder.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createNarrator } from './demo/narrator.ts';
import { runDemo } from './demo/run-demo.ts';
import { createServiceHost } from './demo/service-process.ts';

/** Interval in ms at which the demo's service processes the actors that are due (a tick). A service in production uses a minute. */
const TICK_MS = 250;
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const;

const startedAt = performance.now();
const write = (text: string) => void process.stdout.write(text);
const folder = mkdtempSync(join(tmpdir(), 'coxswain-demo-'));
const host = createServiceHost(folder, { TICK_INTERVAL_MS: String(TICK_MS), LOG_LEVEL: 'warn' });
const stopping = new AbortController();
let exitCode = 1;

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    // A second Ctrl-C is ignored, because the clean-up is already running and ends within a time limit.
    if (stopping.signal.aborted) return;
    exitCode = EXIT_CODES[signal];
    write('\nStopping; the processes and the folder of this demo are being removed ...\n');
    stopping.abort(new Error(`asked to stop by ${signal}`));
  });
}

write(`Coxswain buys on a schedule, on a real EVM chain, and is killed in the middle.\n`);
write(
  `The executor ticks every ${TICK_MS} ms instead of every minute; everything else is as in normal use. All files are in ` + `${folder}\n`,
);
try {
  const held = await runDemo(host, createNarrator(write), stopping.signal);
  exitCode = held ? 0 : 1;
} catch (error) {
  if (!stopping.signal.aborted) tell(error);
} finally {
  await cleanUp();
}
const took = `${Math.round((performance.now() - startedAt) / 1_000)} s`;
if (exitCode === 0) write(`\nAll checks passed: ${took}, one kill -9, every order bought once.\n`);
else if (!stopping.signal.aborted) write(`\nA check failed (${took}).\n`);
process.exit(exitCode);

function tell(error: unknown): void {
  const chain: string[] = [];
  for (let cause = error; cause instanceof Error; cause = cause.cause) chain.push(cause.message);
  process.stderr.write(`\ncoxswain demo: ${chain.join(': ') || String(error)}\nThe service wrote:\n${host.output()}\n`);
}

async function cleanUp(): Promise<void> {
  try {
    await host.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  } catch (error) {
    exitCode = exitCode === 0 ? 1 : exitCode;
    process.stderr.write(`coxswain demo: ${folder} could not be removed: ${error instanceof Error ? error.message : String(error)}\n`);
  }
}
