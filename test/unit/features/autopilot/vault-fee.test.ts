import { describe, expect, test } from 'bun:test';
import { initialTransition } from 'xstate';
import { tradeParams } from '../../../../machines/autopilot-agent/effect-params.ts';
import { readPaperVault } from '../../../../machines/autopilot-agent/paper-vault.ts';
import { autopilotAgentMachine } from '../../../../machines/autopilot-agent.ts';
import { createPlanTrade, createQuoteTrade } from '../../../../src/features/autopilot/plan-trade.ts';
import { parseAddress } from '../../../../src/values/address.ts';
import { RetryableError } from '../../../../src/values/errors/retryable-error.ts';
import { parseHash } from '../../../../src/values/hash.ts';
import { afterVaultFee } from '../../../../src/values/vault-fee.ts';
import { asUnits } from '../../../support/branded.ts';
import { ownRoutes } from '../../../support/own-routes.ts';
import { input, limits, policy, wallet } from '../../machines/agent-samples.ts';

const [usdc, weth] = [parseAddress(`0x${'1'.repeat(40)}`), parseAddress(`0x${'2'.repeat(40)}`)];
const hash = parseHash(`0x${'9'.repeat(64)}`);

/**
 * Plans a buy of 1,000 base units by an agent.
 * @returns the amount that the route was requested to swap, and the amount that the vault was requested to spend
 */
async function plan(agent: object): Promise<{ swapped: unknown; spent: unknown }> {
  const seen: { swapped: unknown; spent: unknown } = { swapped: null, spent: null };
  const guard = { guardian: null, pausedBy: null, allPausedBy: null };
  const vault = {
    ...{ address: usdc, chainId: 1, timeSec: async () => 1, encodeExecuteTrade: () => '0x' },
    agents: async () => ({ agents: [{ policyHash: hash, guard, ...agent }] }),
    estimateTrade: async (_id: number, _hash: string, trade: { amountIn: bigint }) => {
      seen.spent = trade.amountIn;
      return { gas: 100n };
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
    tokens: { find: async () => null },
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

describe('a dry run', () => {
  const ask = async (feeBps: number | undefined, now: () => Promise<number> = async () => 50) => {
    let swapped = 0n;
    const plan = async ({ amountIn }: { amountIn: bigint }) => {
      swapped = amountIn;
      return { ok: true, route: { amountOut: 9n } };
    };
    const quote = createQuoteTrade({ routes: { buy: { plan } } as never, newAgentFeeBps: now, clock: { now: () => 1 } });
    const trade = { tradeId: 't', intent: { side: 'buy', tokenIn: usdc, tokenOut: weth, amountIn: '1000' } } as never;
    return [await quote({ chainId: 1, slippageBps: 100, recipient: usdc, trade, feeBps }), swapped];
  };

  test('swaps what the fee leaves that it was made with', async () => {
    expect(await ask(35)).toEqual([{ kind: 'quoted', amountOut: 9n, fee: 3n }, 997n]);
    expect(await ask(0)).toEqual([{ kind: 'quoted', amountOut: 9n, fee: 0n }, 1_000n]);
  });

  test('whose fee was not known pays what a new agent pays', async () => {
    expect(await ask(undefined)).toEqual([{ kind: 'quoted', amountOut: 9n, fee: 5n }, 995n]);
    const away = new RetryableError({ code: 'rpc-unreachable', message: 'No endpoint answered.' });
    await expect(ask(undefined, () => Promise.reject(away))).rejects.toBe(away);
  });

  test('shows its fee as an agent on chain does, and asks for trades with it', () => {
    const start = (paperFeeBps: number | null) =>
      initialTransition(autopilotAgentMachine, { ...input(policy(), asUnits('100')), paperFeeBps })[0].context;
    const owned = { owner: wallet, budgetToken: usdc, policyHash: hash, limits };
    const shown = (paperFeeBps: number | null) => {
      const { paper } = start(paperFeeBps);
      return paper === null ? null : readPaperVault(paper, owned, 0).feeBps;
    };
    expect([shown(35), shown(0), shown(null)]).toEqual([35, 0, undefined]);
    expect([tradeParams({ context: start(35) }).feeBps, tradeParams({ context: start(null) }).feeBps]).toEqual([35, undefined]);
    expect('paperFeeBps' in start(35)).toBe(false);
  });
});
