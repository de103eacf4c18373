import { expect, test } from 'bun:test';
import * as v from 'valibot';
import { initialTransition } from 'xstate';
import { positionInspection } from '../../../../actors/dca-position/inspection.ts';
import { viewOf } from '../../../../actors/dca-position/view.ts';
import type { ChainPosition } from '../../../../machines/dca-position/context.ts';
import { dcaPositionMachine } from '../../../../machines/dca-position.ts';
import { presentRecords } from '../../../../src/features/dca/present-records.ts';
import { dcaRecordSchema } from '../../../../src/features/dca/routes/dca-schemas.ts';
import { asAddress, asUnits } from '../../../support/branded.ts';

const chain: ChainPosition = {
  status: 'active',
  ...{
    amount: asUnits('2000000'),
    frequency: 3,
    intervalSec: 3_600,
    processed: 1,
    spent: asUnits('1000000'),
    received: asUnits('5000000'),
    claimable: asUnits('0'),
  },
  ...{ isAutoBuy: true, autoClaim: false, depositTimeSec: 1, lastOrderTimeSec: 0, nextOrderTimeSec: 1, nextOrderAmount: asUnits('33') },
};
const meta = { key: '3f0e9b1a-0000-4000-8000-000000000000', createdAtMs: 1, updatedAtMs: 2 };

async function show(fromDecimals: number | null, toDecimals: number | null) {
  const terms = { wallet: asAddress('0xw'), chainId: 1, fromToken: asAddress('0xa'), toToken: asAddress('0xb'), fromDecimals, toDecimals };
  const [snapshot] = initialTransition(dcaPositionMachine, {
    recordId: meta.key,
    terms: { ...terms, amountBaseUnits: asUnits('2000000'), frequency: 3, durationSec: 3_600 },
    ...{ isAutoBuy: true, timeFrame: 'hour', isAdopted: true },
  });
  const now = { value: 'success', context: { ...snapshot.context, chain } };
  const at = { id: 'dca-position/k', key: 'k', createdAtMs: 1, nowMs: 2, facts: null, seen: null };
  const counts = positionInspection.outline?.(now, at).tokens ?? [];
  const [record] = await presentRecords({ findMany: async () => new Map() } as never, [viewOf(now, meta as never)]);
  const { amount, amountBaseUnits, averagePrice, fromToken, toToken } = v.parse(dcaRecordSchema, record);
  return {
    shown: [amount, amountBaseUnits, averagePrice, fromToken.decimals, toToken.decimals],
    counted: counts.map(({ address, decimals }) => [address, decimals]),
  };
}

test.each([
  [
    6,
    6,
    [2, '2000000', '0.2', 6, 6],
    [
      ['0xa', 6],
      ['0xb', 6],
    ],
  ],
  [null, 6, ['2000000', '2000000', null, null, 6], [['0xb', 6]]],
  [6, null, [2, '2000000', null, 6, null], [['0xa', 6]]],
  [null, null, ['2000000', '2000000', null, null, null], []],
  // Impossible numbers of token decimals, which older versions may have stored.
  [
    500_000_000,
    6,
    ['2000000', '2000000', null, 500_000_000, 6],
    [
      ['0xa', 500_000_000],
      ['0xb', 6],
    ],
  ],
] as const)('a position of tokens with %p and %p decimals', async (from, to, shown, counted) => {
  expect(await show(from, to)).toEqual({ shown: [...shown], counted: counted.map(([address, decimals]) => [address, decimals]) });
});
