import { expect, test } from 'bun:test';
import { isWithin, limitsFor } from '../../../../src/features/ramps/limits-for.ts';
import { mapCoin } from '../../../../src/features/ramps/map-coin.ts';
import { listedCoin, rampFiat, rampMethod } from '../../../contract/ramps/ramp-requests.ts';

const euro = (min: string | null, max: string | null) => ({ min, max, currency: 'EUR' });
const card = rampMethod('card', { limits: euro('20', '5000') });
const bank = rampMethod('bank', { limits: euro('50', '20000') });
const fiat = rampFiat('EUR', [card, bank, rampMethod('payout', { side: 'sell', limits: euro('100', null) })]);
const coin = mapCoin(
  listedCoin('USDC', 'base', { limits: { buy: euro('25', '10000'), sell: { min: '5', max: null, currency: 'usdc' } } }),
  {},
);

test('limits of the method and of the coin apply together', () => {
  expect(limitsFor({ side: 'buy', fiat, coin, amountOf: 'fiat', method: card })).toEqual(euro('25', '5000'));
  expect(limitsFor({ side: 'buy', fiat, coin, amountOf: 'fiat', method: bank })).toEqual(euro('50', '10000'));
});

test('without a method, an amount only has to fit one of them', () => {
  expect(limitsFor({ side: 'buy', fiat, coin, amountOf: 'fiat', method: null })).toEqual(euro('25', '10000'));
  expect(limitsFor({ side: 'sell', fiat, coin, amountOf: 'fiat', method: null })).toEqual(euro('100', null));
  const open = rampFiat('EUR', [card, rampMethod('open')]);
  const free = mapCoin(listedCoin('USDC', 'base'), {});
  expect(limitsFor({ side: 'buy', fiat: open, coin: free, amountOf: 'fiat', method: null })).toBeNull();
});

test('only limits in the currency of the amount apply', () => {
  expect(limitsFor({ side: 'sell', fiat, coin, amountOf: 'crypto', method: null })).toEqual({ min: '5', max: null, currency: 'USDC' });
  expect(limitsFor({ side: 'buy', fiat, coin, amountOf: 'crypto', method: card })).toBeNull();
});

test('an amount at a limit is within it', () => {
  expect(['19.99', '20.00', '5000', '5000.01'].map((amount) => isWithin(amount, euro('20', '5000')))).toEqual([false, true, true, false]);
  expect([isWithin('1', null), isWithin('1', euro(null, null))]).toEqual([true, true]);
});
