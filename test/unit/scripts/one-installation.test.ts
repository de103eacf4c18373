import { expect, test } from 'bun:test';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { oneInstallation } from '../../../scripts/launcher/one-installation.mjs';
import { tempFolder } from '../../support/temp-folder.ts';

test('two installations in one folder run one after the other', async () => {
  using folder = tempFolder();
  const seen: string[] = [];
  const first = Promise.withResolvers<void>();
  const one = oneInstallation(folder.path, async () => {
    seen.push('first began');
    await first.promise;
    seen.push('first ended');
  });
  const other = oneInstallation(folder.path, async () => void seen.push('second began'));
  expect(seen).toEqual(['first began']);
  first.resolve();
  await Promise.all([one, other]);
  expect(seen).toEqual(['first began', 'first ended', 'second began']);
  expect(existsSync(folder.file('tmp/installation.pid'))).toBe(false);
});

test('the lock of a command that was killed does not count', async () => {
  using folder = tempFolder();
  const child = Bun.spawn(['true']);
  await child.exited;
  mkdirSync(folder.file('tmp'));
  writeFileSync(folder.file('tmp/installation.pid'), String(child.pid));
  expect(await oneInstallation(folder.path, async () => 'installed')).toBe('installed');
});

test('an installation that fails frees the folder for the next one', async () => {
  using folder = tempFolder();
  const failing = oneInstallation(folder.path, () => Promise.reject(new Error('no network')));
  await expect(failing).rejects.toThrow('no network');
  expect(await oneInstallation(folder.path, async () => 'installed')).toBe('installed');
});
