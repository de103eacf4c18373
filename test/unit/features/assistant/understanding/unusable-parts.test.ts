import { expect, test } from 'bun:test';
import type { PendingQuestion, Question, Understood } from '../../../../../src/features/assistant/understanding/agent-service.ts';
import { understandMessage } from '../../../../../src/features/assistant/understanding/understand-message.ts';
import { DEVNET_CHAIN_ID } from '../../../../../src/values/chain-ids.ts';
import { chains, words } from '../../../../assistant/known-words.ts';

const NOW_MS = Date.UTC(2026, 5, 15, 12);
const ask = (input: string, more: Partial<Question> = {}): Understood =>
  understandMessage({ input, chainId: DEVNET_CHAIN_ID, supportedChains: chains, tokens: words, recent: [], ...more }, NOW_MS);
const pendingAfter = ({ intent, slots, missing }: Understood): PendingQuestion => ({ intent, slots, asked: missing });

test('an end that is over is asked for again, and the answer is used', () => {
  const first = ask('alert me when eth is under 100 until yesterday');
  expect(first).toMatchObject({ missing: ['until'], leftOut: ['until yesterday'] });
  expect(first.text).toContain('is over already');
  expect(ask('until 1 july', { pending: pendingAfter(first) })).toMatchObject({
    intent: 'price_alert',
    missing: [],
    slots: { fromToken: 'ETH', price: '100', condition: 'below', until: '2026-07-01' },
  });
});

test.each(['until 1 march 2026', 'until 2026-06-14', 'until 31.12.2025', 'till last week', 'until 2 hours ago'])('%s is over', (end) => {
  expect(ask(`alert me when eth is under 100 ${end}`).missing).toEqual(['until']);
});

test('an alert until tonight ends at midnight', () => {
  expect(ask('alert me when eth is under 100 until tonight').slots.until).toBe('2026-06-16T00:00:00.000Z');
});

test.each([
  ['31.12.2026', '2026-12-31'],
  ['5.12.2026', '2026-12-05'],
  ['31/12/2026', '2026-12-31'],
  ['12/31/2026', '2026-12-31'],
  ['31-12-2026', '2026-12-31'],
  ['2026-12-31', '2026-12-31'],
  ['31/12', '2026-12-31'],
  ['7/7', '2026-07-07'],
])('the date %s is read', (written, until) => {
  expect(ask(`buy 10 usdc of weth daily until ${written}`)).toMatchObject({ missing: [], leftOut: [], slots: { until } });
});

test('a date that can be two dates is not guessed', () => {
  const first = ask('buy 10 usdc of weth daily until 5/12');
  expect(first).toMatchObject({ intent: 'dca', missing: ['until', 'count'], leftOut: ['until 5/12'] });
  expect(ask('5 december', { pending: pendingAfter(first) })).toMatchObject({ missing: [], slots: { until: '2026-12-05' } });
});

test.each([
  'buy 10 usdc of weth every day from 1 january for 5 days',
  'buy 10 usdc of weth every day starting in 3 days, 5 times',
  'alert me when eth is under 100 starting tomorrow',
  'compra 10 usdc de weth cada dia a partir de 1 de enero durante 5 dias',
])('a later start is refused and never taken as the end: %s', (message) => {
  const { intent, text, slots } = ask(message);
  expect({ intent, slots }).toEqual({ intent: 'error', slots: {} });
  expect(text).toContain('starts at once');
});

test('a start today is what happens anyway', () => {
  expect(ask('buy 10 usdc of weth every day from today for 5 days')).toMatchObject({ intent: 'dca', missing: [], slots: { count: 5 } });
});

test.each([
  ['buy 10 usdc of weth every friday for 4 weeks', 'friday'],
  ['buy 10 usdc of weth on fridays for 4 weeks', 'fridays'],
  ['buy 10 usdc of weth every morning for 4 weeks', 'morning'],
])('the day or the time of day of a plan is left out aloud: %s', (message, left) => {
  expect(ask(message)).toMatchObject({ intent: 'dca', missing: [], leftOut: [left] });
});

test.each(['every weekday', 'business days', 'every monday and thursday', 'every mon, wed and fri'])('%s is no fixed interval', (often) => {
  const first = ask(`buy 10 usdc of weth ${often} 5 times`);
  expect(first).toMatchObject({ intent: 'dca', missing: ['intervalSeconds'], leftOut: [often] });
  expect(ask('every day', { pending: pendingAfter(first) })).toMatchObject({ missing: [], slots: { intervalSeconds: 86_400, count: 5 } });
});

test.each(['falls by $100', 'loses 100 dollars', 'is down $100', 'rises by about 100 usd'])(
  'a change by a sum is no price: %s',
  (change) => {
    const first = ask(`alert me when eth ${change}`);
    expect(first).toMatchObject({ intent: 'price_alert', missing: ['price'] });
    expect(first.slots.price).toBeUndefined();
    expect(ask('2400', { pending: pendingAfter(first) })).toMatchObject({ missing: [], slots: { price: '2400' } });
  },
);

test('a price in another token is no price in dollars', () => {
  const { missing, slots, text } = ask('alert me when weth is under 0.04 wbtc');
  expect({ missing, price: slots.price }).toEqual({ missing: ['price'], price: undefined });
  expect(text).toContain('not in WBTC');
  const pending = { intent: 'price_alert', slots, asked: missing } as const;
  expect(ask('0.05 wbtc', { pending }).slots.price).toBeUndefined();
  expect(ask('2400 usdc', { pending })).toMatchObject({ missing: [], slots: { price: '2400' } });
});

test.each([
  'alert me when eth is under 2k and wbtc is under 50k',
  'alert me if eth goes above 4000 or below 2000',
  'sell 1 eth above 4000 or below 3000',
])('two conditions are never mixed: %s', (message) => {
  expect(ask(message)).toMatchObject({ intent: 'error', slots: {} });
});

test.each(['on monday', 'on 1 march', 'starting tomorrow'])('a transfer "%s" is not prepared now', (day) => {
  expect(ask(`send 1 eth to bob.eth ${day}`)).toMatchObject({ intent: 'error', slots: {}, leftOut: [day] });
});

test.each(['nft', 'nft info'])('the number after the contract of "%s" is the number of the NFT', (lead) => {
  const contract = `0x${'5f'.repeat(20)}`;
  expect(ask(`${lead} ${contract} 4`)).toMatchObject({ intent: 'nft_info', slots: { contract, tokenId: '4' }, leftOut: [] });
  expect(ask(`${lead} ${contract} 4 usdc`).slots.tokenId).toBeUndefined();
});

test('a hash that is too short is told to be one', () => {
  expect(ask('explain tx 0x1234').text).toContain('"0x1234" is not an address');
  expect(ask('what is a transaction?').intent).toBe('text');
});
