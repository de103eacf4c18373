import { expect, test } from 'bun:test';
import { createPlanOrder } from '../../../../src/features/dca/plan-order.ts';
import { parseAddress } from '../../../../src/values/address.ts';
import { parseRational } from '../../../../src/values/rational.ts';
import { asUnits } from '../../../support/branded.ts';
import { noFees } from '../../../support/no-fees.ts';
import { ownRoutes } from '../../../support/own-routes.ts';

// Tests that the minimum value of an order is checked at each order. In the past, it was checked only when the record was created, and not
// while the price was unavailable.

const [dollar, coin] = [parseAddress(`0x${'2'.repeat(40)}`), parseAddress(`0x${'3'.repeat(40)}`)];
const known = [
  { address: dollar, symbol: 'USD', decimals: 6 },
  { address: coin, symbol: 'COIN', decimals: 18 },
];

/** Plans an order of a record that a client created. By default the order is worth 0.5 dollars, and must bring at least 0.2 coins. */
async function plan(asked: { amountIn?: string; fromDecimals?: number | null; usd: Readonly<Record<string, string>> }) {
  const { amountIn = '500000', fromDecimals = 6, usd } = asked;
  let probes = 0;
  const vault = {
    ...{ address: coin, timeSec: async () => 1_800_000_000 },
    estimateOrder: async () => {
      probes += 1;
      return { gas: 200_000n };
    },
  };
  const planOrder = createPlanOrder({
    deployments: { of: async () => null, executorOf: () => coin },
    vaultAt: () => vault as never,
    routes: ownRoutes({
      plan: async () => ({
        ok: true as const,
        route: {
          target: coin,
          spender: coin,
          data: '0x' as const,
          amountOut: 200_000_000_000_000_000n,
          amountOutMinimum: 200_000_000_000_000_000n,
        },
      }),
    } as never),
    fees: noFees,
    tokens: { find: async (_: number, address: string) => known.find((token) => token.address === address) ?? null } as never,
    prices: {
      priceOf: async ({ symbol }: { symbol: string }) => ({ price: usd[symbol] === undefined ? null : { usd: usd[symbol] } }),
    } as never,
    clock: { now: () => 1_800_000_000_000 },
    minOrderUsd: parseRational('1'),
  });
  const planned = await planOrder({
    ...{ orderIndex: 0, chainId: 1, vault: coin, wallet: dollar, positionId: 1, fromToken: dollar, toToken: coin, fromDecimals },
    ...{ amountIn: asUnits(amountIn), isAdopted: false },
  });
  return { result: planned.kind === 'planned' ? 'planned' : planned.skip, probes };
}

test('an order of a client’s record is compared with the minimum value each time', async () => {
  expect(await plan({ usd: { USD: '1' } })).toEqual({ result: 'order-below-minimum', probes: 0 });
  expect(await plan({ usd: { USD: '1' }, amountIn: asUnits('1000000') })).toEqual({ result: 'planned', probes: 1 });
});

test('without a price of the spent token, the value of the minimum output counts', async () => {
  expect(await plan({ usd: { COIN: '4.99' } })).toEqual({ result: 'order-below-minimum', probes: 0 });
  expect(await plan({ usd: { COIN: '5' } })).toEqual({ result: 'planned', probes: 1 });
});

test('without any price nothing is sent', async () => {
  expect(await plan({ usd: {} })).toEqual({ result: 'no-price', probes: 0 });
});

test('for a token without decimals, no value is guessed from its price', async () => {
  const fromDecimals = null;
  expect(await plan({ fromDecimals, usd: { USD: '1' }, amountIn: asUnits('1000000') })).toEqual({ result: 'no-price', probes: 0 });
  expect(await plan({ fromDecimals, usd: { USD: '1', COIN: '5' } })).toEqual({ result: 'planned', probes: 1 });
  expect(await plan({ fromDecimals, usd: { USD: '1', COIN: '4.99' } })).toEqual({ result: 'order-below-minimum', probes: 0 });
});
