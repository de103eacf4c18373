import { expect, test } from 'bun:test';
import { type PriceAlertEvent, priceAlertMachine } from '../../../machines/price-alert.ts';
import type { PriceFact } from '../../../src/values/autopilot/facts.ts';
import type { PriceAlertInput } from '../../../src/values/price-alert.ts';
import { asAddress, asUnits } from '../../support/branded.ts';
import { walkMachine } from '../../support/walk-machine.ts';

const token = { chainId: 1, address: asAddress('0xe1'), symbol: 'ETH', decimals: 18 };
const dollars = { chainId: 1, address: asAddress('0xc0'), symbol: 'USDC', decimals: 6 };
const alert: PriceAlertInput = {
  ...{ wallet: asAddress('0xa1'), kind: 'price-alert', token, order: null, origin: 'wallet', expiresAtMs: 1_000 },
  condition: { type: 'above', usd: '4000' },
};
const limitOrder: PriceAlertInput = { ...alert, kind: 'limit-order', order: { from: token, to: dollars, amount: asUnits('5') } };
const fresh = { fired: null, outcome: null, cancelledBy: null };
const price = (usd: string, isTrusted = true): PriceFact => ({
  ...{ kind: 'price', usd, atMs: 1, source: 'test', isTrusted, doubt: isTrusted ? null : 'It jumped.' },
});
const tick = (fact: PriceFact | null, at = 10): PriceAlertEvent => ({ type: 'TICK', price: fact, at });
const cancel = (by: 'wallet' | 'chat'): PriceAlertEvent => ({ type: 'CANCEL', by, at: 10 });
const told: PriceAlertEvent = { type: 'TOLD', at: 11 };
const quoted: PriceAlertEvent = { type: 'QUOTED', outcome: { quote: null, problem: 'none' }, at: 11 };
const remove: PriceAlertEvent = { type: 'REMOVE', at: 12 };
const ofOrder = { value: 'waiting', context: { ...limitOrder, ...fresh } };

test('every transition of an alert is taken, and an event that means nothing changes nothing', () => {
  const report = walkMachine(priceAlertMachine, {
    input: alert,
    samples: [tick(price('1')), cancel('wallet'), quoted, told, remove],
    paths: [
      { name: 'fires at its price', events: [tick(price('3999.99')), tick(price('4000')), tick(price('1')), told], ends: 'fired' },
      { name: 'an order asks for a quote first', from: ofOrder, events: [tick(price('4100')), quoted, told], ends: 'fired' },
      { name: 'no price, or a doubted one, does not fire it', events: [tick(null), tick(price('5000', false))], ends: 'waiting' },
      { name: 'a stale price does not fire it', events: [tick({ kind: 'none', reason: 'stale-price', detail: '' })], ends: 'waiting' },
      { name: 'its end comes before a price of the same tick', events: [tick(price('5000'), 1_000)], ends: 'expired' },
      { name: 'the wallet cancels it', events: [cancel('wallet'), tick(price('5000'))], ends: 'cancelled' },
      { name: 'late results of effects mean nothing', events: [tick(price('4000')), remove, quoted, told], ends: 'removed' },
      { name: 'a chat cannot cancel what the wallet has set', events: [cancel('chat')], ends: 'waiting' },
    ],
  });
  expect(report.problems).toEqual([]);
  expect(report.uncovered).toEqual([]);
});
