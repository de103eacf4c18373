import { expect, test } from 'bun:test';
import { createPointsLedger } from '../../../../src/features/points/points-ledger.ts';
import { createTradeAwards, POINTS_TRADES } from '../../../../src/features/points/trade-awards.ts';
import { tellingTrades } from '../../../../src/features/trades/telling-trades.ts';
import type { RelayedTrade } from '../../../../src/platform/chain/relayer/read-relayed.ts';
import { silentLog } from '../../../../src/platform/log/log.ts';
import { createMemoryRecordStore } from '../../../../src/platform/store/memory/memory-record-store.ts';
import { RetryableError } from '../../../../src/values/errors/retryable-error.ts';
import { NATIVE_ADDRESS } from '../../../../src/values/native.ts';
import { asAddress, asHash } from '../../../support/branded.ts';

const WALLET = asAddress('0x70997970c51812dc3a010c7d01b50e0d17dc79c8');
const OTHER = asAddress('0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc');
const USDC = asAddress(`0x${'01'.repeat(20)}`);
const WETH = asAddress(`0x${'02'.repeat(20)}`);
const FAKE = asAddress(`0x${'03'.repeat(20)}`);
const RELAYER = asAddress(`0x${'0e'.repeat(20)}`);
const HASH = asHash(`0x${'ab'.repeat(32)}`);
/** A relayed trade whose output is 10,000,000 base units of USDC, which are ten dollars. */
const swap: RelayedTrade = { from: WALLET, fromToken: WETH, toToken: USDC, amountOut: 10_000_000n, isFinal: true };

function bench(first: RelayedTrade | null = swap) {
  const clock = { nowMs: Date.UTC(2026, 2, 10, 12), now: () => clock.nowMs };
  const records = createMemoryRecordStore({ clock });
  const world = { trade: first as RelayedTrade | null | Error, price: '1' as string | null, relayer: RELAYER as typeof RELAYER | null };
  const rule = { points: 10, perDay: 100 };
  const rules = async () => ({ launchpadCreate: rule, trade: rule, 'rocket-claim': rule });
  const ledger = createPointsLedger({ records, clock, rules });
  const node = () =>
    createTradeAwards({
      ...{ records, clock, ledger, log: silentLog, minUsd: () => 10 },
      contractsOf: async () => (world.relayer === null ? null : { relayer: world.relayer, wrappedNative: WETH }),
      readRelayed: async () => {
        if (world.trade instanceof Error) throw world.trade;
        return world.trade;
      },
      tokens: {
        find: async (chainId, address) =>
          address === FAKE
            ? null
            : { chainId, address: asAddress(address), decimals: address === USDC ? 6 : 18, symbol: 'X', name: 'X', logoURI: '' },
      },
      prices: {
        priceOf: async () =>
          world.price === null
            ? { price: null, reason: 'upstream-error' as const }
            : { price: { usd: world.price, atMs: clock.nowMs, source: 'test' }, reason: null },
      },
    });
  const waiting = () => records.collection(POINTS_TRADES).count({});
  const noted = async (wallet = WALLET) => {
    await node().note({ chainId: 1, hash: HASH, wallet });
    await node().round();
    return ledger.balanceOf(wallet);
  };
  return { clock, world, ledger, node, waiting, noted };
}

test('a swap through the relayer gives points once, however often it is told and on how many nodes', async () => {
  const { node, noted, ledger, waiting } = bench();
  expect(await noted()).toBe(10);
  expect(await noted()).toBe(10);
  const nodes = [node(), node()];
  await Promise.all(nodes.map((each) => each.note({ chainId: 1, hash: HASH, wallet: WALLET })));
  await Promise.all(nodes.map((each) => each.round()));
  expect(await ledger.balanceOf(WALLET)).toBe(10);
  expect(await waiting()).toBe(0);
});

test.each([
  ['that another wallet sent', { ...swap, from: OTHER }],
  ['of which the relayer knows nothing', null],
  ['that is worth less', { ...swap, amountOut: 9_999_999n }],
  ['of a token that is not listed', { ...swap, fromToken: FAKE }],
  ['into a token that is not listed', { ...swap, toToken: FAKE }],
  ['that only wraps', { ...swap, fromToken: NATIVE_ADDRESS, toToken: WETH, amountOut: 10n ** 21n }],
  [
    'that only unwraps, by another name of the native asset',
    { ...swap, toToken: asAddress(`0x${'ee'.repeat(20)}`), amountOut: 10n ** 21n },
  ],
  ['of a token for itself', { ...swap, fromToken: USDC }],
])('a trade %s gives nothing, and is looked at once', async (_, trade) => {
  const { noted, waiting } = bench(trade);
  expect(await noted()).toBe(0);
  expect(await waiting()).toBe(0);
});

test('a trade on a chain without a relayer gives nothing', async () => {
  const { noted, world, waiting } = bench();
  world.relayer = null;
  expect(await noted()).toBe(0);
  expect(await waiting()).toBe(0);
});

test('what cannot be said yet is looked at again, and given up after a week', async () => {
  const { noted, world, node, clock, ledger, waiting } = bench({ ...swap, isFinal: false });
  expect(await noted()).toBe(0);
  for (const next of [{ ...swap, isFinal: false }, new RetryableError({ code: 'rpc-unavailable', message: 'The node is away.' })]) {
    world.trade = next;
    clock.nowMs += 3_600_000;
    await node().round();
    expect(await waiting()).toBe(1);
  }
  world.trade = swap;
  world.price = null;
  clock.nowMs += 3_600_000;
  await node().round();
  expect([await waiting(), await ledger.balanceOf(WALLET)]).toEqual([1, 0]);
  world.price = '1';
  // The price is available again, but the next attempt for this trade is not due yet. So no points may be awarded now.
  await node().round();
  expect(await ledger.balanceOf(WALLET)).toBe(0);
  clock.nowMs += 3_600_000;
  await node().round();
  expect([await waiting(), await ledger.balanceOf(WALLET)]).toEqual([0, 10]);

  const hopeless = bench(null);
  hopeless.world.trade = new RetryableError({ code: 'rpc-unavailable', message: 'The node is away.' });
  await hopeless.noted();
  hopeless.clock.nowMs += 8 * 86_400_000;
  await hopeless.node().round();
  expect(await hopeless.waiting()).toBe(0);
});

test('only swaps that the chain shows to be the wallet’s are told, before their record says so', async () => {
  const told: string[] = [];
  const terms = { wallet: WALLET, fromChainId: 1, toChainId: 1 };
  const seen = { hash: HASH, status: 'success', sender: 'wallet' };
  const ask = (of: object, observation: object) =>
    tellingTrades({ statusOf: async () => ({ ...seen, ...observation }) as never }, async ({ chainId, hash, wallet }) => {
      told.push(`${chainId} ${hash} ${wallet}`);
    }).statusOf({ terms: { ...terms, ...of } } as never, new AbortController().signal);
  await ask({}, {});
  expect(told).toEqual([`1 ${HASH} ${WALLET}`]);
  for (const [of, observation] of [
    [{}, { status: 'pending' }],
    [{}, { status: 'failed' }],
    [{}, { sender: 'unseen' }],
    [{}, { sender: 'other' }],
    [{}, { hash: null }],
    [{ toChainId: 2 }, {}],
  ] as const)
    await ask(of, observation);
  expect(told).toHaveLength(1);
});
