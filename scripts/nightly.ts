// npm run test:nightly -- [--within MINUTES] [--seed N] [--only PART_OF_A_NAME]
// Runs the long campaigns one after another: kills, simulations, strangers, unreliable RPC nodes, a cluster. The seed is random by default,
// and each campaign prints the command that repeats it. With --within, campaigns that do not fit into the remaining time are skipped with a
// notice. The last line is `N passed, N failed`; each campaign counts as one.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { campaigns } from './testing/campaigns.ts';
import { runGroup } from './testing/run-group.ts';

/**
 * Minutes after which a campaign counts as hanging: four times its usual duration. For a short campaign it is up to ten times, because a
 * busy machine delays short campaigns relatively more than long ones.
 */
const hangsAfterMinutes = (minutes: number) => Math.max(minutes * 4, Math.min(minutes * 10, 10));

const text = { type: 'string' } as const;
const { values } = parseArgs({ options: { within: text, seed: text, only: text } });
const seed = values.seed === undefined ? Date.now() % 1_000_000 : wholeNumber('--seed', values.seed);
const withinMinutes = values.within === undefined ? Number.POSITIVE_INFINITY : wholeNumber('--within', values.within);
const wanted = campaigns.filter(({ name }) => name.includes(values.only ?? ''));
if (wanted.length === 0)
  fail(`--only accepts a part of the name of a campaign. The campaigns are: ${campaigns.map(({ name }) => name).join('; ')}`);

const root = fileURLToPath(new URL('..', import.meta.url));
const startedMs = performance.now();
const minutesSo = () => (performance.now() - startedMs) / 60_000;
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());

const told: string[] = [];
let [passed, failed] = [0, 0];
for (const { name, entry, args, env, minutes } of wanted) {
  if (minutesSo() + minutes > withinMinutes) {
    told.push(`${name}: left out, since it takes about ${minutes} minutes`);
    continue;
  }
  console.log(`\n== ${name} (about ${minutes} minutes)`);
  const beganAt = minutesSo();
  const ended = await runGroup(['--no-install', join(root, entry), ...args(seed)], {
    ...{ cwd: root, stop: stop.signal, timeoutMs: hangsAfterMinutes(minutes) * 60_000 },
    env: env?.(seed),
  });
  if (stop.signal.aborted) process.exit(130);
  if (ended.isWell) passed += 1;
  else failed += 1;
  const how = ended.isWell ? 'held' : ended.killedBecause === null ? `FAILED with ${ended.status}` : `FAILED: it ${ended.killedBecause}`;
  told.push(`${name}: ${how}, ${(minutesSo() - beganAt).toFixed(1)} minutes`);
}
console.log(`\nnightly, seed ${seed}:`);
for (const line of told) console.log(`  ${line}`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

function wholeNumber(name: string, given: string): number {
  return /^[0-9]{1,9}$/.test(given) ? Number(given) : fail(`${name} takes a whole number, not ${JSON.stringify(given)}`);
}

function fail(line: string): never {
  console.error(`nightly: ${line}`);
  process.exit(2);
}
