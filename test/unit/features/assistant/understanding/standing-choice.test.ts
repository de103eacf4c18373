import { expect, test } from 'bun:test';
import {
  ASKS_BACK_BELOW,
  type PendingQuestion,
  type Understood,
} from '../../../../../src/features/assistant/understanding/agent-service.ts';
import { understandMessage } from '../../../../../src/features/assistant/understanding/understand-message.ts';
import { DEVNET_CHAIN_ID } from '../../../../../src/values/chain-ids.ts';
import { chains, words } from '../../../../assistant/known-words.ts';

const NOW_MS = Date.UTC(2026, 5, 15, 12);

const alerts: PendingQuestion = {
  ...{ intent: 'price_alert', slots: { fromToken: 'ETH' }, asked: [], operation: 'cancel' },
  options: [
    { label: 'Cancel the alert: ETH below 2000', slots: { fromToken: 'ETH', price: '2000', condition: 'below' } },
    { label: 'Cancel the alert: ETH below 1500', slots: { fromToken: 'ETH', price: '1500', condition: 'below' } },
    { label: 'Cancel the alert: WBTC change of 5%', slots: { fromToken: 'WBTC', amount: '5', amountKind: 'percent', condition: 'change' } },
  ],
};
const orders: PendingQuestion = {
  ...{ intent: 'limit_order', slots: { toToken: 'ETH' }, asked: [], operation: 'cancel' },
  options: [
    { label: 'Cancel the limit order: ETH above 8000', slots: { fromToken: 'ETH', price: '8000', condition: 'above' } },
    { label: 'Cancel the limit order: ETH above 9000', slots: { fromToken: 'ETH', price: '9000', condition: 'above' } },
  ],
};
const ask = (input: string, pending: PendingQuestion): Understood =>
  understandMessage({ input, chainId: DEVNET_CHAIN_ID, supportedChains: chains, tokens: words, recent: [], pending }, NOW_MS);

test.each([
  ['the second', { fromToken: 'ETH', price: '1500', condition: 'below' }],
  ['1', { fromToken: 'ETH', price: '2000', condition: 'below' }],
  ['Cancel the alert: ETH below 1500', { fromToken: 'ETH', price: '1500', condition: 'below' }],
  ['1500', { price: '1500' }],
  ['the 1500 one', { price: '1500' }],
  ['cancel the one at $1,500 please', { price: '1500' }],
  ['5%', { amount: '5', amountKind: 'percent' }],
  ['wbtc', { fromToken: 'WBTC' }],
  ['the eth alert under 1500', { fromToken: 'ETH', price: '1500' }],
  ['all of them', { fromToken: 'ETH' }],
  ['both', { fromToken: 'ETH' }],
] as const)('"%s" chooses among existing alerts, and makes no new one', (text, slots) => {
  const understood = ask(text, alerts);
  expect(understood).toMatchObject({ intent: 'price_alert', operation: 'cancel', missing: [], pending: 'filled' });
  expect(understood.slots).toEqual(slots);
});

test('an existing order is chosen by its place, without the slots of the question', () => {
  expect(ask('the first', orders)).toMatchObject({ intent: 'limit_order', operation: 'cancel' });
  expect(ask('the first', orders).slots).toEqual({ fromToken: 'ETH', price: '8000', condition: 'above' });
});

test.each(['not the 1500 one', 'all but 1500', '1700', 'the fifth', 'never mind', 'no', 'my friend said 1500', '1500 or 2000', 'usdx'])(
  '"%s" cancels nothing and makes nothing',
  (text) => {
    const { intent, operation, confidence } = ask(text, alerts);
    const isAskedAgain = operation === 'cancel' && confidence < ASKS_BACK_BELOW;
    expect(isAskedAgain || ['text', 'fallback', 'error', 'market_intel'].includes(intent)).toBe(true);
  },
);
