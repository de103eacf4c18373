import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { problemsOfEnvFiles } from '../../../src/config/env-files.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const PORT = 'PORT=5000\r\n';

test('settings files that Bun would ignore silently are reported', () => {
  const folder = tempFolder();
  const place = dirname(folder.file('.env'));
  expect(problemsOfEnvFiles(place)).toEqual([]);
  writeFileSync(folder.file('.env'), PORT);
  writeFileSync(folder.file('.env.local'), `\uFEFF${PORT}`);
  expect(problemsOfEnvFiles(place)).toEqual([]);
  writeFileSync(folder.file('.env'), `\uFEFF${PORT}`, 'utf16le');
  writeFileSync(folder.file('.env.local'), 'NAME=\xe9\n', 'latin1');
  writeFileSync(folder.file('.env.production'), PORT, 'utf16le');
  expect(problemsOfEnvFiles(place)).toEqual([
    '.env: none of its settings can be read: the file is in UTF-16LE; save it as plain text in UTF-8',
    '.env.local: none of its settings can be read: it is not in UTF-8: save it as plain text in UTF-8',
    '.env.production: none of its settings can be read: it contains NUL characters, which text never has: save it as plain text in UTF-8',
  ]);
});
