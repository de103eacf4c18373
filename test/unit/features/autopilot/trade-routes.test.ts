import { expect, test } from 'bun:test';
import { whyAutopilotAgent } from '../../../../actors/autopilot-agent/why.ts';
import { createPlanTrade } from '../../../../src/features/autopilot/plan-trade.ts';
import { createRecordTrade } from '../../../../src/features/autopilot/record-trade.ts';
import { createTradeRepository } from '../../../../src/features/autopilot/trade-repository.ts';
import type { BestRoute } from '../../../../src/market/vault-routes/create-best-route.ts';
import { createMemoryRecordStore } from '../../../../src/platform/store/memory/memory-record-store.ts';
import { parseAddress } from '../../../../src/values/address.ts';
import { toBaseUnits } from '../../../../src/values/base-units.ts';
import { TerminalError } from '../../../../src/values/errors/terminal-error.ts';
import { parseHash } from '../../../../src/values/hash.ts';
import { routeTrail } from '../../../../src/values/route-trail.ts';
import { priceGasAt3000 } from '../../../support/free-gas.ts';
import { noFees } from '../../../support/no-fees.ts';

const [usdc, coin, router] = ['1', '2', '3'].map((digit) => parseAddress(`0x${digit.repeat(40)}`));
const hash = parseHash(`0x${'9'.repeat(64)}`);
const trail = routeTrail('odos', [
  { source: 'odos', result: 'chosen', amountOut: '12', gas: '250000' },
  { source: 'lifi', result: 'refused-at-probe', detail: 'OutputBelowMinimum' },
]);
if (usdc === undefined || coin === undefined || router === undefined) throw new Error('three addresses');
const intent = { strategyId: 's', side: 'buy', tokenIn: usdc, tokenOut: coin, amountIn: toBaseUnits(10n), reason: 'due' } as const;
const trade = { tradeId: 't1', intent, startedAtMs: 1 };

/** Plans a trade with a route of the aggregator Odos. Its output must be 12, and at least 11 in the transaction. */
async function plan(estimateTrade: (trade: { amountOutMin: bigint }) => Promise<{ gas: bigint }>) {
  const route = { source: 'odos', tokenIn: usdc, tokenOut: coin, amountIn: 10n, amountOut: 12n, amountOutMinimum: 11n, data: '0x' };
  const tried = { route: { ...route, target: router, spender: router }, worseBps: 0, isOwn: false, probeMinimum: 12n };
  const buy: BestRoute = {
    choose: async (_request, probe) => ({ kind: 'probed', value: (await probe(tried as never)).value, trail }),
  };
  const vault = {
    ...{ address: usdc, timeSec: async () => 1, agents: async () => ({ agents: [null] }) },
    estimateTrade: async (_agent: number, _id: string, simulated: { amountOutMin: bigint }) => await estimateTrade(simulated),
  };
  const planTrade = createPlanTrade({
    deployments: { executorOf: () => usdc ?? null, vaultOf: async () => null } as never,
    ...{
      vaultAt: () => vault as never,
      routes: { buy } as never,
      fees: noFees,
      tokens: { find: async () => null },
      hashText: () => hash,
      clock: { now: () => 1 },
    },
  });
  return {
    planned: await planTrade({
      recordId: 'r1',
      chainId: 1,
      link: { vault: usdc as never, agentId: 1 },
      slippageBps: 100,
      policyHash: hash,
      trade,
    }),
  };
}

test('a trade is simulated with the promise of its route, and sent with what the slippage allows', async () => {
  const simulated: bigint[] = [];
  const { planned } = await plan(async ({ amountOutMin }) => {
    simulated.push(amountOutMin);
    return { gas: 100_000n };
  });
  expect(simulated).toEqual([12n]);
  const sent = { agentId: 1, tradeId: hash, amountIn: '10', amountOutMin: '11', target: router, policyHash: hash, gasLimit: '130000' };
  expect(planned).toMatchObject({ kind: 'planned', plan: { routes: trail, amountOutMin: '11', batched: { vault: usdc, trade: sent } } });
});

test('a trade that no route can make says which were asked', async () => {
  const { planned } = await plan(async () => {
    throw new TerminalError({ code: 'execution-reverted', message: '', details: { reason: 'OutputBelowMinimum', args: [] } });
  });
  expect(planned).toMatchObject({ kind: 'skipped', skip: 'output-below-minimum', routes: trail });
});

test('the trade record keeps the routes, and a failure on chain is told to whoever keeps the scores', async () => {
  const records = createMemoryRecordStore({ clock: { now: () => 1 } });
  const trades = createTradeRepository({ records });
  await trades.open('r1', trade, { executor: usdc as never, deadlineSec: 2, routes: trail });
  expect((await trades.get('t1'))?.routes).toEqual(trail);
  const failed: unknown[] = [];
  const record = createRecordTrade({
    ...{
      trades,
      hashText: () => hash,
      log: {} as never,
      tellFill: async () => {},
      gas: { settle: async () => {} },
      priceGas: priceGasAt3000,
    },
    vaultAt: () => ({ eventsOf: async () => null, hasTrade: async () => false }) as never,
    ...{ activity: { add: async () => {} } as never, notifications: { add: async () => true }, seen: { note: async () => {} } },
    onRouteFailed: (...failure) => void failed.push(failure),
  });
  const settled = { outcome: 'reverted', txHash: hash, reason: 'SwapFailed' } as const;
  await record({ recordId: 'r1', wallet: usdc as never, chainId: 1, link: { vault: usdc as never, agentId: 7 }, tradeId: 't1', settled });
  expect(failed).toEqual([[1, 'odos']]);
});

test('the agent says why its routes were refused', () => {
  const context = { trade: null, isPaused: true, engineState: { policy: { chainId: 1 } }, lastFailure: null, lastRoutes: trail };
  const { details } = whyAutopilotAgent({ value: 'planning', context: context as never }, 1, null);
  expect(details).toEqual(['Route of odos: it is used.', 'Route of lifi: the vault refused it in the simulation (OutputBelowMinimum).']);
});
