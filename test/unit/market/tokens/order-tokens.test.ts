import { beforeEach, describe, expect, test } from 'bun:test';
import { createNetworks, type Networks } from '../../../../src/market/networks/create-networks.ts';
import { createTokens, type Tokens } from '../../../../src/market/tokens/create-tokens.ts';
import { orderTokens } from '../../../../src/market/tokens/order-tokens.ts';
import { planTokenOrder } from '../../../../src/market/tokens/plan-token-order.ts';
import { readTokenSeed } from '../../../../src/market/tokens/read-token-seed.ts';
import type { Token } from '../../../../src/market/tokens/token.ts';
import { ProviderFailure } from '../../../../src/platform/http-client/provider-failure.ts';
import { createMemoryRecordStore } from '../../../../src/platform/store/memory/memory-record-store.ts';
import { type ChainAddress, parseAddress } from '../../../../src/values/address.ts';
import { NATIVE_ADDRESS } from '../../../../src/values/native.ts';
import { asChainAddress } from '../../../support/branded.ts';

const addressOf = (digit: string) => parseAddress(`0x${digit.repeat(40)}`);
const tokenOf = (symbol: string, address: ChainAddress, order?: number, chainId = 137): Token => ({
  ...{ address, chainId, symbol, decimals: 18, name: symbol, logoURI: '' },
  ...(order === undefined ? {} : { order }),
});

describe('the rules', () => {
  const plan = (tokens: readonly Token[], ...onTheList: string[]) => planTokenOrder(tokens, new Set(onTheList));

  test('native is 0 whatever the list says, and ladder symbols rank at their index plus one', () => {
    const tokens = [tokenOf('SHIB', addressOf('a')), tokenOf('POL', NATIVE_ADDRESS), tokenOf('USDC', addressOf('b'))];
    expect(plan(tokens, addressOf('a'), addressOf('b')).changes).toEqual([
      { address: NATIVE_ADDRESS, symbol: 'POL', from: null, to: 0 },
      { address: addressOf('b'), symbol: 'USDC', from: null, to: 1 },
      { address: addressOf('a'), symbol: 'SHIB', from: null, to: 54 },
    ]);
  });

  test.each([
    ['usdc', 1],
    ['USDC.e', 3],
    ['USDbC', 4],
    ['USD₮0', null],
    ['USDT0', 5],
    ['wstETH', 23],
    ['W-BTC ', 17],
    ['USDC2', null],
  ])('%s ranks %p', (symbol, rank) => {
    const { changes, unchanged } = plan([tokenOf(symbol, addressOf('a'))], addressOf('a'));
    expect(changes[0]?.to ?? null).toBe(rank);
    expect(unchanged).toBe(rank === null ? 1 : 0);
  });

  test('an impostor with the symbol of a ladder token, and a token that is on the list only, are not promoted', () => {
    const { changes, byHand, unchanged } = plan([tokenOf('USDC', addressOf('a'), 3), tokenOf('MEME', addressOf('b'))], addressOf('b'));
    expect(changes).toEqual([]);
    expect(byHand).toEqual([{ address: addressOf('a'), symbol: 'USDC', rank: 1, order: 3 }]);
    expect(unchanged).toBe(1);
  });

  test('casing of an address does not matter, and a token that has its rank is not changed', () => {
    const upper = asChainAddress(`0x${'AB'.repeat(20)}`);
    expect(plan([tokenOf('USDC', upper, 1), tokenOf('USDT', addressOf('c'), 60)], upper.toLowerCase(), addressOf('c'))).toEqual({
      changes: [{ address: addressOf('c'), symbol: 'USDT', from: 60, to: 2 }],
      byHand: [],
      unchanged: 1,
    });
  });

  test('the seeded chains follow the rules: a list that carries them all changes nothing', () => {
    const seeded = readTokenSeed();
    const all = new Set(seeded.map(({ address }) => address.toLowerCase()));
    expect(planTokenOrder(seeded, all).changes).toEqual([]);
  });
});

describe('the tool', () => {
  let tokens: Tokens;
  let networks: Networks;
  let cleared: number;
  let lists: Record<number, string[] | null | Error>;

  beforeEach(async () => {
    const clock = { now: () => 1_700_000_000_000 };
    const records = createMemoryRecordStore({ clock });
    tokens = createTokens({ records, clock });
    networks = createNetworks({ records, settings: { rpcUrls: {}, contracts: { relayer: {}, dcaVault: {}, autopilotVault: {} } } });
    await networks.seed();
    cleared = 0;
    lists = { 137: [addressOf('b')], 1: [addressOf('c')] };
    await tokens.addMissing([tokenOf('POL', NATIVE_ADDRESS), tokenOf('USDC', addressOf('b'), 70), tokenOf('DAI', addressOf('d'), 9)]);
    await tokens.addMissing([tokenOf('USDT', addressOf('c'), undefined, 1)]);
  });

  const run = (options: { chainId?: number; isApplied: boolean }, beforeWrite = async () => {}) =>
    orderTokens(
      {
        tokens,
        networks,
        curated: {
          async addressesOf(chainId) {
            const list = lists[chainId] ?? null;
            if (list instanceof Error) throw list;
            await beforeWrite();
            return list === null ? null : new Set(list);
          },
        },
        async clearLists() {
          cleared += 1;
          return 'cleared';
        },
      },
      options,
    );
  const ordersOf = async (chainId: number) => (await tokens.listOf(chainId)).map(({ symbol, order }) => [symbol, order]);

  test('a dry run tells and writes nothing', async () => {
    const before = await ordersOf(137);
    const { chains, lists: cache } = await run({ isApplied: false });
    expect(chains.find(({ chainId }) => chainId === 137)).toEqual({
      chainId: 137,
      name: 'Polygon',
      list: 'carried',
      failure: null,
      changes: [
        { address: NATIVE_ADDRESS, symbol: 'POL', from: null, to: 0 },
        { address: addressOf('b'), symbol: 'USDC', from: 70, to: 1 },
      ],
      byHand: [{ address: addressOf('d'), symbol: 'DAI', rank: 8, order: 9 }],
      unchanged: 0,
      overtaken: [],
    });
    expect(await ordersOf(137)).toEqual(before);
    expect([cache, cleared]).toEqual([null, 0]);
  });

  test('with apply it writes, clears the lists once, and has nothing to do the next time', async () => {
    expect((await run({ isApplied: true })).lists).toBe('cleared');
    expect(await ordersOf(137)).toEqual([
      ['POL', 0],
      ['USDC', 1],
      ['DAI', 9],
    ]);
    expect(await ordersOf(1)).toEqual([['USDT', 2]]);
    const again = await run({ isApplied: true });
    expect(again.chains.flatMap(({ changes }) => changes)).toEqual([]);
    expect(cleared).toBe(1);
  });

  test('with one chain it changes only that chain', async () => {
    expect((await run({ isApplied: true, chainId: 1 })).chains.map(({ chainId }) => chainId)).toEqual([1]);
    expect((await ordersOf(137))[0]).toEqual(['DAI', 9]);
    await expect(run({ isApplied: true, chainId: 4242 })).rejects.toMatchObject({ code: 'chain-not-found' });
  });

  test('a chain whose list is not available is not changed, and the others continue', async () => {
    lists[137] = new ProviderFailure('timeout', 'The curated list did not answer in time.');
    const { chains } = await run({ isApplied: true });
    expect(chains.find(({ chainId }) => chainId === 137)).toMatchObject({
      list: 'failed',
      failure: { code: 'provider-timeout' },
      changes: [],
    });
    expect(await ordersOf(137)).toEqual([
      ['DAI', 9],
      ['USDC', 70],
      ['POL', undefined],
    ]);
    expect(await ordersOf(1)).toEqual([['USDT', 2]]);
  });

  test('on a chain that the list does not carry only native gets its rank, and ladder tokens are named', async () => {
    lists[137] = null;
    const { chains } = await run({ isApplied: true, chainId: 137 });
    expect(chains[0]).toMatchObject({
      list: 'not-carried',
      changes: [{ symbol: 'POL', to: 0 }],
      byHand: [{ symbol: 'USDC' }, { symbol: 'DAI' }],
    });
  });

  test('a rank that an operator sets meanwhile is not overwritten', async () => {
    const setByHand = async () => {
      const usdc = await tokens.find(137, addressOf('b'));
      if (usdc !== null) await tokens.put({ ...usdc, order: 5 });
    };
    const { chains } = await run({ isApplied: true, chainId: 137 }, setByHand);
    expect(chains[0]?.overtaken).toEqual([{ address: addressOf('b'), symbol: 'USDC', from: 70, to: 1 }]);
    expect((await tokens.find(137, addressOf('b')))?.order).toBe(5);
  });
});
