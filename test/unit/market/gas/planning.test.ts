import { expect, test } from 'bun:test';
import { createPlanAgentTrade } from '../../../../src/features/autopilot/plan-within-gas.ts';
import { createPlanWithinGas } from '../../../../src/features/dca/plan-within-gas.ts';
import type { GasAsk, GasRefusal } from '../../../../src/market/gas/gas-rules.ts';
import { parseAddress } from '../../../../src/values/address.ts';
import { parseRational } from '../../../../src/values/rational.ts';
import { asAddress, asUnits } from '../../../support/branded.ts';

// Tests the planning of orders and trades for both vaults. The planning must check whether the executor's gas may be spent, and must pass
// the value of the trade and its measured gas to this check.

const usdc = parseAddress(`0x${'b1'.repeat(20)}`);
const weth = parseAddress(`0x${'c1'.repeat(20)}`);
const refusal: GasRefusal = { kind: 'gas-budget-used', detail: 'used up', untilMs: 5 };

function gasThat(answer: GasRefusal | null) {
  const asked: GasAsk[] = [];
  const admit = async (ask: GasAsk) => {
    asked.push(ask);
    return answer;
  };
  return { asked, gas: { admit } };
}

test('an order is checked with its value, and skipped with the reason of the refusal', async () => {
  const item = { orderIndex: 0, target: usdc, spender: usdc, data: '0x', amountOutMin: asUnits('1'), gasLimit: '260000' };
  const cost = { gas: 200_000n, dataFees: { gas: 0n, wei: 7n } };
  const planOrder = async () => ({ kind: 'planned' as const, item, worthUsd: parseRational('7'), cost });
  const request = { itemKey: 'r1/0/1-1', recordId: 'r1', chainId: 1, wallet: asAddress('0xw'), vault: usdc, positionId: 1, orderIndex: 0 };
  const terms = { fromToken: usdc, toToken: weth, fromDecimals: 6, amountIn: asUnits('1'), isAdopted: false };
  const run = async (answer: GasRefusal | null, isOldest = true) => {
    const { asked, gas } = gasThat(answer);
    const plan = createPlanWithinGas({ planOrder, gas, isAmongOldest: async () => isOldest });
    return { asked, planned: await plan({ ...request, ...terms }) };
  };
  const free = await run(null);
  expect(free.planned).toMatchObject({ kind: 'planned', item });
  const { subject, key, gas, otherFees, isExit, worthUsd } = free.asked[0] ?? {};
  expect({ subject, key, gas, otherFees, isExit, worthUsd }).toEqual({
    ...{ subject: 'r1', key: 'r1/0/1-1', gas: 200_000n, otherFees: 7n, isExit: false },
    worthUsd: parseRational('7'),
  });
  expect((await run(refusal)).planned).toMatchObject({ kind: 'skipped', skip: 'gas-budget-used', detail: 'used up', untilMs: 5 });
  const poor = await run({ kind: 'not-worth-gas', detail: '', untilMs: null });
  expect(poor.planned).toMatchObject({ skip: 'not-worth-gas', parksForMinutes: 60 });
  // An order of a position beyond its wallet's limit must not be planned, and costs no gas.
  const beyond = await run(null, false);
  expect(beyond).toMatchObject({ asked: [], planned: { skip: 'too-many-positions', parksForMinutes: 60 } });
});

test('an agent’s trade too; its sales count as exits, and are not blocked by the number of agents', async () => {
  const plan = {
    executor: usdc,
    call: { to: usdc, data: '0x', value: '0', gas: '130000' },
    deadlineSec: 1,
    amountOutMin: asUnits('4000000'),
  };
  const prices: Record<string, string> = { [usdc]: '1' };
  const run = async (side: 'buy' | 'sell', answer: GasRefusal | null, isOldest: boolean) => {
    const { asked, gas } = gasThat(answer);
    const planTrade = createPlanAgentTrade({
      planTrade: async () => ({ kind: 'planned', plan, cost: { gas: 100_000n, dataFees: { gas: 0n, wei: 9n } } }),
      gas,
      isAmongOldest: async () => isOldest,
      tokens: { find: async (chainId, address) => ({ chainId, address, decimals: 6 }) as never },
      prices: {
        priceOf: async ({ address }) => {
          const usd = prices[address];
          return usd === undefined ? { price: null, reason: 'no-source' } : { price: { usd, atMs: 0, source: 's' }, reason: null };
        },
      },
    });
    const [tokenIn, tokenOut] = side === 'buy' ? [usdc, weth] : [weth, usdc];
    const strategyType = side === 'buy' ? ('dca' as const) : ('stop_loss' as const);
    const intent = { strategyId: 's', strategyType, side, tokenIn, tokenOut, amountIn: asUnits('9000000'), reason: '' };
    const request = { recordId: 'r1', wallet: asAddress('0xw'), chainId: 1, link: { vault: usdc, agentId: 1 }, slippageBps: 1 };
    return { asked: asked, planned: await planTrade({ ...request, trade: { tradeId: 't', intent, startedAtMs: 0 } }) };
  };
  const buy = await run('buy', null, true);
  expect(buy.planned.kind).toBe('planned');
  expect(buy.asked).toMatchObject([
    { subject: 'r1', key: 't', gas: 100_000n, otherFees: 9n, isExit: false, worthUsd: parseRational('9.000000') },
  ]);
  expect(await run('buy', null, false)).toMatchObject({ asked: [], planned: { skip: 'too-many-agents' } });
  expect((await run('buy', refusal, true)).planned).toMatchObject({ skip: 'gas-budget-used', untilMs: 5 });
  // The sold token has no price. So the value of the trade is computed from the minimum output of the sale.
  const exit = await run('sell', null, false);
  expect(exit).toMatchObject({ planned: { kind: 'planned' }, asked: [{ isExit: true }] });
  expect(exit.asked[0]?.worthUsd).toEqual(parseRational('4.000000'));
  // A refused exit must be retried without waiting for midnight, so it has no `untilMs`.
  expect((await run('sell', refusal, true)).planned).toMatchObject({ skip: 'gas-budget-used', untilMs: null });
});
