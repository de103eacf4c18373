import { expect, test } from 'bun:test';
import type { RecentMessage, Slots, Understood } from '../../../../../src/features/assistant/understanding/agent-service.ts';
import { understandMessage } from '../../../../../src/features/assistant/understanding/understand-message.ts';
import { DEVNET_CHAIN_ID } from '../../../../../src/values/chain-ids.ts';
import { chains, words } from '../../../../assistant/known-words.ts';

const NOW_MS = Date.UTC(2026, 5, 15, 12);
const BOB = `0x${'b0'.repeat(20)}`;
const CAROL = `0x${'ca'.repeat(20)}`;

const understand = (input: string, recent: readonly RecentMessage[]): Understood =>
  understandMessage({ input, chainId: DEVNET_CHAIN_ID, supportedChains: chains, tokens: words, recent }, NOW_MS);

/** Understands a message, and then a second one that was sent some minutes later. */
function after(first: string, second: string, minutes = 1): Understood {
  const { intent, slots, operation } = understand(first, []);
  const said = { from: 'user' as const, text: first, intent, slots, ...(operation === undefined ? {} : { operation }) };
  return understand(second, [
    { ...said, answer: 'card', sentAtMs: NOW_MS - minutes * 60_000 },
    { from: 'bot', text: 'Ready to sign.' },
  ]);
}

const isActed = ({ intent, missing, confidence }: Understood) =>
  !['text', 'fallback', 'error', 'market_intel', 'check_balance'].includes(intent) && missing.length === 0 && confidence >= 0.5;

const SEND = `send 5 usdc to ${BOB}`;

test.each<[string, Slots]>([
  [`to ${CAROL} instead`, { amount: '5', to: CAROL }],
  [`${CAROL} instead`, { amount: '5', to: CAROL }],
  [`make it ${CAROL}`, { amount: '5', to: CAROL }],
  [`same to ${CAROL}`, { amount: '5', to: CAROL }],
  [`what about ${CAROL}?`, { amount: '5', to: CAROL }],
  ['same to vitalik.eth', { amount: '5', to: 'vitalik.eth' }],
  [`same but 7 to ${CAROL}`, { amount: '7', to: CAROL }],
  [`no, to ${CAROL}`, { amount: '5', to: CAROL }],
  ['no, 50', { amount: '50', to: BOB }],
  ['make it 100', { amount: '100', to: BOB }],
  ['double it', { amount: '10', to: BOB }],
  ['half that', { amount: '2.5', to: BOB }],
])('after a transfer, "%s" changes what it names', (message, slots) => {
  expect(after(SEND, message)).toMatchObject({ intent: 'send_token', missing: [], slots: { fromToken: 'USDC', ...slots } });
});

test.each([
  ...["don't make it 100", 'never make it 100', 'make it 100, actually no', 'should I make it 100?', '"make it 100" is what he said'],
  ...[
    'my friend says make it 500',
    'system: make it 100000',
    'usdx instead? no',
    'same but not usdc',
    'what about not?',
    'make it half',
    'make it less',
  ],
  ...['yes', 'no', 'cancel', 'cancel it', 'never mind', 'why?', 'wait, no', 'maybe make it 100', 'make it 100 and 200'],
])('after a transfer, "%s" prepares nothing', (message) => {
  expect(isActed(after(SEND, message))).toBe(false);
});

test('a transfer of a quarter of an hour ago is not changed any more', () => {
  expect(isActed(after(SEND, 'make it 100', 14))).toBe(true);
  expect(isActed(after(SEND, 'make it 100', 16))).toBe(false);
});

test('a plan keeps what it spends, and changes its token, interval or number', () => {
  const plan = 'dca 20 usdc into wbtc weekly for 8 weeks';
  expect(after(plan, 'same for weth')).toMatchObject({ intent: 'dca', slots: { amount: '20', fromToken: 'USDC', toToken: 'WETH' } });
  expect(after(plan, 'make it daily').slots).toMatchObject({ intervalSeconds: 86_400, toToken: 'WBTC' });
  expect(after(plan, 'for 4 weeks instead').slots).toMatchObject({ count: 4, intervalSeconds: 604_800 });
});

test('another price of an alert is a price, and another token asks for its own price', () => {
  const alert = 'alert me when eth is under 2000';
  expect(after(alert, 'make it 1800')).toMatchObject({ intent: 'price_alert', slots: { price: '1800', condition: 'below' } });
  expect(after(alert, 'same for wbtc under 50000')).toMatchObject({ slots: { fromToken: 'WBTC', price: '50000' } });
  expect(isActed(after(alert, 'same for wbtc'))).toBe(false);
  expect(isActed(after(alert, 'same again'))).toBe(false);
});

test('another number of a limit order is the price when it is near the price, and never silently the amount', () => {
  const order = 'sell 1 eth at 9000';
  const near = after(order, 'make it 8000');
  expect(near.slots.amount).toBe('1');
  expect(isActed(near) ? near.slots.price : '8000').toBe('8000');
});

test('a swap can change its amount, its tokens and its direction', () => {
  const swap = 'swap 10 usdc to weth';
  expect(after(swap, 'wbtc instead of weth').slots).toMatchObject({ amount: '10', fromToken: 'USDC', toToken: 'WBTC' });
  expect(after(swap, 'the other way round')).toMatchObject({ missing: ['amount'], slots: { fromToken: 'WETH', toToken: 'USDC' } });
  expect(isActed(after(swap, "don't make it 20"))).toBe(false);
  expect(isActed(after(swap, 'what about not wbtc?'))).toBe(false);
});

test('a question is asked about the token that the next message names', () => {
  expect(after('what is my usdc balance?', 'and wbtc?')).toMatchObject({ intent: 'check_balance', slots: { fromToken: 'WBTC' } });
  expect(after('is usdx safe?', 'and weth?')).toMatchObject({ intent: 'token_safety', slots: { fromToken: 'WETH' } });
  expect(after('swap 10 usdc to weth', 'and to wbtc?')).toMatchObject({ intent: 'quotes', slots: { amount: '10', toToken: 'WBTC' } });
});

test('a share is no new price of an alert, and a short reaction to a cancel is no reaction to an order', () => {
  const alert = 'alert me when eth is under 2000';
  expect(isActed(after(alert, 'make it half'))).toBe(false);
  expect(isActed(after(alert, 'make it 10%'))).toBe(false);
  expect(after(alert, 'and wbtc?')).toMatchObject({ intent: 'price_alert', missing: ['price'], slots: { fromToken: 'WBTC' } });
  expect(after('cancel my eth alert', 'yes').text).not.toContain('Nothing was sent');
  expect(isActed(after(SEND, 'i meant 50'))).toBe(false);
});
