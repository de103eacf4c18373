import { expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { createTradeActor } from '../../../../actors/trade/effects.ts';
import { createTradeActors } from '../../../../actors/trade/trades-client.ts';
import { createHashRepository } from '../../../../src/features/trades/hash-repository.ts';
import { byShare, createMakeRoom } from '../../../../src/features/trades/make-room.ts';
import { createRefreshTrades } from '../../../../src/features/trades/refresh-trades.ts';
import type { TradeReading } from '../../../../src/features/trades/trade-record.ts';
import { silentLog } from '../../../../src/platform/log/log.ts';
import { createMemoryRecordStore } from '../../../../src/platform/store/memory/memory-record-store.ts';
import type { ActorClient } from '../../../../src/runtime/define/client.ts';
import { createTestSystem } from '../../../../src/test-kit/create-test-system.ts';
import { parseHash } from '../../../../src/values/hash.ts';
import type { TradeObservation, TradeTerms } from '../../../../src/values/trade-terms.ts';
import { asChainAddress, asUnits } from '../../../support/branded.ts';

const START_MS = Date.UTC(2026, 0, 1);
const MINUTE_MS = 60_000;

/** Returns a different transaction hash for each name. */
const hashOf = (name: string) => parseHash(`0x${createHash('sha256').update(name).digest('hex')}`);

function createWorld(mostOpen: number) {
  let now = () => START_MS;
  const clock = { now: () => now() };
  const hashes = createHashRepository({ records: createMemoryRecordStore({ clock }), clock });
  const shown = new Set<string>();
  let reason = 'hash-not-on-chain';
  let asked = 0;
  const status = {
    async statusOf({ hash }: Pick<TradeReading, 'hash'>): Promise<TradeObservation> {
      asked += 1;
      const isShown = hash !== null && [...shown].some((name) => hashOf(name) === hash);
      const found = { substatus: null, reason: isShown ? 'not-arrived' : reason, amountOut: null, destinationHash: null } as const;
      return { hash, status: 'pending', sender: isShown ? 'wallet' : 'unseen', ...found };
    },
  };
  const system = createTestSystem({ startMs: START_MS, actors: [createTradeActor({ status, hashes })] });
  now = () => system.time.clock.now();
  const client: ActorClient = {
    of: (definition, key) => system.system().of(definition, key),
    send: (id, event, options) => system.system().send(id, event, options),
    list: (definition, query) => system.system().list(definition, query),
  };
  const trades = createTradeActors({ actors: client, store: system.store });
  const makeRoom = createMakeRoom({ trades, hashes, mostOpen });
  const refresh = createRefreshTrades({ trades, status, clock, log: silentLog });
  return {
    ...{ system, trades, shown, refresh, hashes },
    asked: () => asked,
    says: (word: string) => {
      reason = word;
    },
    async create(tradeId: string, wallet: string, hash: string | null): Promise<void> {
      await makeRoom(asChainAddress(wallet));
      const terms: TradeTerms = {
        ...{
          tradeId,
          quoteId: null,
          wallet: asChainAddress(wallet),
          recipient: asChainAddress(wallet),
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
      await trades.create({ terms, requestDigest: 'd', createdAtMs: now() });
      if (hash !== null) await trades.setHash(tradeId, hashOf(hash));
      await system.advance(1);
    },
    async read(tradeId: string): Promise<TradeReading> {
      const found = await trades.read(tradeId);
      if (found === null) throw new Error(`no trade ${tradeId}`);
      return found;
    },
    revisions: async (tradeId: string) => (await system.store.load([`trade/${tradeId}`]))[0]?.record.revision,
  };
}

test('the number of unproved records that are checked is bounded over all wallets; records that a chain has shown stay', async () => {
  const world = createWorld(10);
  world.shown.add('0xproved');
  await world.create('proved', '0xhonest', '0xproved');
  await world.system.advance(15_000);
  for (let n = 0; n < 60; n += 1) {
    await world.create(`junk-${n}`, `0xstranger${n}`, `0x${n}`);
    expect(await world.trades.countOpen('unseen')).toBeLessThanOrEqual(10);
  }
  expect(await world.read('proved')).toMatchObject({ status: 'pending', hashIsFixed: true });
  expect(await world.read('junk-0')).toMatchObject({ status: 'failed', reason: 'status-unknown' });
  expect(await world.read('junk-59')).toMatchObject({ status: 'pending' });
  // Of each wallet's pending records, the list must also contain those whose transaction the chain shows.
  expect((await world.trades.list({ wallet: asChainAddress('0xhonest'), statuses: ['pending'], limit: 5 })).trades).toHaveLength(1);
});

test('copies of a transaction that its chain shows are bounded too, and the record that answers for it stays', async () => {
  const world = createWorld(10);
  world.shown.add('0xproved');
  await world.create('proved', '0xhonest', '0xproved');
  await world.system.advance(15_000);
  for (let n = 0; n < 30; n += 1) {
    await world.create(`copy-${n}`, '0xhonest', '0xproved');
    await world.system.advance(15_000);
    expect(await world.trades.countOpen('seen')).toBeLessThanOrEqual(11);
  }
  expect(await world.read('proved')).toMatchObject({ status: 'pending', hashIsFixed: true });
  expect(await world.read('copy-0')).toMatchObject({ status: 'failed', reason: 'status-unknown' });
});

test('a wallet with many records loses them before one with few, and with equal shares the oldest goes first', () => {
  const open = (tradeId: string, wallet: string, createdAtMs: number) => ({ terms: { tradeId, wallet }, createdAtMs }) as TradeReading;
  const many = Array.from({ length: 11 }, (_, n) => open(`many ${n}`, '0xmany', 10 + n));
  const order = byShare([open('old', '0xa', 1), open('older', '0xb', 0), ...many]).map(({ terms }) => terms.tradeId);
  expect(order.slice(0, 2)).toEqual(['many 0', 'many 1']);
  expect(order.slice(-2)).toEqual(['older', 'old']);
});

test('requested checks write nothing unless they find something', async () => {
  const world = createWorld(0);
  await world.create('one', '0xw', '0x1');
  await world.refresh.ofWallet(asChainAddress('0xw'));
  expect(await world.read('one')).toMatchObject({ reason: 'hash-not-on-chain' });
  const before = await world.revisions('one');
  for (let n = 0; n < 2; n += 1) {
    await world.system.advance(4_000);
    await world.refresh.ofWallet(asChainAddress('0xw'));
  }
  expect(world.asked()).toBe(3);
  expect(await world.revisions('one')).toBe(before);
  // The chain's endpoint fails once. The reason for this appears and disappears again, and must not cause a new revision of the record.
  world.says('rpc-timeout');
  await world.refresh.one(await world.read('one'));
  expect(await world.revisions('one')).toBe(before);
  world.shown.add('0x1');
  await world.system.advance(4_000);
  await world.refresh.ofWallet(asChainAddress('0xw'));
  expect(await world.read('one')).toMatchObject({ hashIsFixed: true, reason: 'not-arrived' });
});

test('a record that was given up is checked automatically again only after a check that finds something', async () => {
  const world = createWorld(0);
  await world.create('one', '0xw', '0x1');
  await world.trades.setAside('one');
  // Waits until the status check that was already running has ended.
  await world.system.advance(MINUTE_MS);
  const before = await world.revisions('one');
  await world.refresh.ofWallet(asChainAddress('0xw'));
  expect(world.asked()).toBe(2);
  expect(await world.revisions('one')).toBe(before);
  world.shown.add('0x1');
  await world.system.advance(MINUTE_MS);
  await world.refresh.ofWallet(asChainAddress('0xw'));
  expect(await world.read('one')).toMatchObject({ status: 'pending', hashIsFixed: true });
});
