import { expect, test } from 'bun:test';
import { treasury as command } from '../../../../src/cli/commands/treasury.ts';
import { loadConfig } from '../../../../src/config.ts';
import { createTreasury } from '../../../../src/features/treasury/create-treasury.ts';
import { createTreasuryRoutes } from '../../../../src/features/treasury/treasury-routes.ts';
import { createOperatorAuth } from '../../../../src/http/operator-auth.ts';
import type { OpenChains } from '../../../../src/market/chains/open-chains.ts';
import { createFeeSums } from '../../../../src/market/earned-fees/fee-sums.ts';
import { createGasDays } from '../../../../src/market/gas/gas-days.ts';
import type { EffectiveNetwork } from '../../../../src/market/networks/network.ts';
import { createTokens } from '../../../../src/market/tokens/create-tokens.ts';
import { tokenKey } from '../../../../src/market/tokens/token.ts';
import { createMemoryRecordStore } from '../../../../src/platform/store/memory/memory-record-store.ts';
import { parseAddress } from '../../../../src/values/address.ts';
import { RetryableError } from '../../../../src/values/errors/retryable-error.ts';
import { parseRational } from '../../../../src/values/rational.ts';
import { startTestServer } from '../../http/start-test-server.ts';

const DAY_MS = 86_400_000;
const executor = parseAddress(`0x${'e1'.repeat(20)}`);
const another = parseAddress(`0x${'e2'.repeat(20)}`);
const usdc = parseAddress(`0x${'a1'.repeat(20)}`);
const vault = parseAddress(`0x${'f1'.repeat(20)}`);
const GWEI = 10n ** 9n;

/** Starts a node with three chains: one that can be read, one without an executor, and one that does not answer. */
async function startNode() {
  const clock = { ms: 20_000 * DAY_MS, now: () => clock.ms };
  const records = createMemoryRecordStore({ clock });
  const days = createGasDays({ records, clock });
  const earned = createFeeSums({ records, clock });
  const tokens = createTokens({ records, clock });
  await tokens.addMissing([{ chainId: 1, address: usdc, symbol: 'USDC', decimals: 6, name: 'USDC', logoURI: '' }]);
  const price = { price: { usd: '1', atMs: 1, source: 'test' }, reason: null };
  const chainOf = (chainId: number) => ({
    async getBalance() {
      if (chainId === 3) throw new RetryableError({ code: 'rpc-unavailable', message: 'No endpoint answers.' });
      return 10n ** 18n;
    },
  });
  const chains = {
    chains: { chainIds: [1, 2, 3], of: chainOf },
    executorsOf: (chainId: number) => (chainId === 2 ? [] : [executor, another]),
  } as Partial<Record<keyof OpenChains, unknown>> as OpenChains;
  const networkOf = (id: number) => ({ id, name: `Chain ${id}`, nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 } });
  const treasury = createTreasury({
    ...{ chains, clock, earned, tokens, prices: { pricesOf: async () => new Map([[tokenKey(1, usdc), price]]) } },
    networks: { get: async (chainId) => networkOf(chainId) as Partial<EffectiveNetwork> as EffectiveNetwork },
    gas: { days, prices: { of: async () => ({ weiPerGas: GWEI, nativeUsd: parseRational('3000') }) }, dailyUsdPerChain: '200' },
  });
  const auth = createOperatorAuth({ operators: [{ name: 'alice', token: 'sesame' }] });
  const node = await startTestServer({ resources: [createTreasuryRoutes({ treasury, auth })] });
  return { clock, days, earned, node };
}

async function printed(...args: string[]) {
  const said: string[] = [];
  const config = () => loadConfig({ DEVNET: '0' });
  await command.run(args, { say: (line) => void said.push(line), ask: async () => null, prompt: async () => null, folder: '/', config });
  return said;
}

test('a chain shows its balance, what was paid today and in thirty days, and how long the rest lasts', async () => {
  const { clock, days, earned, node } = await startNode();
  await using _ = node;
  await days.add(1, { wei: 1_000n * GWEI, microUsd: 3_000_000 });
  await earned.add({ chainId: 1, vault, token: usdc, amount: 70_000_000n });
  clock.ms += 31 * DAY_MS;
  await days.add(1, { wei: 10_000_000n * GWEI, microUsd: 30_000_000 });
  await earned.add({ chainId: 1, vault, token: usdc, amount: 5_500_000n });
  await days.skip(1);
  clock.ms += DAY_MS;
  await Promise.all([days.skip(1), days.skip(1)]);
  await Promise.all([days.add(1, { wei: 5n * GWEI, microUsd: 5_000_000 }), days.add(1, { wei: 5n * GWEI, microUsd: 25_000_000 })]);
  expect((await fetch(`${node.url}/api/operator/treasury`)).status).toBe(401);
  const lines = (await printed('--url', node.url, '--token', 'sesame', '--json')).map((line) => JSON.parse(line));
  const balances = [executor, another].map((address) => ({ address, balance: '1' }));
  expect(lines).toMatchObject([
    {
      ...{ chainId: 1, name: 'Chain 1', symbol: 'ETH', limitUsd: '200', failed: null },
      // The two executor keys together hold $6,000 and spend $30 a day.
      executor: { address: executor, others: [another], balances, balance: '2', balanceUsd: '6000', daysLeft: 200 },
      fees: { todayUsd: '0', monthUsd: '5.5', totalUsd: '75.5', tokens: [{ address: usdc, vault, earned: '75500000', fills: 2 }] },
      today: { days: 1, native: '0.00000001', usd: '30', transactions: 2, usdEach: '15', skipped: 2 },
      month: { days: 2, native: '0.01000001', usd: '60', transactions: 3, usdEach: '20', skipped: 3 },
    },
    { chainId: 2, executor: null, failed: null, fees: { totalUsd: '0', tokens: [] } },
    { chainId: 3, executor: null, failed: 'No endpoint answers.' },
  ]);
  const table = await printed('--url', node.url, '--token', 'sesame');
  expect(table[1]).toMatch(
    /1 Chain 1 +0xe1.* and 1 more +2\.0000 ETH +\$6000\.00 +200 +\$30\.00 +\$200\.00 +2 +2 +\$15\.00 +\$60\.00 +\$5\.50/,
  );
  expect(table.at(-1)).toBe('Chain 3 could not be read: No endpoint answers.');
});
