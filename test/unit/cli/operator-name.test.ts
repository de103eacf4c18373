import { expect, test } from 'bun:test';
import { operatorName } from '../../../src/cli/operator/operator-name.ts';

const accounts = () => 'root:x:0:0:root:/root:/bin/sh\nalice:x:1000:1000::/home/alice:/bin/sh\n';
const fails = (): string => {
  throw new Error('ENOENT: no such account');
};

test.each([
  ['the environment names it', () => 'bob', 1000, accounts, 'bob'],
  ['only the accounts know it', () => 'unknown', 1000, accounts, 'alice'],
  ['the system fails to say', fails, 1000, accounts, 'alice'],
  ['it has no account', fails, 4711, accounts, 'uid 4711'],
  ['there are no accounts', () => '', 4711, () => '', 'uid 4711'],
  ['there are no numbers', fails, undefined, accounts, 'unknown'],
])('the name in the history when %s', (_when, userName, uid, known, expected) => {
  expect(operatorName({ userName, uid, accounts: known })).toBe(expected);
});
