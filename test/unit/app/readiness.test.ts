import { expect, test } from 'bun:test';
import { type ReadinessDeps, readinessProbes } from '../../../src/app/readiness.ts';
import { loadConfig } from '../../../src/config.ts';

const EVERY_MS = 60_000;
const STARTED_MS = 1_000_000;

/** Returns the result of the readiness check of ticks, `ms` milliseconds after the start of the node. */
async function ticksAfter(
  ms: number,
  {
    settings = {},
    here = null,
    elsewhere = null,
    isShared = false,
  }: {
    readonly settings?: Record<string, string>;
    readonly here?: number | null;
    readonly elsewhere?: number | null;
    readonly isShared?: boolean;
  } = {},
) {
  const config = loadConfig({ TICK_INTERVAL_MS: String(EVERY_MS), ...settings });
  const deps: ReadinessDeps = {
    store: { isShared, watch: { prove: async () => undefined, trouble: () => null, isSingle: () => false } },
    system: { stats: () => ({ lastTickAtMs: here === null ? null : STARTED_MS + here }) },
    feed: { stats: () => ({ isConnected: null, followers: 0, own: 0, sent: 0, unsent: 0, received: 0 }) },
    redis: null,
    ticks: () => null,
    lastTickElsewhereMs: () => (elsewhere === null ? null : STARTED_MS + elsewhere),
    clock: { now: () => STARTED_MS + ms },
    startedAtMs: STARTED_MS,
  };
  const probe = readinessProbes(config, deps).find(({ name }) => name === 'ticks');
  return { isOptional: probe?.isOptional === true, says: await probe?.check() };
}

test('a node that never ticked has two intervals of grace, and is then not ready', async () => {
  expect(await ticksAfter(2 * EVERY_MS)).toEqual({ isOptional: false, says: null });
  expect((await ticksAfter(2 * EVERY_MS + 1_000)).says).toBe('No tick has run since the node started 121 s ago; a tick is due every 60 s.');
});

test('the last tick may be two intervals old, and its age is reported', async () => {
  expect((await ticksAfter(10 * EVERY_MS, { here: 8 * EVERY_MS })).says).toBeNull();
  expect((await ticksAfter(11 * EVERY_MS, { here: 8 * EVERY_MS })).says).toBe('The last tick ended 180 s ago; a tick is due every 60 s.');
});

test('where ticks are shared, one that another node served counts; where they are not, it does not', async () => {
  const settings = { REDIS_URL: 'redis://127.0.0.1:1', MONGODB_URL: 'mongodb://127.0.0.1:1/x' };
  const [late, served] = [11 * EVERY_MS, 10 * EVERY_MS];
  expect((await ticksAfter(late, { settings, isShared: true })).says).toContain('No tick has run since the node started');
  expect((await ticksAfter(late, { settings, isShared: true, elsewhere: served })).says).toBeNull();
  expect((await ticksAfter(late, { elsewhere: served })).says).toContain('No tick has run since the node started');
});

test('without CRON it says so, and stays ready', async () => {
  expect(await ticksAfter(99 * EVERY_MS, { settings: { CRON: 'false' } })).toEqual({
    isOptional: true,
    says: 'This node does no scheduled work (ticks), because its setting CRON is false.',
  });
});
