import { expect, test } from 'bun:test';
import type { Slots } from '../../../../../src/features/assistant/understanding/agent-service.ts';
import { understandMessage } from '../../../../../src/features/assistant/understanding/understand-message.ts';
import { DEVNET_CHAIN_ID } from '../../../../../src/values/chain-ids.ts';
import { chains, words } from '../../../../assistant/known-words.ts';

const NOW_MS = Date.UTC(2026, 5, 15, 12);
const slotsOf = (input: string): Slots =>
  understandMessage({ input, chainId: DEVNET_CHAIN_ID, supportedChains: chains, tokens: words, recent: [] }, NOW_MS).slots;

test.each([
  ['1', '1', 'token'],
  ['1.50', '1.5', 'token'],
  ['.5', '0.5', 'token'],
  ['1,000', '1000', 'token'],
  ['1,234,567.89', '1234567.89', 'token'],
  ['1.234,5', '1234.5', 'token'],
  ["1'000", '1000', 'token'],
  ['10 000', '10000', 'token'],
  ['1,00,000', '100000', 'token'],
  ['2.8k', '2800', 'token'],
  ['2.5m', '2500000', 'token'],
  ['1bn', '1000000000', 'token'],
  ['3 million', '3000000', 'token'],
  ['2 lakh', '200000', 'token'],
  ['twenty', '20', 'token'],
  ['two hundred fifty', '250', 'token'],
  ['a thousand', '1000', 'token'],
  ['a couple of', '2', 'token'],
  ['one and a half', '1.5', 'token'],
  ['half an', '0.5', 'token'],
  ['half my', '50', 'percent'],
  ['12.5% of my', '12.5', 'percent'],
  ['30 percent of my', '30', 'percent'],
  ['a quarter of my', '25', 'percent'],
  ['three quarters of my', '75', 'percent'],
  ['$40 of', '40', 'usd'],
  ['40 dollars of', '40', 'usd'],
  ['20 bucks worth of', '20', 'usd'],
  ['0.000000000000000001', '0.000000000000000001', 'token'],
  ['123456789012345678901234567890', '123456789012345678901234567890', 'token'],
])('"%s" is %s (%s)', (written, amount, amountKind) => {
  expect(slotsOf(`swap ${written} eth to usdc`)).toMatchObject({ amount, amountKind, fromToken: 'ETH', toToken: 'USDC' });
});

test.each(['1,00', '1.2.3', '1,2,3'])('"%s" is no amount when it cannot be read in one way', (written) => {
  const { amount } = slotsOf(`swap ${written} eth to usdc`);
  expect([undefined, '1']).toContain(amount);
});

test.each([
  ['every monday for two months', 604_800, 8],
  ['daily for 30 days', 86_400, 30],
  ['each month for a year', 2_592_000, 12],
  ['every 6 hours for a week', 21_600, 28],
  ['twice a day for 5 days', 43_200, 10],
  ['every other week, 6 times', 1_209_600, 6],
  ['weekly for 3 months', 604_800, 13],
  ['per week for 1 year', 604_800, 52],
])('"%s" is every %d seconds, %d times', (when, intervalSeconds, count) => {
  expect(slotsOf(`buy 20 usdc of eth ${when}`)).toMatchObject({ amount: '20', fromToken: 'USDC', toToken: 'ETH', intervalSeconds, count });
});

test.each([
  ['until 1 march', '2027-03-01'],
  ['until march 1st 2028', '2028-03-01'],
  ['until 2026-12-25', '2026-12-25'],
  ['until friday', '2026-06-19'],
  ['until tomorrow', '2026-06-16'],
  ['until the end of the month', '2026-06-30'],
  ['until christmas', '2026-12-25'],
  ['for 3 days', '2026-06-18'],
  ['for the next 6 hours', '2026-06-15T18:00:00.000Z'],
])('an order %s ends on %s', (when, until) => {
  expect(slotsOf(`sell 1 eth at 4000 ${when}`)).toMatchObject({ amount: '1', price: '4000', until });
});

test('a day that does not exist is no date', () => {
  expect(slotsOf('sell 1 eth at 4000 until 2026-02-30').until).toBeUndefined();
});
