import { expect, test } from 'bun:test';
import { createPlanTrade } from '../../../../src/features/autopilot/plan-trade.ts';
import { parseAddress } from '../../../../src/values/address.ts';
import { parseHash } from '../../../../src/values/hash.ts';
import { afterVaultFee } from '../../../../src/values/vault-fee.ts';
import { ownRoutes } from '../../../support/own-routes.ts';

const [usdc, weth] = [parseAddress(`0x${'1'.repeat(40)}`), parseAddress(`0x${'2'.repeat(40)}`)];
const hash = parseHash(`0x${'9'.repeat(64)}`);

/** Plans a buy of 1,000 base units by an agent. @returns what the route was asked to swap, and what the vault was asked to spend */
async function plan(agent: object): Promise<{ swapped: unknown; spent: unknown }> {
  const seen: { swapped: unknown; spent: unknown } = { swapped: null, spent: null };
  const guard = { guardian: null, pausedBy: null, allPausedBy: null };
  const vault = {
    ...{ address: usdc, chainId: 1, timeSec: async () => 1, encodeExecuteTrade: () => '0x' },
    agents: async () => ({ agents: [{ policyHash: hash, guard, ...agent }] }),
    estimateTrade: async (_id: number, _hash: string, trade: { amountIn: bigint }) => {
      seen.spent = trade.amountIn;
      return 100n;
    },
  };
  const routes = ownRoutes({
    plan: async ({ amountIn }: { amountIn: bigint }) => {
      seen.swapped = amountIn;
      const tokens = { tokenIn: usdc, tokenOut: weth, amountIn };
      return { ok: true, route: { ...tokens, target: usdc, spender: usdc, data: '0x', amountOut: 9n, amountOutMinimum: 9n }, worseBps: 10 };
    },
  } as never);
  const planTrade = createPlanTrade({
    deployments: { executorOf: () => usdc, vaultOf: async () => usdc },
    vaultAt: () => vault as never,
    routes: { buy: routes } as never,
    fees: { judge: async () => ({ kind: 'no-fee' }) },
    hashText: () => hash,
    clock: { now: () => 1 },
  });
  const planned = await planTrade({
    ...{ chainId: 1, recordId: 'r', link: { vault: usdc, agentId: 1 }, slippageBps: 100, policyHash: hash },
    trade: { tradeId: 't', intent: { side: 'buy', tokenIn: usdc, tokenOut: weth, amountIn: '1000' } } as never,
  });
  expect(planned.kind).toBe('planned');
  return seen;
}

test('the route of a trade swaps what the vault’s fee leaves, and the vault spends the whole amount', async () => {
  expect(await plan({ feeBps: 35 })).toEqual({ swapped: 997n, spent: 1_000n });
});

test('the route of an agent without a fee swaps the whole amount', async () => {
  expect(await plan({})).toEqual({ swapped: 1_000n, spent: 1_000n });
});

test('the fee is rounded down, as the vault does', () => {
  expect([afterVaultFee(99n, 100), afterVaultFee(100n, 100), afterVaultFee(199n, 100)]).toEqual([99n, 99n, 198n]);
});
