import { expect, test } from 'bun:test';
import type { Understood } from '../../../../../src/features/assistant/understanding/agent-service.ts';
import { understandMessage } from '../../../../../src/features/assistant/understanding/understand-message.ts';
import { DEVNET_CHAIN_ID } from '../../../../../src/values/chain-ids.ts';
import { chains, words } from '../../../../assistant/known-words.ts';

const NOW_MS = Date.UTC(2026, 5, 15, 12);
const understood = (input: string): Understood =>
  understandMessage({ input, chainId: DEVNET_CHAIN_ID, supportedChains: chains, tokens: words, recent: [] }, NOW_MS);
const stepsOf = (input: string) => understood(input).slots.steps ?? [];

test.each([
  ['swap 10 usdc to weth and send to bob.eth with 1% slippage', '1% slippage'],
  ['swap 10 usdc to weth, send it to bob.eth, slippage 2%', 'slippage 2%'],
  ['swap 10 usdc to weth and send it to bob.eth with a 1% fee', '1% fee'],
  ['swap 10 usdc to weth and send it to bob.eth, max slippage 2', 'slippage 2'],
  ['cambia 10 usdc a weth y envialo a bob.eth con 1% de deslizamiento', '1% de deslizamiento'],
  ['troca 10 usdc por weth e envia para bob.eth com 1% de slippage', '1% de slippage'],
])('"%s" sends all that was bought, and "%s" is left out', (input, left) => {
  const { leftOut, missing } = understood(input);
  expect(missing).toEqual([]);
  expect(leftOut).toContain(left);
  expect(stepsOf(input)[1]).toEqual({ intent: 'send_token', usesEarlier: true, slots: { fromToken: 'WETH', to: 'bob.eth' } });
});

test('a share of a balance is read beside the slippage', () => {
  const { slots, leftOut } = understood('swap 50% of my usdc to weth with 1% slippage');
  expect(slots).toEqual({ amount: '50', amountKind: 'percent', fromToken: 'USDC', toToken: 'WETH' });
  expect(leftOut).toEqual(['1% slippage']);
});
