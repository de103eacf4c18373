import { expect, test } from 'bun:test';
import type { PointReason, PointRules } from '../../../../src/features/points/point-rules.ts';
import { createPointsLedger, POINTS_LEDGER, type PointEntry, type PointsLedger } from '../../../../src/features/points/points-ledger.ts';
import { createMemoryRecordStore } from '../../../../src/platform/store/memory/memory-record-store.ts';
import type { RecordCollection, RecordStore } from '../../../../src/platform/store/record-store.ts';
import { seededRandom } from '../../../../src/test-kit/seeded-random.ts';
import { RetryableError } from '../../../../src/values/errors/retryable-error.ts';
import type { JsonObject } from '../../../../src/values/json.ts';
import { asAddress } from '../../../support/branded.ts';
import { fc } from '../../../support/seeded-fast-check.ts';

const WALLET = asAddress('0x70997970c51812dc3a010c7d01b50e0d17dc79c8');
const OTHER = asAddress('0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc');
const DAY_MS = 86_400_000;
/** Start time of the test: an hour before midnight UTC. */
const EVENING_MS = Date.UTC(2026, 2, 10, 23);
const RULES: PointRules = {
  launchpadCreate: { points: 100, perDay: 300 },
  trade: { points: 10, perDay: 25 },
  'rocket-claim': { points: null, perDay: null },
};

function bench({ rules = RULES, records }: { rules?: PointRules; records?: RecordStore } = {}) {
  const clock = { nowMs: EVENING_MS, now: () => clock.nowMs };
  const store = records ?? createMemoryRecordStore({ clock });
  const node = (over: RecordStore = store) => createPointsLedger({ records: over, clock, rules: async () => rules });
  return { clock, store, node, rows: store.collection<PointEntry>(POINTS_LEDGER) };
}

const trade = (ledger: PointsLedger, nth: number, wallet = WALLET) => ledger.award({ reason: 'trade', ref: `1/0x${nth}`, wallet });

/** Returns every row of a wallet in the ledger, oldest first. */
async function rowsOf(ledger: PointsLedger, wallet = WALLET): Promise<readonly PointEntry[]> {
  const found: PointEntry[] = [];
  let cursor: string | null = null;
  do {
    const page = await ledger.history(wallet, { limit: 7, ...(cursor === null ? {} : { cursor }) });
    found.push(...page.entries);
    cursor = page.cursor;
  } while (cursor !== null);
  return found.reverse();
}

/** Checks the guarantees of the points ledger for the rows of one wallet. */
function expectSound(rows: readonly PointEntry[], rules: PointRules): void {
  expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, i) => i + 1));
  expect(new Set(rows.map(({ reason, ref }) => `${reason}/${ref}`)).size).toBe(rows.length);
  let sum = 0;
  const given = new Map<string, number>();
  for (const { points, balance, reason, day, ofDay } of rows) {
    sum += points;
    expect(balance).toBe(sum);
    const key = `${reason}/${day}`;
    given.set(key, (given.get(key) ?? 0) + points);
    expect(ofDay[reason]).toBe(given.get(key) ?? 0);
    expect(given.get(key)).toBeLessThanOrEqual(rules[reason].perDay ?? Number.POSITIVE_INFINITY);
  }
}

test('an event is awarded once, also when many ask at once on two nodes, and whatever wallet they name', async () => {
  const { node } = bench();
  const nodes = [node(), node()];
  const asked = await Promise.all(Array.from({ length: 50 }, (_, i) => trade(nodes[i % 2] ?? node(), 1)));
  expect(asked.filter((one) => one.kind === 'awarded' && one.isNew)).toHaveLength(1);
  expect(asked.every((one) => one.kind === 'awarded' && one.entry.points === 10)).toBe(true);
  expect(await trade(node(), 1, OTHER)).toMatchObject({ kind: 'awarded', isNew: false, entry: { wallet: WALLET } });
  expect(await node().balanceOf(WALLET)).toBe(10);
  expect(await node().balanceOf(OTHER)).toBe(0);
  expect(await node().find('trade', '1/0x1')).toMatchObject({ points: 10, seq: 1 });
  expect(await node().find('trade', '1/0x2')).toBeNull();
});

test('a day gives what its limit allows, to the point, and the next day begins again', async () => {
  const { node, clock } = bench();
  const ledger = node();
  const given = [];
  for (const nth of [1, 2, 3, 4]) given.push(await trade(ledger, nth));
  expect(given.map((one) => (one.kind === 'awarded' ? one.entry.points : one.kind))).toEqual([10, 10, 5, 'capped']);
  // The limit of one reason must not affect other reasons.
  expect(await ledger.award({ reason: 'launchpadCreate', ref: '1/0xa', wallet: WALLET })).toMatchObject({ entry: { points: 100 } });
  clock.nowMs += 2 * 3_600_000;
  expect(await trade(ledger, 4)).toMatchObject({ entry: { points: 10, balance: 135 } });
  expectSound(await rowsOf(ledger), RULES);
});

test('a clock that goes back does not open a day again', async () => {
  const { node, clock } = bench();
  const ledger = node();
  for (const nth of [1, 2, 3]) await trade(ledger, nth);
  clock.nowMs += DAY_MS;
  for (const nth of [4, 5]) await trade(ledger, nth);
  clock.nowMs -= DAY_MS;
  expect(await trade(ledger, 6)).toMatchObject({ entry: { points: 5 } });
  expect(await trade(ledger, 7)).toEqual({ kind: 'capped' });
  expectSound(await rowsOf(ledger), RULES);
});

test('an award with its own points gives them, and only whole numbers from 0', async () => {
  const ledger = bench().node();
  const claim = (points: number) => ledger.award({ reason: 'rocket-claim', ref: `1/1/${points}`, wallet: WALLET, points });
  expect(await claim(7)).toMatchObject({ entry: { points: 7 } });
  expect(await claim(0)).toEqual({ kind: 'capped' });
  for (const wrong of [-1, 1.5, Number.NaN, 2e9]) await expect(claim(wrong)).rejects.toMatchObject({ code: 'invalid-points' });
});

test('history is listed newest first, in pages that later rows do not disturb', async () => {
  const { node } = bench({ rules: { ...RULES, trade: { points: 1, perDay: null } } });
  const ledger = node();
  for (let nth = 1; nth <= 5; nth += 1) await trade(ledger, nth);
  const first = await ledger.history(WALLET, { limit: 2 });
  expect(first.entries.map(({ seq }) => seq)).toEqual([5, 4]);
  await trade(ledger, 6);
  const second = await ledger.history(WALLET, { limit: 10, cursor: first.cursor ?? '' });
  expect(second.entries.map(({ seq, balance }) => [seq, balance])).toEqual([
    [3, 3],
    [2, 2],
    [1, 1],
  ]);
  expect(second.cursor).toBeNull();
});

/** Creates a connection to a store on which calls run in a random order, and may fail before or after they took effect. */
function disturbed(inner: RecordStore, next: () => number): RecordStore {
  const calls = async <T>(work: () => Promise<T>): Promise<T> => {
    for (let turns = Math.floor(next() * 4); turns > 0; turns -= 1) await Promise.resolve();
    const fate = next();
    if (fate < 0.05) throw away();
    const result = await work();
    if (fate > 0.95) throw away();
    return result;
  };
  return {
    collection<T extends JsonObject>(spec: Parameters<RecordStore['collection']>[0]) {
      const of = inner.collection<T>(spec);
      const line: RecordCollection<T> = {
        ...of,
        get: (id) => calls(() => of.get(id)),
        find: (query) => calls(() => of.find(query)),
        insert: (id, value) => calls(() => of.insert(id, value)),
      };
      return line;
    },
  };
}

function away(): RetryableError {
  return new RetryableError({ code: 'store-unavailable', message: 'The store is away.' });
}

test('any interleaving of two nodes, with lost writes and lost replies, keeps every promise and gives the whole limit', async () => {
  const event = fc.record({
    node: fc.integer({ min: 0, max: 1 }),
    reason: fc.constantFrom<PointReason>('trade', 'launchpadCreate'),
    ref: fc.integer({ min: 0, max: 9 }),
    wallet: fc.constantFrom(WALLET, OTHER),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 1, maxLength: 25 }), fc.integer(), async (events, seed) => {
      const { store, node } = bench();
      const next = seededRandom(seed);
      const nodes = [node(disturbed(store, next)), node(disturbed(store, next))];
      await Promise.all(
        events.map(async ({ node: at, reason, ref, wallet }) => {
          for (;;) {
            try {
              return await nodes[at]?.award({ reason, ref: String(ref), wallet });
            } catch (error) {
              if (!(error instanceof RetryableError)) throw error;
            }
          }
        }),
      );
      for (const wallet of [WALLET, OTHER]) {
        const rows = await rowsOf(node(), wallet);
        expectSound(rows, RULES);
        for (const reason of ['trade', 'launchpadCreate'] as const) {
          const given = rows.filter((row) => row.reason === reason).reduce((sum, { points }) => sum + points, 0);
          // Some events were requested for both wallets. Only one wallet was awarded points for such an event, so only a maximum can be
          // checked then.
          const asked = new Set(events.filter((one) => one.reason === reason && one.wallet === wallet).map(({ ref }) => ref));
          const shared = events.filter((one) => one.reason === reason && one.wallet !== wallet && asked.has(one.ref)).length;
          const { points, perDay } = RULES[reason];
          const most = Math.min((points ?? 0) * asked.size, perDay ?? 0);
          expect(given).toBeLessThanOrEqual(most);
          if (shared === 0) expect(given).toBe(most);
        }
      }
    }),
    { numRuns: 100 },
  );
});
