import { expect, test } from 'bun:test';
import { autopilotAgent } from '../../../../actors/autopilot-agent/actor.ts';
import { createDryRuns } from '../../../../src/features/autopilot/dry-run-repository.ts';
import { createMemoryRecordStore } from '../../../../src/platform/store/memory/memory-record-store.ts';

const START_MS = Date.UTC(2026, 0, 1);
const DAY_MS = 86_400_000;

function createWorld(bounds: { inAll: number; perClient: number }) {
  let nowMs = START_MS;
  const clock = { now: () => nowMs };
  const stopped: string[] = [];
  const dryRuns = createDryRuns({
    records: createMemoryRecordStore({ clock }),
    clock,
    bounds,
    stop: async (recordId) => {
      stopped.push(recordId);
    },
  });
  const expirySec = (days: number) => (START_MS + days * DAY_MS) / 1_000;
  return {
    stopped,
    pass: (ms: number) => {
      nowMs += ms;
    },
    take: (recordId: string, client: string, days = 90) => dryRuns.take(recordId, { client, expirySec: expirySec(days) }),
    keep: (recordId: string, client: string, days = 90) => dryRuns.keep(recordId, { client, expirySec: expirySec(days) }),
  };
}

test('a client has a bounded number of dry runs, with any number of wallets', async () => {
  const { take, stopped } = createWorld({ inAll: 100, perClient: 2 });
  await take('one', '10.0.0.1');
  await take('two', '10.0.0.1');
  await expect(take('three', '10.0.0.1')).rejects.toMatchObject({ code: 'too-many-dry-runs', status: 429 });
  await take('other', '10.0.0.2');
  expect(stopped).toEqual([]);
});

test('the total is bounded: the client with most dry runs loses its oldest, and no client is refused', async () => {
  const { take, keep, pass, stopped } = createWorld({ inAll: 4, perClient: 100 });
  await take('honest', '10.0.0.1');
  for (const id of ['a', 'b', 'c', 'd', 'e']) {
    pass(1_000);
    await take(id, '10.0.0.66');
  }
  expect(stopped).toEqual(['a', 'b']);
  await take('newcomer', '10.0.0.2');
  expect(stopped).toEqual(['a', 'b', 'c']);
  // A wallet that continues a stopped dry run must be counted again; a wallet with a running dry run must not be counted twice.
  await keep('a', '10.0.0.66');
  await keep('honest', '10.0.0.1');
  expect(stopped).toEqual(['a', 'b', 'c', 'd']);
});

test('a dry run counts for a day, even when its policy ends sooner; then it is stopped, and its place is free', async () => {
  const { take, pass, stopped } = createWorld({ inAll: 100, perClient: 1 });
  await take('short', '10.0.0.1', 0.001);
  pass(DAY_MS - 1);
  await expect(take('next', '10.0.0.1')).rejects.toMatchObject({ code: 'too-many-dry-runs' });
  pass(2);
  await take('next', '10.0.0.1');
  expect(stopped).toEqual(['short']);
});

test('a policy that ends later counts for longer', async () => {
  const { take, keep, pass, stopped } = createWorld({ inAll: 100, perClient: 1 });
  await take('one', '10.0.0.1', 2);
  await keep('one', '10.0.0.1', 9);
  pass(5 * DAY_MS);
  await expect(take('next', '10.0.0.1')).rejects.toMatchObject({ code: 'too-many-dry-runs' });
  expect(stopped).toEqual([]);
});

test('only a stopped dry run may be forgotten', () => {
  const isForgettable = (value: string, context: object) => autopilotAgent.isForgettable?.({ value, context } as never);
  const dryRun = { paper: {}, link: null, chain: null, trade: null, isPaused: true };
  expect(isForgettable('watching', dryRun)).toBe(true);
  expect(isForgettable('watching', { ...dryRun, isPaused: false })).toBe(false);
  expect(isForgettable('papering', { ...dryRun, trade: {} })).toBe(false);
  expect(isForgettable('watching', { ...dryRun, paper: null })).toBe(false);
  expect(isForgettable('unlinked', { ...dryRun, paper: null })).toBe(true);
});
