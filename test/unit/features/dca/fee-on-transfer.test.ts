import { expect, test } from 'bun:test';
import { createPlanOrder } from '../../../../src/features/dca/plan-order.ts';
import { createTransferFeeRules } from '../../../../src/market/routes/transfer-fee-rules.ts';
import type { TransferFee } from '../../../../src/market/routes/transfer-fees.ts';
import { silentLog } from '../../../../src/platform/log/log.ts';
import { parseAddress } from '../../../../src/values/address.ts';
import { TerminalError } from '../../../../src/values/errors/terminal-error.ts';
import { parseRational } from '../../../../src/values/rational.ts';
import { asUnits } from '../../../support/branded.ts';
import { ownRoutes } from '../../../support/own-routes.ts';

const [spent, bought] = [parseAddress(`0x${'2'.repeat(40)}`), parseAddress(`0x${'3'.repeat(40)}`)];
const none: TransferFee = { buyBps: 0, sellBps: 0 };

type Fees = { readonly of?: Readonly<Record<string, TransferFee | null>>; readonly refuses?: Error };

function rulesOf({ of = {}, refuses }: Fees) {
  const transferFees = {
    async of(_: number, token: string) {
      if (refuses !== undefined) throw refuses;
      return of[token] === undefined ? none : of[token];
    },
  };
  return createTransferFeeRules({ transferFees, maxCostBps: 300, log: silentLog });
}

/** Plans an order on a simulated vault that refuses it with the error `reason` unless its minimum output is at most `passesAt`. */
async function plan({ reason, args = [], passesAt = 0n, worseBps = 30, ...fees }: Fees & RefusedOrder) {
  const asked: bigint[] = [];
  const vault = {
    ...{ address: bought, timeSec: async () => 1_800_000_000 },
    async estimateOrder({ amountOutMin }: { amountOutMin: bigint }) {
      asked.push(amountOutMin);
      if (amountOutMin <= passesAt) return { gas: 200_000n };
      throw new TerminalError({ code: 'execution-reverted', message: reason, details: { reason, args: [...args] } });
    },
  };
  const route = { chainId: 1, tokenIn: spent, tokenOut: bought, target: bought, spender: bought, data: '0x', amountOutMinimum: 10_000n };
  const planOrder = createPlanOrder({
    deployments: { of: async () => null, executorOf: () => bought },
    vaultAt: () => vault as never,
    routes: ownRoutes({ plan: async () => ({ ok: true, route, worseBps }) } as never),
    fees: rulesOf(fees),
    tokens: { find: async (_: number, address: string) => ({ address, decimals: 0 }) } as never,
    prices: { priceOf: async () => ({ price: { usd: '1' } }) } as never,
    clock: { now: () => 1_800_000_000_000 },
    minOrderUsd: parseRational('1'),
  });
  const planned = await planOrder({
    ...{ orderIndex: 0, chainId: 1, vault: bought, wallet: spent, positionId: 1, fromToken: spent, toToken: bought, fromDecimals: 0 },
    ...{ amountIn: asUnits('10000'), isAdopted: false },
  });
  return { planned, asked };
}
type RefusedOrder = { readonly reason: string; readonly args?: readonly string[]; readonly passesAt?: bigint; readonly worseBps?: number };

test('a transfer fee of the bought token is included in the minimum output', async () => {
  const { planned, asked } = await plan({
    reason: 'OutputBelowMinimum',
    passesAt: 9_800n,
    of: { [bought]: { buyBps: 200, sellBps: 200 } },
  });
  expect(asked).toEqual([10_000n, 9_800n]);
  expect(planned).toMatchObject({ kind: 'planned', item: { amountOutMin: asUnits('9800') } });
});

test('a fee that costs more than a trade may lose is not paid, and the skip says how much it is', async () => {
  const { planned, asked } = await plan({
    reason: 'OutputBelowMinimum',
    passesAt: 1n,
    worseBps: 30,
    of: { [bought]: { buyBps: 271, sellBps: 0 } },
  });
  expect(asked).toEqual([10_000n]);
  const detail = expect.stringMatching(/keeps 2\.71 % .* the pools' fee of 0\.3 %, this is more than the 3 %/);
  expect(planned).toMatchObject({ kind: 'skipped', skip: 'fee-on-transfer', detail });
});

test('a token that takes a fee cannot be spent, however small it is', async () => {
  for (const reason of ['IIA', 'InputMismatch']) {
    const { planned } = await plan({ reason, of: { [spent]: { buyBps: 0, sellBps: 1 } } });
    expect(planned).toMatchObject({ kind: 'skipped', skip: 'fee-on-transfer', detail: expect.stringContaining('keeps 0.01 %') });
  }
});

test('a refusal that no transfer fee explains keeps its reason', async () => {
  expect((await plan({ reason: 'OutputBelowMinimum' })).planned).toMatchObject({ skip: 'output-below-minimum' });
  expect((await plan({ reason: 'STF', of: { [spent]: null, [bought]: null } })).planned).toMatchObject({ skip: 'probe-failed' });
  const rebases = await plan({ reason: 'InputMismatch', args: ['99', '100'] });
  expect(rebases.planned).toMatchObject({
    skip: 'inexact-transfer',
    detail: expect.stringMatching(/transferred 99 .* 100.*token that changes its balances/),
  });
});

test('before a position is created: the spent token may take no fee, and the bought token no more than a trade may lose', async () => {
  const rules = rulesOf({ of: { [spent]: { buyBps: 300, sellBps: 1 }, [bought]: { buyBps: 301, sellBps: 0 } } });
  expect(await rules.whyNotSpent(1, spent)).toContain('0.01 %');
  expect(await rules.whyNotBought(1, spent)).toBeNull();
  expect(await rules.whyNotSpent(1, bought)).toBeNull();
  expect(await rules.whyNotBought(1, bought)).toContain('3.01 %');
});

test('a token whose fee cannot be measured is accepted', async () => {
  for (const rules of [rulesOf({ of: { [spent]: null } }), rulesOf({ refuses: new Error('no endpoint') })]) {
    expect(await rules.whyNotSpent(1, spent)).toBeNull();
    expect(await rules.whyNotBought(1, spent)).toBeNull();
  }
});
