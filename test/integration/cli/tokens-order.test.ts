import { afterEach, beforeEach, expect, test } from 'bun:test';
import { openStoreAt } from '../../../src/app/open-store.ts';
import { tokensOrder } from '../../../src/cli/commands/tokens-order.ts';
import { operatorName } from '../../../src/cli/operator/operator-name.ts';
import { loadConfig } from '../../../src/config.ts';
import { createAudit } from '../../../src/features/admin/create-audit.ts';
import { createNetworks } from '../../../src/market/networks/create-networks.ts';
import { createTokenList } from '../../../src/market/tokens/create-token-list.ts';
import { createTokens } from '../../../src/market/tokens/create-tokens.ts';
import type { Token } from '../../../src/market/tokens/token.ts';
import { createRedisCache, type RedisCache } from '../../../src/platform/cache/redis/redis-cache.ts';
import { silentLog } from '../../../src/platform/log/log.ts';
import { randomIds } from '../../../src/values/id-source.ts';
import { asChainAddress } from '../../support/branded.ts';
import { wallClock } from '../../support/devnet.ts';
import { redisServer } from '../../support/redis-server.ts';
import { type ReplayJson, startReplayJson } from '../../support/replay-json.ts';
import { requires } from '../../support/requires.ts';
import { type TempFolder, tempFolder } from '../../support/temp-folder.ts';
import { waitFor } from '../../support/wait-for.ts';

const USDC = '0x3c499c542cef5e3811e1192ce70d8cc03d5c3359';
const FAKE = asChainAddress(`0x${'f'.repeat(40)}`);

let folder: TempFolder;
let list: ReplayJson;
beforeEach(() => {
  folder = tempFolder();
  list = startReplayJson(({ query: { chains = '' } }) =>
    chains === '137'
      ? { tokens: { 137: [{ address: '0x3C499c542cEF5E3811e1192ce70d8cC03d5c3359', symbol: 'USDC', decimals: 6, name: 'USD Coin' }] } }
      : Response.json({ message: 'unknown chain' }, { status: 400 }),
  );
});
afterEach(() => {
  list[Symbol.dispose]();
  folder[Symbol.dispose]();
});

/** Opens a store with the seeded tokens of Polygon. USDC is moved to the end, and a token that imitates USDC is added. */
async function withStore<T>(
  work: (of: { tokens: ReturnType<typeof createTokens>; networks: ReturnType<typeof createNetworks> }) => Promise<T>,
) {
  const store = await openStoreAt(`sqlite:${folder.file('coxswain.db')}`, wallClock);
  try {
    const settings = { rpcUrls: {}, contracts: { relayer: {}, dcaVault: {}, autopilotVault: {} } };
    return await work({
      tokens: createTokens({ records: store.records, clock: wallClock }),
      networks: createNetworks({ records: store.records, settings }),
    });
  } finally {
    await store.close();
  }
}

const fill = () =>
  withStore(async ({ tokens, networks }) => {
    await networks.seed();
    await tokens.seed();
    const usdc = await tokens.find(137, USDC);
    if (usdc === null) throw new Error('USDC was not seeded');
    await tokens.put({ ...usdc, order: 99 });
    await tokens.put({ ...usdc, address: FAKE, order: 200 });
  });
const orderOf = (address: string) => withStore(async ({ tokens }) => (await tokens.find(137, address))?.order);

async function run(args: readonly string[], env: Record<string, string> = {}): Promise<string[]> {
  const said: string[] = [];
  await tokensOrder.run(args, {
    say: (line) => said.push(line),
    ask: async () => null,
    prompt: async () => null,
    folder: folder.path,
    config: () => loadConfig({ DATA_DIR: folder.path, CURATED_LIST_URL: `${list.url}/v1/tokens`, ...env }),
  });
  return said;
}

test('a dry run shows old and new ranks and those to set by hand, and writes nothing', async () => {
  await fill();
  const text = (await run(['--chain', '137'])).join('\n');
  expect(text).toMatch(new RegExp(`137 +USDC +${USDC} +99 -> 1 +would change`));
  expect(text).toMatch(
    new RegExp(`137 +USDC +${FAKE} +200 +not on the curated list: its rank was set by hand and is kept \\(by the rules, it would be 1\\)`),
  );
  expect(text).toContain('Nothing was written. Add --apply to change the rank of one token.');
  expect(await orderOf(USDC)).toBe(99);
});

test('--apply writes, a second run finds nothing, and JSON is one line', async () => {
  await fill();
  expect((await run(['--chain', '137', '--apply'])).at(-1)).toContain('The rank of one token was changed. Without Redis a running service');
  expect([await orderOf(USDC), await orderOf(FAKE)]).toEqual([1, 200]);
  const store = await openStoreAt(`sqlite:${folder.file('coxswain.db')}`, wallClock);
  const { entries } = await createAudit({ records: store.records, clock: wallClock, ids: randomIds }).list({ limit: 10 });
  await store.close();
  const of = { act: 'order-tokens', subject: '137', via: 'operator', by: operatorName(), outcome: 'done' };
  expect(entries).toMatchObject([{ ...of, before: { [`137/${USDC}`]: 99 }, after: { [`137/${USDC}`]: 1 } }]);
  const [line = '', ...rest] = await run(['--chain', '137', '--apply', '--json']);
  expect(rest).toEqual([]);
  expect(JSON.parse(line)).toMatchObject({ isApplied: true, lists: null, chains: [{ chainId: 137, list: 'carried', changes: [] }] });
});

test('without a chain it covers all, and asks for each of them', async () => {
  await fill();
  const [line = ''] = await run(['--json']);
  const chains: { chainId: number; list: string }[] = JSON.parse(line).chains;
  expect(chains.length).toBeGreaterThan(15);
  expect(chains.filter((chain) => chain.list === 'carried').map(({ chainId }) => chainId)).toEqual([137]);
  expect(list.requests.map(({ query }) => Number(query.chains)).sort()).toEqual(chains.map(({ chainId }) => chainId).sort());
});

test('a chain whose list is not available is reported after the table, as an error', async () => {
  await fill();
  list.next.push(() => new Response('<html>Just a moment...</html>', { headers: { 'content-type': 'text/html' } }));
  await expect(run(['--chain', '137', '--apply'])).rejects.toMatchObject({
    code: 'tokens-order-incomplete',
    message: 'Chain 137 was not changed: The curated list answered with a page.',
  });
  expect(await orderOf(USDC)).toBe(99);
  await expect(run(['--chain', '1'])).rejects.toMatchObject({ message: expect.stringContaining('CURATED_LIST_URL') });
});

test.each([[['--chain', 'x']], [['--chain', '0']], [['137']], [['--force']]])('%p is wrong usage', async (args) => {
  await expect(run(args)).rejects.toMatchObject({ code: 'bad-usage' });
});

test('no store is created where none exists', async () => {
  await expect(run([])).rejects.toMatchObject({ code: 'no-store' });
  await fill();
  await expect(run(['--chain', '4242'])).rejects.toMatchObject({ code: 'chain-not-found' });
});

requires('redis')('with Redis', () => {
  const render = (tokens: readonly Token[]) => JSON.stringify(tokens.map(({ address }) => address));
  /** Returns the first token address after the native asset in a node's cached token list of Polygon. */
  const firstListed = (cache: RedisCache) =>
    withStore(async ({ tokens, networks }) => {
      const { body } = await createTokenList({ tokens, networks, cache, render, clock: wallClock }).get(137);
      const [, first]: string[] = JSON.parse(String(body));
      return first;
    });

  test('the list that nodes have cached is gone after an apply, on every node', async () => {
    await using redis = await redisServer();
    await fill();
    const node = createRedisCache({ url: redis.url, log: silentLog });
    try {
      await waitFor(() => node.stats().isUp, { what: 'Redis' });
      expect(await firstListed(node)).not.toBe(USDC);
      expect((await run(['--chain', '137', '--apply'], { REDIS_URL: redis.url })).at(-1)).toContain('of all nodes were cleared');
      expect(await firstListed(node)).toBe(USDC);
    } finally {
      node.close();
    }
  });

  test('a Redis that is away does not undo the changes, and is reported', async () => {
    await fill();
    const said = await run(['--chain', '137', '--apply'], { REDIS_URL: 'redis://127.0.0.1:1' });
    expect(said.at(-1)).toContain('Redis could not be reached');
    expect(await orderOf(USDC)).toBe(1);
  });
});
