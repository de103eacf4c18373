import { expect, test } from 'bun:test';
import { chainNamesOf } from '../../../../src/features/nlu/chain-names.ts';
import { parseIntent } from '../../../../src/features/nlu/parse-intent.ts';
import { readNetworkSeed } from '../../../../src/market/networks/create-networks.ts';

const chains = chainNamesOf(readNetworkSeed());
const parse = (text: string) => {
  const { intent, entities, confidence } = parseIntent(text, chains);
  const { fromChain, toChain, ...rest } = entities;
  return { intent, ...rest, fromChain: fromChain?.id, toChain: toChain?.id, confidence };
};

test.each<[string, object]>([
  [
    'swap 1.5 eth to usdc on base',
    { intent: 'swap', amount: '1.5', fromToken: 'ETH', toToken: 'USDC', fromChain: 8453, toChain: 8453, confidence: 1 },
  ],
  ['Please SWAP 1.5ETH -> USDC', { intent: 'swap', amount: '1.5', fromToken: 'ETH', toToken: 'USDC', confidence: 1 }],
  ['exchange all my usdt for wbtc.', { intent: 'swap', amount: 'all', fromToken: 'USDT', toToken: 'WBTC', confidence: 1 }],
  ['convert half matic into eth on polygon', { intent: 'swap', amount: 'half', fromToken: 'MATIC', toToken: 'ETH', fromChain: 137 }],
  ['buy eth with 100 usdc', { intent: 'swap', amount: '100', fromToken: 'USDC', toToken: 'ETH', confidence: 1 }],
  ['sell 2 weth for dai on arbitrum', { intent: 'swap', amount: '2', fromToken: 'WETH', toToken: 'DAI', toChain: 42161 }],
  [
    'bridge 100 usdc from arbitrum to base',
    { intent: 'bridge', amount: '100', fromToken: 'USDC', toToken: 'USDC', fromChain: 42161, toChain: 8453, confidence: 1 },
  ],
  ['bridge 1 eth to optimism', { intent: 'bridge', amount: '1', fromToken: 'ETH', toChain: 10, confidence: 1 }],
  ['move usdc.e to polygon', { intent: 'bridge', fromToken: 'USDC.E', toChain: 137, confidence: 0.75 }],
  ['what is the price of eth', { intent: 'price', fromToken: 'ETH', confidence: 1 }],
  ['show my balance', { intent: 'balance', confidence: 1 }],
  ['swap', { intent: 'swap', confidence: 0.25 }],
  ['hello there', { intent: 'unknown', confidence: 0 }],
])('%s', (text, expected) => {
  expect(parse(text)).toMatchObject(expected);
});

test('an amount that is not a plain number is refused', () => {
  for (const odd of ['1e5', '-1', '1,5.3', '0x10', 'NaN', '1,000', '1 000', '1,5', '5k', '$5', '1.000.000']) {
    const { amount, ...rest } = parse(`swap ${odd} eth to usdc`);
    expect(amount).toBeUndefined();
    if (odd !== 'NaN') expect(rest).toMatchObject({ fromToken: 'ETH', toToken: 'USDC', confidence: 0.75 });
  }
});

test('the longest sentences are parsed at once', () => {
  for (const word of ['to ', 'swap ', '1.', 'a.', '$1a.', '🦄', '\n']) {
    // These sentences repeat one word hundreds of times. A parser whose time grows exponentially with the number of words would exceed the
    // test's time limit.
    expect(parseIntent(`swap ${word.repeat(500)}`.slice(0, 500), chains).intent).toBe('swap');
  }
});
