/**
 * `npm run provider-table`: writes the table of providers in docs/quotes.md from the registry. After a change of a provider,
 * `test/contract/providers/table.test.ts` fails until this is run.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deliversInside } from '../src/features/quotes/delivers-inside.ts';
import { onChainProviders } from '../src/features/quotes/on-chain-providers.ts';
import type { ProviderEntry } from '../src/features/quotes/registry.ts';
import { httpProviders } from '../src/features/quotes/registry.ts';
import { markdownTable } from './markdown-table.ts';
import { replaceSection } from './replace-section.ts';

const section = { page: 'docs/quotes.md', start: '<!-- providers: made by npm run provider-table -->\n', end: '<!-- /providers -->' };
export const quotesPage = join(import.meta.dir, '..', 'docs', 'quotes.md');

/** Returns the documentation page with its table of providers regenerated. @throws Error when the page has no section for the table */
export function withProviderTable(page: string): string {
  return replaceSection(page, section, table());
}

function table(): string {
  const notOpened = () => {
    throw new Error('Nothing is asked for a table');
  };
  const onChain = onChainProviders({
    chains: { chainIds: [], has: () => false, of: notOpened },
    networks: {
      seed: notOpened,
      get: notOpened,
      stored: notOpened,
      requireShown: notOpened,
      list: notOpened,
      hasEndpoint: notOpened,
      put: notOpened,
      change: notOpened,
    },
    clock: { now: () => 0 },
  });
  const rows = [...httpProviders, ...onChain].map(cellsOf);
  const heads = ['provider', 'name', 'kinds', 'chains', 'key', 'build', 'status look-up', 'vaults', 'proxy'];
  return markdownTable(heads, rows);
}

function cellsOf({ traits, proxySlug, isRegistered }: ProviderEntry): string[] {
  const { title, name, kinds, chains, key, broadcastsItself, isSolverBased, hasStatus } = traits;
  const build = broadcastsItself ? '`tx: null`, `metaData`' : 'transaction';
  return [
    isRegistered ? title : `${title} (not registered)`,
    `\`${name}\``,
    kinds.join(', '),
    chains === 'evm-with-contracts' ? 'EVM, where the Network record has its contracts' : chains.join(', '),
    key,
    isSolverBased ? `${build} (solver)` : build,
    hasStatus ? 'yes' : 'by receipt',
    deliversInside(traits) ? 'yes' : '',
    proxySlug === null ? '' : `\`/defi/${proxySlug}\``,
  ];
}

if (import.meta.main) {
  writeFileSync(quotesPage, withProviderTable(readFileSync(quotesPage, 'utf8')));
  console.log('wrote docs/quotes.md');
}
