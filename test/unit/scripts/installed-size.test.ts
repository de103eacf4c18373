import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { installedSizes } from '../../support/installed-size.mjs';

/** Maximum size in MB (1,048,576 bytes) of what `npm ci --omit=dev` installs, measured as `du -s --apparent-size node_modules` does. */
const MOST_MB = 250;

test(`an installation without the packages for development has at most ${MOST_MB} MB`, () => {
  const sizes = installedSizes(join(import.meta.dir, '../../..'));
  const megabytes = Math.round(sizes.reduce((sum, { kilobytes }) => sum + kilobytes, 0) / 1_024);
  const largest = sizes.slice(0, 8).map(({ name, kilobytes }) => `${name} ${(kilobytes / 1_024).toFixed(1)}`);
  console.log(`An installation has ${megabytes} MB in ${sizes.length} packages; the largest are ${largest.join(', ')}.`);
  expect(megabytes).toBeGreaterThan(100);
  expect(megabytes).toBeLessThanOrEqual(MOST_MB);
});

test('what only the local devnet or development needs is no part of it', () => {
  const names = installedSizes(join(import.meta.dir, '../../..')).map(({ name }) => name);
  expect(names.filter((name) => /^@uniswap\/|^@foundry-rs\/|^solc$|^playwright-core$|^@biomejs\//.test(name))).toEqual([]);
});
