import { expect, test } from 'bun:test';
import { trade } from '../../../../actors/trade/actor.ts';
import { createTradeActor } from '../../../../actors/trade/effects.ts';
import { createHashRepository } from '../../../../src/features/trades/hash-repository.ts';
import type { TradeReading } from '../../../../src/features/trades/trade-record.ts';
import { createMemoryRecordStore } from '../../../../src/platform/store/memory/memory-record-store.ts';
import { createTestSystem } from '../../../../src/test-kit/create-test-system.ts';
import { RetryableError } from '../../../../src/values/errors/retryable-error.ts';
import { parseHash } from '../../../../src/values/hash.ts';
import type { TradeObservation, TradeTerms } from '../../../../src/values/trade-terms.ts';
import { asChainAddress, asUnits } from '../../../support/branded.ts';

const START_MS = Date.UTC(2026, 0, 1);
const TRADE = '3b241101-e2bb-4255-8caf-4136c566a962';

const hashOf = (digit: number) => parseHash(`0x${String(digit).repeat(64)}`);

function createWorld() {
  let now = () => START_MS;
  const clock = { now: () => now() };
  const hashes = createHashRepository({ records: createMemoryRecordStore({ clock }), clock });
  const looks: { atSec: number; hash: string | null }[] = [];
  let answer: Partial<TradeObservation> | Error = {};
  const status = {
    async statusOf({ hash }: Pick<TradeReading, 'hash'>): Promise<TradeObservation> {
      looks.push({ atSec: (now() - START_MS) / 1_000, hash });
      if (answer instanceof Error) throw answer;
      const nothing = {
        status: 'pending',
        substatus: null,
        reason: 'in-the-pool',
        amountOut: null,
        destinationHash: null,
        sender: 'unseen',
      } as const;
      return { hash, ...nothing, ...answer };
    },
  };
  const system = createTestSystem({ startMs: START_MS, actors: [createTradeActor({ status, hashes })] });
  now = () => system.time.clock.now();
  const ref = () => system.system().of(trade, TRADE);
  const terms: TradeTerms = {
    ...{
      tradeId: TRADE,
      quoteId: null,
      wallet: asChainAddress('0xw'),
      recipient: asChainAddress('0xw'),
      type: 'swap',
      fromChainId: 1,
      toChainId: 1,
      fromToken: asChainAddress('0xa'),
    },
    ...{
      toToken: asChainAddress('0xb'),
      amountIn: asUnits('5'),
      amountOutExpected: null,
      amountOutMin: null,
      aggregator: null,
      reference: null,
    },
  };
  return {
    system,
    hashes,
    looks,
    ref,
    says: (next: Partial<TradeObservation> | Error) => {
      answer = next;
    },
    create: () => ref().create({ terms, requestDigest: 'd', createdAtMs: START_MS }),
    createOrder: () => ref().create({ terms: { ...terms, reference: { id: '1' } }, requestDigest: 'd', createdAtMs: START_MS }),
    view: async () => (await ref().read())?.view,
  };
}

test('checks come after 10, 20, 40, 80, 160 and then 300 seconds, and none before there is a hash', async () => {
  const { system, create, ref, looks } = createWorld();
  await create();
  await system.advance(100_000);
  expect(looks).toEqual([]);
  await ref().ask({ type: 'SET_HASH', hash: hashOf(1) });
  await system.advance(1_000_000);
  const gaps = looks.map(({ atSec }, i) => atSec - (looks[i - 1]?.atSec ?? 100));
  // An effect starts within about a second after its delay, so the measured gaps are rounded.
  expect(gaps.map((gap) => Math.round(gap / 10) * 10)).toEqual([10, 20, 40, 80, 160, 300, 300]);
});

test('a process that dies loses no check, and a check uses the record’s current hash', async () => {
  const { system, create, ref, looks, says, view } = createWorld();
  await create();
  await ref().ask({ type: 'SET_HASH', hash: hashOf(1) });
  system.crash();
  await ref().ask({ type: 'SET_HASH', hash: hashOf(2) });
  says({ status: 'success', amountOut: asUnits('9'), sender: 'wallet' });
  system.faults(({ note }) => (note.event.type === 'LOOKED' && system.crashes() === 1 ? { kind: 'crash', point: 'before' } : null));
  await system.advance(120_000);
  expect(system.crashes()).toBe(2);
  expect(new Set(looks.map(({ hash }) => hash))).toEqual(new Set([hashOf(2)]));
  expect(await view()).toMatchObject({ status: 'success', amountOutActual: asUnits('9'), hash: hashOf(2), hashIsFixed: true });
});

test('a failed check is followed by the next one, and the actor continues', async () => {
  const { system, create, ref, says, view } = createWorld();
  await create();
  await ref().ask({ type: 'SET_HASH', hash: hashOf(1) });
  says(new RetryableError({ code: 'store-unavailable', message: 'away' }));
  await system.advance(60_000);
  expect(await view()).toMatchObject({ status: 'pending', reason: 'store-unavailable' });
  says({ status: 'failed', reason: 'reverted', sender: 'wallet' });
  await system.advance(300_000);
  expect(await view()).toMatchObject({ status: 'failed', reason: 'reverted' });
  expect((await ref().read())?.health.state).toBe('ok');
});

test('the hash of the paying transaction that the aggregator names becomes the record’s, and the next check uses it', async () => {
  const { system, createOrder, looks, says, view } = createWorld();
  await createOrder();
  says({ sourceHash: hashOf(5) });
  await system.advance(11_000);
  expect(await view()).toMatchObject({ status: 'pending', hash: hashOf(5), hashIsFixed: false });
  says({ status: 'success', amountOut: asUnits('9'), sender: 'wallet', sourceHash: hashOf(6) });
  await system.advance(11_000);
  expect(looks.map(({ hash }) => hash)).toEqual([null, hashOf(5)]);
  expect(await view()).toMatchObject({ status: 'success', hash: hashOf(5), hashIsFixed: true });
});

test('a hash that another wallet’s record has proved is given up, and a replaced hash can be used by others', async () => {
  const { system, create, ref, hashes, view } = createWorld();
  await create();
  await ref().ask({ type: 'SET_HASH', hash: hashOf(1) });
  await system.settle();
  expect(await hashes.holderOf(hashOf(1))).toMatchObject({ tradeId: TRADE, isProved: false });
  await ref().ask({ type: 'SET_HASH', hash: hashOf(2) });
  await system.settle();
  expect(await hashes.holderOf(hashOf(1))).toBeNull();
  const rest = { tradeId: 'another', hasArrived: false, isBuiltHere: false, createdAtMs: 0 };
  await hashes.offer({ ...rest, hash: hashOf(3), wallet: asChainAddress('0xother'), isProved: true });
  await ref().ask({ type: 'SET_HASH', hash: hashOf(3) });
  await system.settle();
  expect(await view()).toMatchObject({ hash: null, reason: 'hash-of-another-record', status: 'pending' });
  expect(await hashes.holderOf(hashOf(2))).toBeNull();
});

test('an unproved hash, or one of a record of the same wallet, is kept', async () => {
  const { system, create, ref, hashes, view } = createWorld();
  await create();
  const rest = { tradeId: 'another', hasArrived: false, isBuiltHere: false, createdAtMs: 0 };
  await hashes.offer({ ...rest, hash: hashOf(1), wallet: asChainAddress('0xother'), isProved: false });
  await hashes.offer({ ...rest, hash: hashOf(2), wallet: asChainAddress('0xw'), isProved: true });
  for (const hash of [hashOf(1), hashOf(2)]) {
    await ref().ask({ type: 'SET_HASH', hash: hash });
    await system.settle();
    expect(await view()).toMatchObject({ hash });
  }
});

test('an end that only the aggregator reported can be replaced by another transaction; one that the chain has shown cannot', async () => {
  for (const status of ['success', 'failed'] as const) {
    const { system, create, ref, says, view } = createWorld();
    await create();
    await ref().ask({ type: 'SET_HASH', hash: hashOf(1) });
    says({ status, reason: status === 'success' ? 'provider-says' : 'provider-failed' });
    await system.advance(12_000);
    expect(await view()).toMatchObject({ status, hash: hashOf(1), hashIsFixed: false });
    await ref().ask({ type: 'SET_HASH', hash: hashOf(2) });
    expect(await view()).toMatchObject({ status: 'pending', hash: hashOf(2), settledAtMs: null });
    says({ status, reason: null, sender: 'wallet' });
    await system.advance(12_000);
    await ref().ask({ type: 'SET_HASH', hash: hashOf(3) });
    expect(await view()).toMatchObject({ status, hash: hashOf(2) });
  }
});

test('the aggregator’s reference is accepted while there is none, and checks begin', async () => {
  const { system, create, ref, looks, view } = createWorld();
  await create();
  await system.advance(60_000);
  expect(looks).toEqual([]);
  await ref().ask({ type: 'SET_REFERENCE', reference: { orderUid: '1' } });
  await ref().ask({ type: 'SET_REFERENCE', reference: { orderUid: '2' } });
  await system.advance(12_000);
  expect(looks).toHaveLength(1);
  expect((await view())?.terms.reference).toEqual({ orderUid: '1' });
});

test('after a day without an answer the tick sets the status to unknown', async () => {
  const { system, create, view } = createWorld();
  await create();
  system.time.moveTo(START_MS + 24 * 3_600_000);
  await system.tick();
  expect(await view()).toMatchObject({ status: 'failed', reason: 'status-unknown' });
});
