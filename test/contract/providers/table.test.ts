import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { quotesPage, withProviderTable } from '../../../scripts/provider-table.ts';
import { httpProviders } from '../../../src/features/quotes/registry.ts';
import { loadFixtures } from './load-fixtures.ts';

test('the table of providers in docs/quotes.md matches the registry', () => {
  const page = readFileSync(quotesPage, 'utf8');
  expect(page).toBe(withProviderTable(page));
});

test('every provider that is called over HTTP has a fixture, so that these suites test it', async () => {
  const names = (await loadFixtures()).map(({ name }) => name).sort();
  expect(names).toEqual(httpProviders.map(({ traits }) => traits.name).sort());
});
