import { expect, test } from 'bun:test';
import { feeWarnings } from '../../../../src/features/autopilot/fee-warnings.ts';
import { createPlanTrade } from '../../../../src/features/autopilot/plan-trade.ts';
import type { FeeFinding } from '../../../../src/market/routes/transfer-fee-rules.ts';
import { parseAddress } from '../../../../src/values/address.ts';
import { TerminalError } from '../../../../src/values/errors/terminal-error.ts';
import { parseHash } from '../../../../src/values/hash.ts';
import { ownRoutes } from '../../../support/own-routes.ts';

const [usdc, taxed] = [parseAddress(`0x${'1'.repeat(40)}`), parseAddress(`0x${'2'.repeat(40)}`)];
const hash = parseHash(`0x${'9'.repeat(64)}`);

/** Plans a trade that the simulated vault refuses with the error `reason`, while the token's transfer fee is known as `finding`. */
async function plan(reason: string, finding: FeeFinding) {
  let judged = 0;
  const vault = {
    ...{ address: usdc, timeSec: async () => 1 },
    agents: async () => ({ agents: [null] }),
    estimateTrade: async () => {
      throw new TerminalError({ code: 'execution-reverted', message: reason, details: { reason, args: [] } });
    },
  };
  const route = { target: usdc, spender: usdc, data: '0x', amountOut: 9n, amountOutMinimum: 9n };
  const planTrade = createPlanTrade({
    deployments: { executorOf: () => usdc, vaultOf: async () => usdc },
    vaultAt: () => vault as never,
    routes: { buy: ownRoutes({ plan: async () => ({ ok: true, route, worseBps: 10 }) } as never) } as never,
    fees: {
      async judge() {
        judged += 1;
        return finding;
      },
    },
    tokens: { find: async () => null },
    hashText: () => hash,
    clock: { now: () => 1 },
  });
  const planned = await planTrade({
    ...{ recordId: 'r1', chainId: 1, link: { vault: usdc, agentId: 1 }, slippageBps: 100, policyHash: hash },
    trade: { tradeId: 't', intent: { side: 'buy', tokenIn: usdc, tokenOut: taxed, amountIn: '10' } } as never,
  });
  return { planned, judged };
}

test('an agent buys no token that it could not sell again, and says why', async () => {
  const { planned } = await plan('OutputBelowMinimum', { kind: 'reckoned', amountOutMinimum: 8n, feeBps: 200 });
  const detail = expect.stringMatching(/takes a fee of 2 % on each transfer\. The agent could never sell this token/);
  expect(planned).toMatchObject({ kind: 'skipped', skip: 'fee-on-transfer', detail });
});

test('a sale that cannot succeed has the known reason', async () => {
  const { planned } = await plan('IIA', { kind: 'refused', detail: 'it keeps 2 %' });
  expect(planned).toEqual({ kind: 'skipped', skip: 'fee-on-transfer', detail: 'it keeps 2 %' });
});

test('a refusal that no transfer fee explains keeps its reason, and one with its own reason is not examined', async () => {
  expect((await plan('OutputBelowMinimum', { kind: 'no-fee' })).planned).toMatchObject({ skip: 'output-below-minimum' });
  expect(await plan('AgentInactive', { kind: 'no-fee' })).toMatchObject({ planned: { skip: 'inactive-on-chain' }, judged: 0 });
});

test('the preview names the tokens that take a fee', async () => {
  const prepared = { policy: { chainId: 1, allowTokens: [usdc, taxed] }, tokens: { [taxed]: { symbol: 'TAX', decimals: 18 } } };
  const fees = { whyNotSpent: async (_: number, token: string) => (token === taxed ? 'it keeps 2 %.' : null) };
  const [warning, ...others] = await feeWarnings(prepared, fees);
  expect(others).toEqual([]);
  expect(warning).toMatchObject({ path: 'allowTokens.1', code: 'fee-on-transfer', message: expect.stringContaining('TAX: it keeps 2 %.') });
});
