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
