import { expect, test } from 'bun:test';
import { ASKS_BACK_BELOW, type PendingQuestion } from '../../../../../src/features/assistant/understanding/agent-service.ts';
import { understandMessage } from '../../../../../src/features/assistant/understanding/understand-message.ts';
import { DEVNET_CHAIN_ID } from '../../../../../src/values/chain-ids.ts';
import { chains, words } from '../../../../assistant/known-words.ts';

const NOW_MS = Date.UTC(2026, 5, 15, 12);
const BOB = '0x90f79bf6eb2c4f870365e785982e1f101e93b906';

function understood(input: string, pending?: PendingQuestion) {
  const question = { input, chainId: DEVNET_CHAIN_ID, supportedChains: chains, tokens: words, recent: [] };
  return understandMessage(pending === undefined ? question : { ...question, pending }, NOW_MS);
}

test('a doubtful transfer is repeated in the question, and "yes" or its button goes on', () => {
  const asked = understood(`${BOB} needs 5 usdc from me, send it`);
  expect(asked.confidence).toBeLessThan(ASKS_BACK_BELOW);
  expect(asked.text).toStartWith(`I understood: send 5 USDC to ${BOB}. I cannot tell what`);
  const options = asked.options ?? [];
  expect(options.map(({ label }) => label)).toEqual([`Send 5 USDC to ${BOB}`]);
  const pending = { intent: asked.intent, slots: asked.slots, asked: asked.missing, options };
  for (const answer of ['yes', 'yes please', options[0]?.label ?? '']) {
    const { intent, slots, confidence, missing } = understood(answer, pending);
    expect({ intent, slots, missing, isSure: confidence >= ASKS_BACK_BELOW }).toEqual({
      intent: 'send_token',
      slots: { amount: '5', amountKind: 'token', fromToken: 'USDC', to: BOB },
      missing: [],
      isSure: true,
    });
  }
  expect(understood('no', pending)).toMatchObject({ intent: 'text', pending: 'dropped' });
});

test('the question about several doubtful steps repeats all of them', () => {
  const asked = understood(`the plan is swap 10 usdc to weth and then send 2 usdc to ${BOB}`);
  expect(asked.text).toStartWith(`I understood: swap 10 USDC to WETH, then send 2 USDC to ${BOB}. `);
});

test.each(['Transactions!!', 'hist of my trades', 'my trading history', 'set my network to 31337', 'attach my wallet to this app'])(
  '"%s" moves nothing, so it is answered without a question',
  (input) => {
    const { confidence, missing } = understood(input);
    expect(confidence).toBeGreaterThanOrEqual(ASKS_BACK_BELOW);
    expect(missing).toEqual([]);
  },
);

test.each([
  ['swap 15 usdc to weth $B', 'a receiver in a swap'],
  ['swp 15usdc to weth n then snd it to $B', 'a list of shortened words'],
])('%s is asked about (%s)', (input) => {
  expect(understood(input.replace('$B', BOB)).confidence).toBeLessThan(ASKS_BACK_BELOW);
});

test.each([
  ['quanto eu recebo de eth por 300 usdc?', { amount: '300', fromToken: 'USDC', toToken: 'ETH' }],
  ['if bitcoin touches 55000 buy 200 usdc of wbtc', { amount: '200', fromToken: 'USDC', toToken: 'WBTC', price: '55000' }],
  ['if eth drops to 2000 buy 300 usdc of weth', { amount: '300', fromToken: 'USDC', toToken: 'WETH', condition: 'below', price: '2000' }],
  ['limit order 500 usdc -> weth @ 2100', { amount: '500', fromToken: 'USDC', toToken: 'WETH', price: '2100' }],
  ['limit: 1 weth for usdc at 4k', { amount: '1', fromToken: 'WETH', toToken: 'USDC', price: '4000' }],
  ['5 usdc -> eth every 30 min x20', { amount: '5', fromToken: 'USDC', toToken: 'ETH', intervalSeconds: 1_800, count: 20 }],
  ['yo can u trade 1.2k usdc into wbtc 4 me', { amount: '1200', fromToken: 'USDC', toToken: 'WBTC' }],
])('the sides of "%s" are right', (input, slots) => {
  expect(understood(input)).toMatchObject({ slots, missing: [] });
});
