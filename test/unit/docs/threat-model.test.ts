import { expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const page = readFileSync(`${root}/docs/threat-model.md`, 'utf8');
const rows = page.split('\n').filter((line) => /^\| (?!can try|---)/.test(line));

test('every test that the threat model names exists', () => {
  const named = [...new Set([...page.matchAll(/`(test\/[^`]+)`/g)].map(([, path = '']) => path))];
  expect(named.length).toBeGreaterThan(40);
  expect(named.filter((path) => !path.endsWith('.test.ts') || !existsSync(`${root}/${path}`))).toEqual([]);
});

test('each row of the threat model names the attack, the defence, and the test', () => {
  expect(rows.length).toBeGreaterThan(40);
  for (const row of rows) {
    const [, tried = '', stopped = '', shown = ''] = row.split('|').map((cell) => cell.trim());
    expect([row, tried !== '', stopped !== '', /^`test\//.test(shown)]).toEqual([row, true, true, true]);
  }
});

test('all considered attackers are in the threat model, and the contact for reports is not an invented address', () => {
  for (const who of [
    'stranger on HTTP',
    'stranger on a chain',
    'owner',
    'page in a browser',
    'operator',
    "executor's key",
    'RPC provider',
    'price or quote provider',
    'store or Redis',
    'supply chain',
  ]) {
    expect(page).toMatch(new RegExp(`^## .*${who}`, 'm'));
  }
  const policy = readFileSync(`${root}/SECURITY.md`, 'utf8');
  expect(policy).toContain('private security advisory');
  expect(policy).not.toMatch(/@|mailto:|https?:/);
});
