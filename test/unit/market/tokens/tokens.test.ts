import { beforeEach, describe, expect, test } from 'bun:test';
import { registerDevnet } from '../../../../src/market/devnet/register-devnet.ts';
import { createNetworks, type Networks } from '../../../../src/market/networks/create-networks.ts';
import { createTokenList, type TokenList } from '../../../../src/market/tokens/create-token-list.ts';
import { createTokens, type Tokens } from '../../../../src/market/tokens/create-tokens.ts';
import type { Token } from '../../../../src/market/tokens/token.ts';
import { createMemoryCache } from '../../../../src/platform/cache/memory/memory-cache.ts';
import { createMemoryRecordStore } from '../../../../src/platform/store/memory/memory-record-store.ts';
import { parseAddress } from '../../../../src/values/address.ts';
import { SOLANA_CHAIN_ID } from '../../../../src/values/chain-ids.ts';
import { NATIVE_ADDRESS, NATIVE_SENTINELS } from '../../../../src/values/native.ts';

const USDC = '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359';
const noSettings = { rpcUrls: {}, contracts: { relayer: {}, dcaVault: {}, autopilotVault: {} } };
const deployed = (last: string) => parseAddress(`0x${last.padStart(40, '0')}`);
const deployment = (deploymentId: string, first: string) => ({
  chainId: 31337,
  deploymentId,
  contracts: {
    dcaVault: deployed('d1'),
    swapRouter: deployed('d2'),
    quoter: deployed('d3'),
    factory: deployed('d4'),
    weth: deployed('aa'),
    multicall3: deployed('d5'),
  },
  tokens: [
    { symbol: 'WETH', name: 'Wrapped Ether', address: deployed('aa'), decimals: 18, coingeckoId: 'devnet-weth', cmcId: 1 },
    { symbol: 'THIN', name: 'Thin', address: deployed(first), decimals: 18, coingeckoId: 'devnet-thin', cmcId: 2 },
    { symbol: 'USDC', name: 'USD Coin', address: deployed('bb'), decimals: 6, coingeckoId: 'devnet-usdc', cmcId: 3 },
  ],
});

let nowMs: number;
let tokens: Tokens;
let networks: Networks;
let list: TokenList;
let rendered: number;

beforeEach(() => {
  nowMs = 1_700_000_000_000;
  rendered = 0;
  const clock = { now: () => nowMs };
  const records = createMemoryRecordStore({ clock });
  tokens = createTokens({ records, clock });
  networks = createNetworks({ records, settings: { ...noSettings, rpcUrls: { 137: ['http://127.0.0.1:1/secret-key'] } } });
  const render = (rows: readonly Token[]) => {
    rendered++;
    return JSON.stringify(rows);
  };
  list = createTokenList({ tokens, networks, cache: createMemoryCache({ clock }), render, clock });
});

describe('seeding', () => {
  test('a second start adds nothing, and leaves what an operator changed or removed', async () => {
    expect(await tokens.seed()).toBeGreaterThan(100);
    expect(await networks.seed()).toBeGreaterThan(15);
    const usdc = await tokens.find(137, USDC);
    if (usdc === null) throw new Error('USDC was not seeded');
    await tokens.put({ ...usdc, name: 'Changed', order: 99 });
    expect(await tokens.removeAll(534352)).toBeGreaterThan(0);
    const polygon = await networks.get(137);
    if (polygon === null) throw new Error('Polygon was not seeded');
    const { nodeUrls: _, ...record } = polygon;
    await networks.put({ ...record, show: false });

    expect(await tokens.seed()).toBe(0);
    expect(await networks.seed()).toBe(0);
    expect(await tokens.find(137, USDC)).toMatchObject({ name: 'Changed', order: 99 });
    expect(await tokens.listOf(534352)).toEqual([]);
    expect(await networks.get(137)).toMatchObject({ show: false });
  });
});

describe('looking up', () => {
  beforeEach(async () => {
    await tokens.seed();
    await networks.seed();
  });

  test('takes any casing', async () => {
    for (const address of [USDC, USDC.toLowerCase(), `0X${USDC.slice(2).toUpperCase()}`]) {
      expect(await tokens.find(137, address)).toMatchObject({ symbol: 'USDC', address: USDC.toLowerCase(), decimals: 6 });
    }
    const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
    expect(await tokens.find(SOLANA_CHAIN_ID, mint.toLowerCase())).toMatchObject({ address: mint });
  });

  test('finds the native token under each sentinel', async () => {
    for (const sentinel of NATIVE_SENTINELS) expect(await tokens.find(137, sentinel)).toMatchObject({ symbol: 'POL', order: 0 });
    const found = await tokens.findMany(NATIVE_SENTINELS.map((address) => ({ chainId: 1, address })));
    expect([...found.values()].map((token) => token.symbol)).toEqual(['ETH', 'ETH', 'ETH']);
  });

  test('finds nothing on another chain', async () => {
    expect(await tokens.find(1, USDC)).toBeNull();
    expect(await tokens.find(4242, NATIVE_ADDRESS)).toBeNull();
  });

  test('uses only endpoints that the settings give, and never shows them in the record', async () => {
    expect(await networks.get(137)).toMatchObject({ nodeUrls: ['http://127.0.0.1:1/secret-key'] });
    expect((await networks.get(137))?.rpcUrls.join()).not.toContain('secret-key');
    expect(await networks.get(1)).toMatchObject({ nodeUrls: [] });
  });
});

describe('the token list', () => {
  const token = (address: string, order?: number): Token => {
    const base = { chainId: 137, address: deployed(address), symbol: address, decimals: 18, name: address, logoURI: '' };
    return order === undefined ? base : { ...base, order };
  };

  test('has those with an order first, ascending, then the rest in the order in which they came', async () => {
    await networks.seed();
    await tokens.addMissing([token('f'), token('e', 7), token('d'), token('c', 0), token('b', 3.5)]);
    nowMs += 1;
    await tokens.addMissing([token('a')]);
    const { body } = await list.get(137);
    expect(JSON.parse(String(body)).map((row: Token) => row.symbol)).toEqual(['c', 'b', 'e', 'f', 'd', 'a']);
    expect(Object.keys(JSON.parse(String(body))[0])).not.toContain('added');
  });

  test('is serialised once in 300 s, for any number of requests', async () => {
    await networks.seed();
    await tokens.addMissing([token('a', 1)]);
    const first = await Promise.all([list.get(137), list.get(137), list.get(137)]);
    nowMs += 299_000;
    expect(await list.get(137)).toEqual(first[0]);
    expect(rendered).toBe(1);
    await tokens.put(token('b', 0));
    nowMs += 2_000;
    const second = await list.get(137);
    expect(rendered).toBe(2);
    expect(second.etag).not.toBe(first[0].etag);
  });

  test('shows a change at once after the cache was cleared', async () => {
    await networks.seed();
    await tokens.addMissing([token('a', 1)]);
    await list.get(137);
    await tokens.put(token('b', 0));
    await list.clear(137);
    expect(JSON.parse(String((await list.get(137)).body))).toHaveLength(2);
  });

  test('of an unknown or hidden chain is not found', async () => {
    await networks.seed();
    for (const chainId of [4242, 1101]) {
      expect(list.get(chainId)).rejects.toMatchObject({ code: 'chain-not-found', message: 'Chain not found', status: 404 });
    }
  });
});

describe('registering a devnet', () => {
  test('gives it a network and its tokens with both price ids, the native one ranked first', async () => {
    await registerDevnet({ networks, tokens }, deployment('0x01', 'cc'), { rpcUrl: 'http://127.0.0.1:8545' });
    expect(await networks.requireShown(31337)).toMatchObject({ confirmations: 0, nodeUrls: ['http://127.0.0.1:8545'] });
    const rows = await tokens.listOf(31337);
    expect(rows.map((row) => row.symbol)).toEqual(['ETH', 'USDC', 'WETH', 'THIN']);
    for (const row of rows) expect([typeof row.coingeckoId, typeof row.cmcId]).toEqual(['string', 'number']);
  });

  test('again with the same deployment leaves tokens as they are, with another one replaces them', async () => {
    await registerDevnet({ networks, tokens }, deployment('0x01', 'cc'), { rpcUrl: 'http://127.0.0.1:8545' });
    await tokens.put({ chainId: 31337, address: deployed('cc'), symbol: 'MINE', decimals: 18, name: '', logoURI: '' });
    await registerDevnet({ networks, tokens }, deployment('0x01', 'cc'), { rpcUrl: 'http://127.0.0.1:9999' });
    expect(await tokens.find(31337, deployed('cc'))).toMatchObject({ symbol: 'MINE' });
    expect(await networks.get(31337)).toMatchObject({ rpcUrls: ['http://127.0.0.1:9999'] });
    await registerDevnet({ networks, tokens }, deployment('0x02', 'dd'), { rpcUrl: 'http://127.0.0.1:9999' });
    expect(await tokens.find(31337, deployed('cc'))).toBeNull();
    expect(await tokens.find(31337, deployed('dd'))).toMatchObject({ symbol: 'THIN' });
  });
});
