import { describe, expect, test } from 'bun:test';
import { getAddress } from 'viem';
import { readNetworkSeed } from '../../../../src/market/networks/create-networks.ts';
import { priorityRank } from '../../../../src/market/tokens/priority-ladder.ts';
import { readTokenSeed } from '../../../../src/market/tokens/read-token-seed.ts';
import { tokenKey } from '../../../../src/market/tokens/token.ts';
import { isAddress } from '../../../../src/values/address.ts';
import { isEvmChain, SOLANA_CHAIN_ID, TRON_CHAIN_ID } from '../../../../src/values/chain-ids.ts';
import { NATIVE_ADDRESS } from '../../../../src/values/native.ts';
import { isSolanaAddress } from '../../../../src/values/solana-address.ts';
import { isTronAddress } from '../../../../src/values/tron-address.ts';

const tokens = readTokenSeed();
const networks = readNetworkSeed();

describe('the seed of tokens', () => {
  test('covers the main chains', () => {
    const ids = networks.map((network) => network.id);
    expect(ids).toEqual(expect.arrayContaining([1, 10, 56, 100, 137, 324, 5000, 8453, 42161, 42220, 43114, 59144, 81457, 534352]));
    expect(ids).toEqual(expect.arrayContaining([SOLANA_CHAIN_ID, TRON_CHAIN_ID]));
    expect(new Set(tokens.map((token) => token.chainId))).toEqual(new Set(ids));
    expect(new Set(ids).size).toBe(ids.length);
  });

  test.each(tokens.map((token) => [tokenKey(token.chainId, token.address), token] as const))(
    '%s has an address of its chain',
    (_, token) => {
      if (token.address === NATIVE_ADDRESS) expect(token.order).toBe(0);
      else if (token.chainId === SOLANA_CHAIN_ID) expect(isSolanaAddress(token.address)).toBe(true);
      else if (token.chainId === TRON_CHAIN_ID) expect(isTronAddress(token.address)).toBe(true);
      else {
        expect(isAddress(token.address)).toBe(true);
        expect(getAddress(token.address).toLowerCase()).toBe(token.address);
      }
      expect(Number.isInteger(token.decimals)).toBe(true);
      expect(token.decimals).toBeLessThanOrEqual(18);
      expect(token.order).toBeNumber();
      expect(token.coingeckoId).toBeString();
      expect(URL.canParse(token.logoURI)).toBe(true);
    },
  );

  test('has each token once, and each chain its native token with the symbol and decimals of the network', () => {
    const keys = tokens.map((token) => tokenKey(token.chainId, token.address));
    expect(new Set(keys).size).toBe(keys.length);
    for (const { id, nativeCurrency } of networks) {
      const native = tokens.find((token) => token.chainId === id && token.address === NATIVE_ADDRESS);
      expect(native).toMatchObject({ symbol: nativeCurrency.symbol, decimals: nativeCurrency.decimals });
    }
  });

  test('ranks by the ladder what is on it, and by hand from 61 what is not', () => {
    for (const token of tokens) {
      if (token.address === NATIVE_ADDRESS) continue;
      const rank = token.symbol === 'WETH.e' ? priorityRank('WETH') : priorityRank(token.symbol);
      if (rank === null) expect(token.order).toBeGreaterThanOrEqual(61);
      else expect(token.order).toBe(rank);
    }
    expect(priorityRank('USDC.e')).toBe(3);
    expect(priorityRank('SHIB')).toBe(54);
  });

  test('networks name dollar tokens and wrapped natives that are in the token list', () => {
    const keys = new Set(tokens.map((token) => tokenKey(token.chainId, token.address)));
    for (const { id, dollarTokens, contracts } of networks) {
      expect(dollarTokens.length).toBeGreaterThan(0);
      for (const address of dollarTokens) expect(keys).toContain(tokenKey(id, address));
      if (contracts.wrappedNative !== null && id !== 42220) expect(keys).toContain(tokenKey(id, contracts.wrappedNative));
      expect(isEvmChain(id)).toBe(contracts.wrappedNative !== null);
    }
  });
});
