import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { unknownSettings } from '../../../src/config/unknown-settings.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const KNOWN = new Set(['PORT', 'EXECUTOR_KEY_<chainId>', 'RPC_<chainId>', 'TICK_INTERVAL_MS']);

test('names in .env that are no settings are named with the nearest setting, and their values are not shown', () => {
  using folder = tempFolder();
  writeFileSync(
    folder.file('.env'),
    '# PROT=1\nPORT=5000\nPROT=6000\nexport EXECUTR_KEY_8453=0xsecret\nRPC_8453=http://x\nTZ=UTC\nPROT=7000\nSOMETHING_ELSE=secret\n',
  );
  writeFileSync(folder.file('.env.local'), 'rpc_1=http://x\n');
  expect(unknownSettings(folder.path, KNOWN)).toEqual([
    '.env: PROT is not a setting of this program and is ignored. Did you mean PORT?',
    '.env: EXECUTR_KEY_8453 is not a setting of this program and is ignored. Did you mean EXECUTOR_KEY_8453?',
    '.env: SOMETHING_ELSE is not a setting of this program and is ignored. docs/settings.md lists all settings.',
    '.env.local: rpc_1 is not a setting of this program and is ignored. Did you mean RPC_1?',
  ]);
});

test('a folder without settings files has no unknown settings', () => {
  using folder = tempFolder();
  expect(unknownSettings(folder.path, KNOWN)).toEqual([]);
});
