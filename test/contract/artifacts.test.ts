import { expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { productContracts, standardJsonOf } from '../../src/contracts/load-artifact.ts';
import { compileContracts } from '../../src/devnet/compile/compile-contracts.ts';
import { generatedFiles } from '../../src/devnet/compile/generated-files.ts';

const compiled = compileContracts();
const files = generatedFiles(compiled);

test('every artifact and ABI is what its sources compile to (else run: npm run contracts)', () => {
  const stale = files.filter(({ path, text }) => !existsSync(path) || readFileSync(path, 'utf8') !== text).map(({ path }) => path);
  expect(stale).toEqual([]);
});

test('no artifact or ABI of a removed contract is left', () => {
  const expected = new Set(files.map(({ path }) => path));
  const present = [...new Set(files.map(({ path }) => dirname(path)))].flatMap((dir) =>
    readdirSync(dir, { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [`${dir}/${entry.name}`] : [])),
  );
  expect(present.filter((path) => !expected.has(path))).toEqual([]);
});

test.each([...productContracts])('%s fits under the 24,576 byte limit of EIP-170', (name) => {
  const contract = compiled.find(({ artifact }) => artifact.contractName === name)?.artifact;
  expect(contract).toBeDefined();
  expect(((contract?.deployedBytecode.length ?? 0) - 2) / 2).toBeLessThan(24_576);
});

test.each([...productContracts])('the standard JSON input of %s has all of its sources, and its hash is the build hash', (name) => {
  const { artifact } = compiled.find((one) => one.artifact.contractName === name) ?? {};
  const input: { sources: Record<string, { content: string }> } = JSON.parse(standardJsonOf(name));
  for (const { content } of Object.values(input.sources)) {
    // Every import is of a name that is there, or of a path beside one.
    for (const [, path = ''] of content.matchAll(/^\s*(?:import|\}\s*from)[^"']*["']([^"']+)["'];/gm)) {
      expect(Object.keys(input.sources).some((known) => known === path || known.endsWith(path.replace(/^[./]+/, '')))).toBe(true);
    }
  }
  const hash = createHash('sha256')
    .update(`${artifact?.solcVersion}\n${standardJsonOf(name)}`)
    .digest('hex');
  expect(artifact?.buildHash).toBe(`0x${hash}`);
});
