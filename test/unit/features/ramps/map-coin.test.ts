import { expect, test } from 'bun:test';
import { mapCoin } from '../../../../src/features/ramps/map-coin.ts';
import type { ListedCoin } from '../../../../src/features/ramps/ramp-provider.ts';

const networks = { eth: 1, matic: 137, sol: 102 };
const coin = (code: string, network: string, contract: string | null = null): ListedCoin => ({
  ...{
    code,
    network,
    contract,
    name: null,
    sides: ['buy'],
    limits: { buy: null, sell: null },
    excludedCountries: [],
    statedChainId: null,
    ids: {},
  },
});
const mapped = (listed: ListedCoin) => {
  const { chainId, address, unmapped } = mapCoin(listed, networks);
  return { chainId, address: address === null ? null : String(address), unmapped };
};
const ZERO = `0x${'0'.repeat(40)}`;

test('a stated contract says which token a coin is, in any casing', () => {
  expect(mapped(coin('USDC', 'MATIC', '0x3C499C542CEF5E3811E1192CE70D8CC03D5C3359'))).toEqual({
    ...{ chainId: 137, address: '0x3c499c542cef5e3811e1192ce70d8cc03d5c3359', unmapped: null },
  });
  expect(mapped(coin('ETH', 'eth', ZERO)).address).toBe(ZERO);
});

test('without a contract, only native assets and names that mean one token are connected', () => {
  expect(mapped(coin('eth', 'ETH'))).toEqual({ chainId: 1, address: ZERO, unmapped: null });
  expect(mapped(coin('POL', 'MATIC')).address).toBe(ZERO);
  expect(mapped(coin('USDT', 'ETH')).address).toBe('0xdac17f958d2ee523a2206206994597c13d831ec7');
  // On Polygon, USDC exists in a native and in a bridged form.
  expect(mapped(coin('USDC', 'MATIC'))).toEqual({ chainId: null, address: null, unmapped: 'no-contract' });
});

test('what cannot be connected says why', () => {
  expect(mapped(coin('ADA', 'CARDANO')).unmapped).toBe('unknown-network');
  expect(mapped(coin('X', 'constructor')).unmapped).toBe('unknown-network');
  expect(mapped(coin('USDC', 'SOL', '0x3c499c542cef5e3811e1192ce70d8cc03d5c3359')).unmapped).toBe('invalid-contract');
});
