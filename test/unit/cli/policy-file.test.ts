import { expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { chainOfPolicy, draftOf, readPolicyFile } from '../../../src/cli/policy-file.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const NOW_MS = 1_800_000_000_000;
const options = { nowMs: NOW_MS, addressOf: (symbol: string, chainId: number) => `0x${chainId}-${symbol}` };

test('defaults are filled in, and values of the file are kept', () => {
  expect(draftOf({}, options)).toEqual({
    version: 1,
    chainId: 31337,
    wallet: '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
    limits: { expiry: 1_800_000_000 + 30 * 86_400 },
  });
  const said = { version: 2, chainId: 10, wallet: '0xaa', limits: { expiry: 5, maxTradesPerDay: 1 }, paper: true };
  expect(draftOf(said, options)).toEqual(said);
});

test('tokens may be given by symbol wherever a policy has tokens; everything else stays unchanged', () => {
  const policy = {
    budgetToken: 'USDC',
    allowTokens: ['USDC', '0xAB', 7],
    limits: 'none',
    strategies: [
      { id: 'token', type: 'dca', tokenOut: 'WETH', note: 'USDC' },
      { type: 'rebalance', weights: [{ token: 'weth', weightBps: 5_000 }] },
      'USDC',
    ],
  };
  expect(draftOf(policy, options)).toMatchObject({
    budgetToken: '0x31337-USDC',
    allowTokens: ['0x31337-USDC', '0xAB', 7],
    limits: 'none',
    strategies: [
      { id: 'token', type: 'dca', tokenOut: '0x31337-WETH', note: 'USDC' },
      { type: 'rebalance', weights: [{ token: '0x31337-weth', weightBps: 5_000 }] },
      'USDC',
    ],
  });
  expect(draftOf({ chainId: 1, budgetToken: 'USDC' }, options)).toMatchObject({ budgetToken: '0x1-USDC' });
  expect(['1', 1, undefined].map((chainId) => chainOfPolicy(chainId === undefined ? {} : { chainId }))).toEqual([31337, 1, 31337]);
});

test('a missing file, or one without an object, is reported as such', () => {
  using folder = tempFolder();
  const file = folder.file('policy.json');
  expect(() => readPolicyFile(file)).toThrow(`There is no file ${file}.`);
  for (const text of ['', '3', '[1', 'null', '[]']) {
    writeFileSync(file, text);
    expect(() => readPolicyFile(file)).toThrow(`${file} does not contain a valid JSON object: `);
  }
  writeFileSync(file, '{"limits": {"maxPerDayUsd": 1, "maxPerDayUsd": 1000}}');
  expect(() => readPolicyFile(file)).toThrow(`${file} contains the name "limits.maxPerDayUsd" twice in one object. Remove one of the two.`);
  writeFileSync(file, '\uFEFF{"version": 1}', 'utf16le');
  expect(readPolicyFile(file)).toEqual({ version: 1 });
  writeFileSync(file, '{"note": "\xe9"}', 'latin1');
  expect(() => readPolicyFile(file)).toThrow(`${file} cannot be read: it is not in UTF-8: save it as plain text in UTF-8.`);
  writeFileSync(file, '{"__proto__": {"a": 1}}');
  expect(Object.getPrototypeOf(readPolicyFile(file))).toBe(Object.prototype);
});

test('the example is a policy of this kind', () => {
  const example = new URL('../../../docs/examples/dip-and-stop.json', import.meta.url).pathname;
  const policy = readPolicyFile(example);
  expect(JSON.parse(readFileSync(example, 'utf8'))).toEqual(policy);
  expect(JSON.stringify(draftOf(policy, options))).not.toMatch(/"(USDC|WETH)"/);
});
