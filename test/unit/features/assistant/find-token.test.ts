import { expect, test } from 'bun:test';
import { createFindToken, spentPlace } from '../../../../src/features/assistant/lookup/find-token.ts';
import { createTokenWords } from '../../../../src/features/assistant/understanding/tokens/create-token-words.ts';
import type { Token } from '../../../../src/market/tokens/token.ts';
import { parseAddress } from '../../../../src/values/address.ts';

const CHAINS = [
  { id: 1, name: 'Ethereum', show: true },
  { id: 8453, name: 'Base', show: true },
  { id: 42161, name: 'Arbitrum One', show: true },
];
/** A chain on which none of the tokens is listed. */
const OPTIMISM = { id: 10, name: 'Optimism', show: true };
const tokenOn = (chainId: number, symbol: string): Token => ({
  ...{ chainId, symbol, name: symbol, decimals: 6, logoURI: '', address: parseAddress(`0x${String(chainId).padStart(40, '0')}`) },
});
const TOKENS = [...CHAINS.map(({ id }) => tokenOn(id, 'USDC')), tokenOn(42161, 'ARB')];
const findToken = createFindToken({
  networks: { list: async () => [...CHAINS, OPTIMISM] as never },
  tokens: { find: async (chainId, address) => TOKENS.find((token) => token.chainId === chainId && token.address === address) ?? null },
  words: async () => createTokenWords(TOKENS.map((token) => ({ ...token, order: 0 }))),
});
const spent = (fromToken: string, toChainId: number, walletChainId: number | null, toToken = fromToken) =>
  findToken({ text: fromToken, slot: 'fromToken', ...spentPlace({ fromToken, toToken, toChainId }, walletChainId) });

test('a bridge that names only its target takes the token from the chain of the wallet', async () => {
  expect((await spent('USDC', 42161, 8453)).found).toMatchObject({ chainId: 8453 });
  expect((await spent('USDC', 8453, 1)).found).toMatchObject({ chainId: 1 });
});

test('without a wallet on another chain, the user is asked from where to bridge', async () => {
  for (const walletChainId of [42161, 31337, null]) {
    const { answer } = await spent('USDC', 42161, walletChainId);
    expect(answer?.text).toBe('From which chain do you want to bridge the USDC to Arbitrum One?');
    expect(answer?.asks?.options.map(({ label, slots }) => [label, slots])).toEqual([
      ['USDC on Ethereum', { fromToken: 'USDC', fromChainId: 1 }],
      ['USDC on Base', { fromToken: 'USDC', fromChainId: 8453 }],
    ]);
  }
});

test('a token of the target alone cannot be bridged to it', async () => {
  expect((await spent('ARB', 42161, 1)).answer).toMatchObject({
    action: 'error',
    text: 'ARB is listed only on Arbitrum One, so it cannot be bridged to it.',
  });
});

test('a token of several chains is asked about, with the reason why the chain of the wallet does not decide', async () => {
  const named = { text: 'USDC', slot: 'fromToken', chainId: undefined } as const;
  const textOn = async (walletChainId: number | null) => {
    const { answer } = await findToken({ ...named, walletChainId });
    expect(answer?.asks?.options).toHaveLength(3);
    return answer?.text;
  };
  expect(await textOn(null)).toBe('"USDC" is listed more than once. Which one do you mean?');
  expect(await textOn(999_999)).toBe(
    'This service does not know chain 999999, which is the wallet\'s current chain, and "USDC" is listed on several others. Which one do you mean?',
  );
  expect(await textOn(10)).toBe('"USDC" is not listed on Optimism, but on several other chains. Which one do you mean?');
  expect((await findToken({ ...named, walletChainId: 8453 })).found).toMatchObject({ chainId: 8453 });
});

test('a swap of two tokens is on the chain that it names', async () => {
  expect((await spent('USDC', 42161, 1, 'ARB')).found).toMatchObject({ chainId: 42161 });
});
