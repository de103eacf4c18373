import { expect, test } from 'bun:test';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { compileContracts } from '../../src/devnet/compile/compile-contracts.ts';
import { generatedFiles } from '../../src/devnet/compile/generated-files.ts';

const compiled = compileContracts();
const files = generatedFiles(compiled);

test('every artifact and ABI is what its sources compile to (else run: npm run contracts)', () => {
  const stale = files.filter(({ path, text }) => !existsSync(path) || readFileSync(path, 'utf8') !== text).map(({ path }) => path);
  expect(stale).toEqual([]);
});

test('no artifact or ABI is left behind by a contract that is gone', () => {
  const expected = new Set(files.map(({ path }) => path));
  const present = [...new Set(files.map(({ path }) => dirname(path)))].flatMap((dir) => readdirSync(dir).map((name) => `${dir}/${name}`));
  expect(present.filter((path) => !expected.has(path))).toEqual([]);
});

test.each(['DcaVault', 'AutopilotVault', 'Relayer'])('%s fits under the 24,576 byte limit of EIP-170', (name) => {
  const contract = compiled.find(({ artifact }) => artifact.contractName === name)?.artifact;
  expect(contract).toBeDefined();
  expect(((contract?.deployedBytecode.length ?? 0) - 2) / 2).toBeLessThan(24_576);
});
