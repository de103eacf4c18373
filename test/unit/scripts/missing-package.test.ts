import { expect, test } from 'bun:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { findBun } from '../../../scripts/launcher/find-bun.mjs';
import { hasAnvil } from '../../../scripts/launcher/install-anvil.mjs';
import { missingPackage } from '../../../scripts/launcher/missing-package.mjs';
import { type TempFolder, tempFolder } from '../../support/temp-folder.ts';

type Lock = Record<string, { version: string; optional?: boolean; dev?: boolean }>;

const wanted: Lock = {
  '': { version: '0.1.0' },
  'node_modules/a': { version: '1.0.0' },
  'node_modules/a/node_modules/@scope/b': { version: '2.0.0' },
  'node_modules/only-on-windows': { version: '3.0.0', optional: true },
  'node_modules/tester': { version: '4.0.0', dev: true },
};

function project(installed: Lock | null): TempFolder {
  const folder = tempFolder();
  writeFileSync(folder.file('package-lock.json'), JSON.stringify({ packages: wanted }));
  if (installed === null) return folder;
  for (const path of Object.keys(installed)) mkdirSync(folder.file(path), { recursive: true });
  writeFileSync(folder.file('node_modules/.package-lock.json'), JSON.stringify({ packages: installed }));
  return folder;
}

const { '': _root, 'node_modules/only-on-windows': _optional, ...all } = wanted;
const { 'node_modules/tester': _tester, ...production } = all;

test('nothing is missing when all but the root and optional packages are there', () => {
  using folder = project(all);
  expect(missingPackage(folder.path, { withDevelopment: true })).toBeNull();
});

test('a fresh clone and an interrupted installation miss the first package', () => {
  using fresh = project(null);
  expect(missingPackage(fresh.path, { withDevelopment: true })).toBe('a');
  mkdirSync(fresh.file('node_modules/a'), { recursive: true });
  expect(missingPackage(fresh.path, { withDevelopment: true })).toBe('a');
});

test('another version is missing, and so is a package whose folder is gone', () => {
  using older = project({ ...all, 'node_modules/a/node_modules/@scope/b': { version: '1.9.0' } });
  expect(missingPackage(older.path, { withDevelopment: true })).toBe('@scope/b');
  using gone = project(production);
  writeFileSync(gone.file('node_modules/.package-lock.json'), JSON.stringify({ packages: all }));
  expect(missingPackage(gone.path, { withDevelopment: true })).toBe('tester');
});

test('the service starts without the development packages', () => {
  using folder = project(production);
  expect(missingPackage(folder.path, { withDevelopment: false })).toBeNull();
  expect(missingPackage(folder.path, { withDevelopment: true })).toBe('tester');
});

test('Anvil is there when its installation has ended, in scripts/anvil or with the packages for development', () => {
  using folder = tempFolder();
  const anvil = { version: '1.7.1' };
  const wrapper = 'node_modules/@foundry-rs/anvil';
  mkdirSync(folder.file(`scripts/anvil/${wrapper}`), { recursive: true });
  writeFileSync(folder.file(`scripts/anvil/${wrapper}/package.json`), '{}');
  writeFileSync(folder.file('scripts/anvil/package-lock.json'), JSON.stringify({ packages: { [wrapper]: anvil } }));
  // npm was ended after it had unpacked the wrapper and before the program for this platform.
  expect(hasAnvil(folder.path)).toBe(false);
  writeFileSync(folder.file('scripts/anvil/node_modules/.package-lock.json'), JSON.stringify({ packages: { [wrapper]: anvil } }));
  expect(hasAnvil(folder.path)).toBe(true);

  using other = tempFolder();
  mkdirSync(other.file('scripts/anvil'), { recursive: true });
  writeFileSync(other.file('scripts/anvil/package-lock.json'), JSON.stringify({ packages: { [wrapper]: anvil } }));
  expect(hasAnvil(other.path)).toBe(false);
  mkdirSync(other.file(wrapper), { recursive: true });
  writeFileSync(other.file(`${wrapper}/package.json`), '{}');
  expect(hasAnvil(other.path)).toBe(true);
});

test.each([
  ['linux', 'x64', 'node_modules/@oven/bun-linux-x64/bin/bun'],
  ['darwin', 'arm64', 'node_modules/@oven/bun-darwin-aarch64/bin/bun'],
  ['win32', 'x64', 'node_modules/@oven/bun-windows-x64/bin/bun.exe'],
  ['linux', 'x64', 'node_modules/bun/bin/bun.exe'],
])('Bun is found on %s %s in %s', (platform, arch, path) => {
  using folder = tempFolder();
  mkdirSync(folder.file(path.replace(/\/[^/]*$/, '')), { recursive: true });
  writeFileSync(folder.file(path), 'a stub');
  expect(findBun(folder.path, { platform, arch })).toBeNull();
  writeFileSync(folder.file(path), Buffer.alloc(2_000_000));
  expect(findBun(folder.path, { platform, arch })).toBe(folder.file(path));
});

test('the Bun of another machine is none', () => {
  using folder = tempFolder();
  mkdirSync(folder.file('node_modules/@oven/bun-darwin-aarch64/bin'), { recursive: true });
  writeFileSync(folder.file('node_modules/@oven/bun-darwin-aarch64/bin/bun'), Buffer.alloc(2_000_000));
  expect(findBun(folder.path, { platform: 'linux', arch: 'x64' })).toBeNull();
});
