import { expect, test } from 'bun:test';
import { byWorth } from '../../../../src/features/trades/make-room.ts';
import type { TradeReading } from '../../../../src/features/trades/trade-record.ts';
import type { TradeTerms } from '../../../../src/values/trade-terms.ts';
import { asChainAddress, asTransactionHash, asUnits } from '../../../support/branded.ts';

const terms: TradeTerms = {
  ...{
    tradeId: 't',
    quoteId: null,
    wallet: asChainAddress('0xw'),
    recipient: asChainAddress('0xw'),
    type: 'swap',
    fromChainId: 1,
    toChainId: 1,
  },
  ...{
    fromToken: asChainAddress('0xa'),
    toToken: asChainAddress('0xb'),
    amountIn: asUnits('5'),
    amountOutExpected: null,
    amountOutMin: null,
    aggregator: null,
    reference: null,
  },
};
function open(
  tradeId: string,
  createdAtMs: number,
  more: Partial<TradeReading> = {},
  reference: TradeTerms['reference'] = null,
): TradeReading {
  return {
    ...{ terms: { ...terms, tradeId, reference }, requestDigest: 'd', hash: null, hashIsFixed: false, status: 'pending', substatus: null },
    ...{
      reason: null,
      amountOutActual: null,
      destinationHash: null,
      updatedAtMs: 0,
      lastLookAtMs: null,
      settledAtMs: null,
      claim: null,
      createdAtMs,
    },
    ...more,
  };
}

test('records that only the wallet itself can make stay longest, and copies do not count as such', () => {
  const order = byWorth([
    open('proved copy', 3, { hash: asTransactionHash('0x1'), hashIsFixed: true }),
    open('proved', 2, { hash: asTransactionHash('0x1'), hashIsFixed: true }),
    open('hashed', 4, { hash: asTransactionHash('0x2') }),
    open('built', 5, {}, { order: 1 }),
    open('young', 6),
    open('old', 1),
  ]).map(({ terms: { tradeId } }) => tradeId);
  expect(order).toEqual(['old', 'young', 'proved copy', 'hashed', 'built', 'proved']);
});
