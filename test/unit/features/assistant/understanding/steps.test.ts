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

const share = (amount: string) => ({ amount, amountKind: 'percent' });
const usdcToWeth = (amount: string) => ({
  ...{ intent: 'quotes', usesEarlier: false, slots: { ...share(amount), fromToken: 'USDC', toToken: 'WETH' } },
});

test.each([
  ['swap half my usdc to weth and send the other half to bob.eth', '50', { ...share('50'), to: 'bob.eth' }],
  ['swap 25% of my usdc to weth and send the other 75% to bob.eth', '25', { ...share('75'), to: 'bob.eth' }],
  ['swap half my usdc to weth and half to wbtc', '50', { ...share('50'), toToken: 'WBTC' }],
  ['swap half my usdc to weth, the other half to wbtc', '50', { ...share('50'), toToken: 'WBTC' }],
  ['swap 25% of my usdc to weth and 25% of my usdc to wbtc', '25', { ...share('25'), toToken: 'WBTC' }],
  ['swap half my usdc to weth and bridge the other half to base', '50', { ...share('50'), toToken: 'USDC', toChainId: 8453 }],
  ['cambia la mitad de mis usdc a weth y envia la otra mitad a bob.eth', '50', { ...share('50'), to: 'bob.eth' }],
  ['cambia la mitad de mis usdc a weth y la mitad a wbtc', '50', { ...share('50'), toToken: 'WBTC' }],
  ['troca metade dos meus usdc por weth e envia a outra metade para bob.eth', '50', { ...share('50'), to: 'bob.eth' }],
  ['troca metade dos meus usdc por weth e a outra metade por wbtc', '50', { ...share('50'), toToken: 'WBTC' }],
])('"%s" spends two shares of one balance', (input, first, second) => {
  expect(understood(input).missing).toEqual([]);
  expect(stepsOf(input)).toMatchObject([
    usdcToWeth(first),
    { usesEarlier: false, shareOf: 'start', slots: { fromToken: 'USDC', ...second } },
  ]);
});

test.each([
  ['swap 25% of my usdc to weth and send the rest to bob.eth', { to: 'bob.eth' }],
  ['swap 25% of my usdc to weth and send the remainder to bob.eth', { to: 'bob.eth' }],
  ['swap 25% of my usdc to weth and send what is left to bob.eth', { to: 'bob.eth' }],
  ['swap 25% of my usdc to weth and send the rest of my usdc to bob.eth', { to: 'bob.eth' }],
  ['swap 25% of my usdc to weth and send the remaining usdc to bob.eth', { to: 'bob.eth' }],
  ['swap 25% of my usdc to weth and with the rest buy wbtc', { toToken: 'WBTC' }],
  ['swap 25% of my usdc to weth and buy wbtc with the rest', { toToken: 'WBTC' }],
  ['cambia 25% de mis usdc a weth y envia el resto a bob.eth', { to: 'bob.eth' }],
  ['troca 25% dos meus usdc por weth e envia o resto para bob.eth', { to: 'bob.eth' }],
])('"%s" spends what is left of the balance', (input, second) => {
  expect(understood(input).missing).toEqual([]);
  expect(stepsOf(input)[0]).toMatchObject(usdcToWeth('25'));
  expect(stepsOf(input)[1]).toMatchObject({ usesEarlier: false, slots: { amountKind: 'all', fromToken: 'USDC', ...second } });
});

test('shares of the result of a trade stay shares of the result', () => {
  expect(stepsOf('swap 100 usdc to weth, send half of it to bob.eth and the rest to erin.eth').slice(1)).toEqual([
    { intent: 'send_token', usesEarlier: true, slots: { ...share('50'), fromToken: 'WETH', to: 'bob.eth' } as never },
    { intent: 'send_token', usesEarlier: true, slots: { fromToken: 'WETH', to: 'erin.eth' } },
  ]);
  const sent = stepsOf('swap half my usdc to weth, send it to bob.eth and send the rest to erin.eth');
  expect(sent[2]).toEqual({ intent: 'send_token', usesEarlier: false, slots: { amountKind: 'all', fromToken: 'USDC', to: 'erin.eth' } });
  expect(stepsOf('swap half my usdc to weth and then send half to bob.eth')[1]).toMatchObject({ usesEarlier: true });
});

test.each([
  ['swap half my usdc to weth and send half to bob.eth', 'of what the share is meant'],
  ['swap half my usdc to weth and swap half to wbtc', 'of what the share is meant'],
  ['swap 100 usdc to weth and send the rest to bob.eth', 'of what the rest is meant'],
  ['send 10 usdc to bob.eth and the rest to erin.eth', 'of what the rest is meant'],
  ['swap half my usdc to weth and send the rest of my weth to bob.eth', 'of what the rest is meant'],
  ['swap half my usdc to weth and the other 30% to wbtc', 'do not add up to 100 percent'],
  ['swap 60% of my usdc to weth and 60% to wbtc', 'more than 100 percent'],
])('"%s" is not prepared, because it can mean several things', (input, text) => {
  expect(understood(input)).toMatchObject({ intent: 'error', text: expect.stringContaining(text) });
});

test('steps after a switch of the chain are on that chain', () => {
  expect(stepsOf('switch to base and then send 1 usdc to bob.eth')[1]?.slots).toMatchObject({ fromChainId: 8453, to: 'bob.eth' });
  expect(stepsOf('switch to base then swap 1 usdc to weth')[1]?.slots).toMatchObject({ fromChainId: 8453, toChainId: 8453 });
  expect(stepsOf('switch to base and bridge 1 usdc to arbitrum')[1]?.slots).toMatchObject({ fromChainId: 8453, toChainId: 42161 });
  expect(stepsOf('swap 10 usdc to weth, then switch to base and send it to bob.eth')[2]).toMatchObject({
    usesEarlier: true,
    slots: { fromChainId: 8453 },
  });
});

test.each([' ', ' | ', ' - ', ' / ', ': ', ' → ', ' -> '])('a trade and a transfer with "%s" between them are two steps', (join) => {
  const { intent, slots } = understandMessage(
    {
      input: `swap 50 usdc to weth${join}send weth to bob.eth`,
      chainId: DEVNET_CHAIN_ID,
      supportedChains: chains,
      tokens: words,
      recent: [],
    },
    Date.UTC(2026, 5, 15, 12),
  );
  expect({ intent, steps: slots.steps?.map((step) => [step.intent, step.slots.fromToken]) }).toEqual({
    intent: 'workflow',
    steps: [
      ['quotes', 'USDC'],
      ['send_token', 'WETH'],
    ],
  });
});

test.each([
  'send 10 usdc and 1 weth to bob.eth',
  'send 10 usdc to bob.eth and 1 weth',
  'send bob.eth 10 usdc and 1 weth',
  'envia 10 usdc e 1 weth para bob.eth',
])('"%s" sends both to the one receiver', (input) => {
  expect(understood(input).missing).toEqual([]);
  expect(stepsOf(input).map(({ slots }) => slots)).toMatchObject([
    { amount: '10', fromToken: 'USDC', to: 'bob.eth' },
    { amount: '1', fromToken: 'WETH', to: 'bob.eth' },
  ]);
});

test('several receivers are not shared, and neither is a receiver beside another verb', () => {
  expect(understood('send 10 usdc and 1 weth to bob.eth and erin.eth').missing).toEqual(['to']);
  expect(understood('send 10 usdc and send 1 weth to bob.eth').missing).toEqual(['to']);
});

test.each([
  ['send 10 usdc and 1 weth to bob.eth on base', { fromChainId: 8453, to: 'bob.eth' }],
  ['swap 10 usdc and 1 weth to dai on base', { fromChainId: 8453, toChainId: 8453, toToken: 'DAI' }],
  ['bridge 10 usdc and 1 weth from base to arbitrum', { fromChainId: 8453, toChainId: 42161 }],
  ['bridge 10 usdc from base and 1 weth to arbitrum', { fromChainId: 8453, toChainId: 42161 }],
])('the clauses of "%s" are at one place', (input, place) => {
  expect(stepsOf(input).map(({ slots }) => slots)).toMatchObject([
    { ...place, fromToken: 'USDC' },
    { ...place, fromToken: 'WETH' },
  ]);
});

test('each token of a bridge is bridged, and each of three tokens is swapped into the last', () => {
  expect(stepsOf('bridge 10 usdc and 1 weth to base').map(({ slots: { toToken } }) => toToken)).toEqual(['USDC', 'WETH']);
  expect(stepsOf('swap 5 usdc, 6 dai and 7 usdt to eth').map(({ slots: { toToken } }) => toToken)).toEqual(['ETH', 'ETH', 'ETH']);
});

test('the result of two trades that give the same token is not guessed', () => {
  const { intent, text } = understood('swap all my usdc and all my dai to weth and send it to bob.eth');
  expect([intent, text]).toEqual(['error', expect.stringContaining('several of them give the same token')]);
});

test('the actions of a numbered list are steps', () => {
  const input = 'do this in order: 1) swap 40 usdc to weth 2) send 25% of that weth to bob.eth';
  expect(understood(input).intent).toBe('workflow');
  expect(stepsOf(input).map((step) => [step.intent, step.slots.amount])).toEqual([
    ['quotes', '40'],
    ['send_token', '25'],
  ]);
});

test.each(['send all of the wbtc to bob.eth', 'send all the wbtc i got to bob.eth', 'send all wbtc to bob.eth', 'send it all to bob.eth'])(
  'after a swap to wbtc, "%s" sends what the swap gives',
  (clause) => {
    expect(stepsOf(`swap 200 usdc to wbtc, then ${clause}`)[1]).toMatchObject({
      usesEarlier: true,
      slots: { fromToken: 'WBTC', to: 'bob.eth' },
    });
    expect(stepsOf(`swap 200 usdc to wbtc, then ${clause}`)[1]?.slots.amountKind).toBeUndefined();
  },
);

test('"all my wbtc" is the whole balance, also after a swap to wbtc', () => {
  expect(stepsOf('swap 200 usdc to wbtc, then send all my wbtc to bob.eth')[1]).toMatchObject({
    usesEarlier: false,
    slots: { amountKind: 'all' },
  });
});
