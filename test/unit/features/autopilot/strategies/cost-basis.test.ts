import { describe, expect, test } from 'bun:test';
import { bought, sold, withinHolding } from '../../../../../src/values/cost-basis.ts';
import { asUnits } from '../../../../support/branded.ts';

describe('cost basis', () => {
  test('adds up what buys really moved', () => {
    expect(bought(bought(undefined, 10n, 100n), 5n, 80n)).toEqual({ quantity: asUnits('15'), cost: asUnits('180') });
  });

  test('decreases in proportion to sales, and the last unit takes the remainder', () => {
    const first = sold({ quantity: asUnits('3'), cost: asUnits('10') }, 1n, 4n);
    expect(first).toMatchObject({ left: { quantity: asUnits('2'), cost: asUnits('7') }, cost: 3n, lossBaseUnits: 0n });
    const second = sold(first.left ?? undefined, 1n, 0n);
    expect(second).toMatchObject({ left: { quantity: asUnits('1'), cost: asUnits('4') }, cost: 3n, lossBaseUnits: 3n });
    expect(sold(second.left ?? undefined, 1n, 4n)).toMatchObject({ left: null, cost: 4n, lossBaseUnits: 0n });
  });

  test('is used before the owner’s deposits, and compared only with its share of the proceeds', () => {
    // The agent sells 40 tokens for 80. It bought only 10 of them itself, at a cost of 30; the owner deposited the rest. So a quarter of
    // the proceeds (20) is compared with the cost of 30: a loss of 10.
    expect(sold({ quantity: asUnits('10'), cost: asUnits('30') }, 40n, 80n)).toEqual({
      left: null,
      quantity: 10n,
      cost: 30n,
      lossBaseUnits: 10n,
    });
    expect(sold(undefined, 40n, 80n)).toEqual({ left: null, quantity: 0n, cost: 0n, lossBaseUnits: 0n });
  });

  test('shrinks with withdrawals of the owner', () => {
    const basis = { quantity: asUnits('10'), cost: asUnits('101') };
    expect(withinHolding(basis, 10n)).toBe(basis);
    expect(withinHolding(basis, 11n)).toBe(basis);
    expect(withinHolding(basis, 4n)).toEqual({ quantity: asUnits('4'), cost: asUnits('41') });
    expect(withinHolding(basis, 0n)).toBeNull();
  });
});
