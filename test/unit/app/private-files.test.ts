import { afterAll, beforeAll, expect, test } from 'bun:test';
import { chmodSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { narrowDataFolder } from '../../../src/app/private-files.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

let umask: number;
beforeAll(() => {
  umask = process.umask(0);
});
afterAll(() => void process.umask(umask));

function wideFolder(path: string) {
  mkdirSync(join(path, 'devnet'), { recursive: true, mode: 0o777 });
  for (const name of ['coxswain.db', 'coxswain.db-wal', 'operator-token', 'devnet/chain-state.gz'])
    writeFileSync(join(path, name), '', { mode: 0o666 });
  chmodSync(path, 0o755);
}

test('wider permissions are removed from the folder, the database with its log, and the devnet', () => {
  using folder = tempFolder();
  wideFolder(folder.path);
  expect(narrowDataFolder(folder.path)).toEqual([]);
  for (const [name, mode] of [
    ['.', '700'],
    ['coxswain.db', '600'],
    ['coxswain.db-wal', '600'],
    ['operator-token', '600'],
    ['devnet', '700'],
    ['devnet/chain-state.gz', '600'],
  ] as const) {
    expect([name, modeOf(folder.file(name))]).toEqual([name, mode]);
  }
});

test('files of another user, and a folder of another user, are left unchanged and reported', () => {
  using folder = tempFolder();
  using elsewhere = tempFolder();
  wideFolder(folder.path);
  chmodSync(elsewhere.path, 0o755);
  writeFileSync(folder.file('notes.txt'), '', { mode: 0o644 });
  symlinkSync(elsewhere.path, folder.file('devnet/link'));
  expect(narrowDataFolder(folder.path)).toEqual([expect.stringMatching(/notes\.txt.*chmod 700/)]);
  expect([folder.path, folder.file('notes.txt'), elsewhere.path, folder.file('coxswain.db')].map(modeOf)).toEqual([
    '755',
    '644',
    '755',
    '600',
  ]);
});

test('a folder that is not there is no trouble', () => {
  using folder = tempFolder();
  expect(narrowDataFolder(folder.file('none'))).toEqual([]);
});
