import { expect, test } from 'bun:test';
import { createReceiptWatch, type InFlightNow } from '../../../../src/market/chains/receipt-watch.ts';

const T0 = Date.UTC(2027, 0, 1);
const MINUTE = 60_000;

function watched(blockMs: number | null = 12_000) {
  const state: { nowMs: number; flights: readonly InFlightNow[] } = { nowMs: T0, flights: [] };
  const watch = createReceiptWatch({
    inFlight: async () => state.flights,
    confirmations: 10,
    blockMs: () => blockMs,
    now: () => state.nowMs,
  });
  async function at(nowMs: number, ...flights: readonly InFlightNow[]): Promise<string | null> {
    Object.assign(state, { nowMs, flights });
    await watch.look();
    return watch.trouble()?.word ?? null;
  }
  return { watch, at };
}

const sent = { requestKey: 'batch 1', nonce: 7, versions: [{ hash: '0xabc', signedAtMs: T0 }], minedIn: null, problem: null };

test('a transaction without a receipt is reported after two minutes, with its nonce and the last problem, until its receipt comes', async () => {
  const { watch, at } = watched();
  expect(await at(T0 + MINUTE / 2, sent)).toBeNull();
  expect(watch.waiting()).toEqual({ count: 1, longestMs: MINUTE / 2 });
  expect(await at(T0 + 2 * MINUTE, { ...sent, problem: 'txpool is full' })).toBe('no-receipt');
  expect(watch.trouble()?.sentence).toBe(
    'The transaction with nonce 7 (0xabc), signed at 2027-01-01 00:00:00 UTC, has no receipt. Last problem: txpool is full.',
  );
  // The description of the problem is stored in records. So it must stay the same when the transaction is sent again with a higher fee;
  // otherwise each resend would change the records.
  const told = watch.trouble();
  await at(T0 + 3 * MINUTE, { ...sent, versions: [...sent.versions, { hash: '0xdef', signedAtMs: T0 + 2 * MINUTE }] });
  expect(watch.trouble()).toBe(told);
  expect(await at(T0 + 4 * MINUTE)).toBeNull();
  expect(watch.waiting()).toEqual({ count: 0, longestMs: 0 });
});

test('a mined transaction gets twice the time of the confirmation depth', async () => {
  const { at } = watched();
  const mined = { ...sent, minedIn: 100 };
  await at(T0, sent);
  expect(await at(T0 + 5.9 * MINUTE, mined)).toBeNull();
  expect(await at(T0 + 6 * MINUTE, mined)).toBe('not-final');
});

test('a transaction that is continued counts from then on, and so does the next request', async () => {
  const { at } = watched();
  expect(await at(T0 + 60 * MINUTE, sent)).toBeNull();
  expect(await at(T0 + 62 * MINUTE, sent)).toBe('no-receipt');
  const next = { ...sent, requestKey: 'batch 2', versions: [{ hash: '0x2', signedAtMs: T0 + 62.5 * MINUTE }] };
  expect(await at(T0 + 63 * MINUTE, next)).toBeNull();
});

test('of several in flight, the lowest nonce in trouble is told, and the longest wait is that of the oldest', async () => {
  const { watch, at } = watched();
  const next = { ...sent, requestKey: 'batch 2', nonce: 8, versions: [{ hash: '0x2', signedAtMs: T0 + MINUTE / 2 }] };
  await at(T0 + MINUTE / 2, sent, next);
  expect(await at(T0 + MINUTE, sent, next)).toBeNull();
  expect(watch.waiting()).toEqual({ count: 2, longestMs: MINUTE });
  expect(await at(T0 + 3 * MINUTE, sent, next)).toBe('no-receipt');
  expect(watch.trouble()?.sentence).toContain('nonce 7');
  expect(await at(T0 + 3.1 * MINUTE, { ...sent, minedIn: 5 }, next)).toBe('no-receipt');
  expect(watch.trouble()?.sentence).toContain('nonce 8');
});
