import { expect, test } from 'bun:test';
import { today as command } from '../../../../src/cli/commands/today.ts';
import { loadConfig } from '../../../../src/config.ts';
import { createToday, type TodayDeps } from '../../../../src/features/today/create-today.ts';
import { createOperatorAuth } from '../../../../src/http/operator-auth.ts';
import { createDayFailures } from '../../../../src/market/day-sums/day-failures.ts';
import { createDaySums } from '../../../../src/market/day-sums/day-sums.ts';
import { createGasDays } from '../../../../src/market/gas/gas-days.ts';
import { createTokens } from '../../../../src/market/tokens/create-tokens.ts';
import { tokenKey } from '../../../../src/market/tokens/token.ts';
import { createOverviewRoutes } from '../../../../src/operator/routes/overview-route.ts';
import { createMemoryRecordStore } from '../../../../src/platform/store/memory/memory-record-store.ts';
import { parseAddress } from '../../../../src/values/address.ts';
import { DAY_MS } from '../../../../src/values/utc-day.ts';
import { asUnits } from '../../../support/branded.ts';
import { startTestServer } from '../../http/start-test-server.ts';

const usdc = parseAddress(`0x${'a1'.repeat(20)}`);
const weth = parseAddress(`0x${'a2'.repeat(20)}`);
const NEWEST = '2024-10-05T11:00:00Z';

/** Starts a node at noon of a day, with the given trades of wallets. */
async function startNode(
  trades: readonly (Awaited<ReturnType<TodayDeps['tradesEndedSince']>>[number] & { readonly createdAtMs: number })[],
) {
  const nowMs = 20_001 * DAY_MS + DAY_MS / 2;
  const clock = { ms: nowMs, now: () => clock.ms };
  const records = createMemoryRecordStore({ clock });
  const [sums, failures] = [createDaySums({ records, clock }), createDayFailures({ records, clock })];
  const [days, tokens] = [createGasDays({ records, clock }), createTokens({ records, clock })];
  await tokens.addMissing([{ chainId: 1, address: usdc, symbol: 'USDC', decimals: 6, name: 'USDC', logoURI: '' }]);
  const price = { price: { usd: '0.5', atMs: 1, source: 'test' }, reason: null };
  const read = createToday({
    ...{ dayCounts: { sums, failures }, gas: { days }, chains: { chainIds: [1, 2] }, tokens, clock },
    prices: { pricesOf: async () => new Map([[tokenKey(1, usdc), price]]) },
    tradesEndedSince: async (sinceMs, most) => trades.filter(({ createdAtMs }) => createdAtMs >= sinceMs).slice(0, most),
  });
  const unused = () => Promise.reject(new Error('The test did not expect this call'));
  const today = async () => {
    const { newestFailures, ...day } = await read();
    return { ...day, newestFailures: newestFailures.map((each) => ({ ...each, title: each.id === 'agent/1' ? 'Agent 1' : null })) };
  };
  const auth = createOperatorAuth({ operators: [{ name: 'alice', token: 'sesame' }] });
  const node = startTestServer({ resources: [createOverviewRoutes({ overview: unused, blocked: unused, outages: unused, today, auth })] });
  return { clock, sums, failures, days, node };
}

async function printed(url: string, ...args: string[]) {
  const said: string[] = [];
  const config = () => loadConfig({ DEVNET: '0' });
  const context = { say: (line: string) => void said.push(line), ask: async () => null, prompt: async () => null, folder: '/', config };
  await command.run(['--url', url, '--token', 'sesame', ...args], context);
  return said;
}

const trade = (status: 'success' | 'failed', createdAtMs: number) => ({
  ...{ status, createdAtMs },
  terms: { fromChainId: 1, fromToken: usdc, amountIn: asUnits('1000000') },
});

test('the day shows orders, fills, volume, failures and gas, and names fills without a price', async () => {
  const nowMs = Date.parse(NEWEST);
  const { clock, sums, failures, days, node } = await startNode([
    trade('success', nowMs),
    trade('failed', nowMs - 1),
    trade('success', nowMs - DAY_MS),
  ]);
  await using _ = node;
  await sums.add({ kind: 'position', chainId: 1, token: usdc, amount: 30_000_000n, atMs: clock.ms });
  await sums.add({ kind: 'agent', chainId: 1, token: weth, amount: 5n, atMs: clock.ms });
  await failures.note('t', { kind: 'agent', subject: 'agent/1', reason: 'TooLittleReceived' });
  clock.ms += 1_000;
  await failures.note('o', { kind: 'position', subject: 'position/2', reason: 'TransferFailed' });
  await days.add(2, { wei: 1n, microUsd: 1_250_000 });
  await days.skip(1);
  expect((await fetch(`${node.url}/api/operator/today`)).status).toBe(401);
  const [line = ''] = await printed(node.url, '--json');
  const given = { chainId: 1, symbol: 'USDC', address: usdc };
  expect(JSON.parse(line)).toMatchObject({
    ...{ sinceMs: 20_001 * DAY_MS, orders: 6, fills: 3, failures: 3, volumeUsd: '15.5', unpricedFills: 1 },
    ...{ postponed: 1, gasUsd: '1.25', isMore: false },
    kinds: [
      { kind: 'position', fills: 1, failures: 1, volumeUsd: '15', tokens: [{ ...given, amount: '30', valueUsd: '15', fills: 1 }] },
      { kind: 'agent', fills: 1, failures: 1, volumeUsd: '0', unpricedFills: 1, tokens: [{ symbol: null, amount: null, fills: 1 }] },
      { kind: 'wallet', fills: 1, failures: 1, volumeUsd: '0.5', tokens: [{ ...given, amount: '1', valueUsd: '0.5', fills: 1 }] },
    ],
    newestFailures: [
      { id: 'position/2', title: null, reason: 'TransferFailed' },
      { id: 'agent/1', title: 'Agent 1', reason: 'TooLittleReceived' },
    ],
  });
  const table = (await printed(node.url)).map((text) => text.replaceAll(/ +/g, ' '));
  expect(table).toEqual([
    'OF ORDERS FILLS FAILED VOLUME GIVEN AWAY',
    'positions 2 1 1 $15.00 30 USDC',
    `agents 2 1 1 unknown ${weth}`,
    "wallets' own trades 2 1 1 $0.50 1 USDC",
    'total 6 3 3 $15.50+ -',
    'Since 2024-10-05T00:00:00Z. Gas: $1.25; orders postponed because of its cost: 1.',
    'Number of fills (executed orders) that the volume does not include, because their price is not known yet: agents: 1.',
    '2024-10-05T12:00:01Z position/2: TransferFailed',
    '2024-10-05T12:00:00Z Agent 1 (agent/1): TooLittleReceived',
  ]);
});

test('of very many trades of wallets the newest count, and the figures say that they are lower bounds', async () => {
  const nowMs = Date.parse(NEWEST);
  const { node } = await startNode(Array.from({ length: 2_000 }, () => trade('success', nowMs)));
  await using _ = node;
  const [, , , , total] = (await printed(node.url)).map((text) => text.replaceAll(/ +/g, ' '));
  expect(total).toBe('total 500+ 500+ 0+ $250.00+ -');
  expect(await printed(node.url)).toContain('Figures with + are lower bounds, because only a limited number of orders was counted.');
});
