import { expect, test } from 'bun:test';
import { vaultProviders } from '../../../../src/features/quotes/vault-providers.ts';

test('only aggregators of the chain whose swaps end inside the transaction are listed', () => {
  const names = vaultProviders(8453).map(({ name }) => name);
  expect(names).toContain('0x');
  // A vault cannot use these providers, because their trades do not end within the vault's transaction: they are bridges, intent protocols,
  // and services that send the trade themselves.
  for (const name of ['across', 'relay', 'cow', 'changenow', 'debridge', 'jupiter']) expect(names).not.toContain(name);
  expect(vaultProviders(999_999)).toEqual([]);
});

test('a chain of its own list replaces the contracts that are the same everywhere', () => {
  const lifi = (chainId: number) => vaultProviders(chainId).find(({ name }) => name === 'lifi');
  expect(lifi(8453)?.targets).toHaveLength(1);
  expect(lifi(324)?.targets).not.toEqual(lifi(8453)?.targets);
});
