import { expect, test } from 'bun:test';
import { createPositionsNow } from '../../../../src/features/dca/positions-now.ts';
import type { DcaVault, VaultPosition } from '../../../../src/platform/chain/dca-vault/dca-vault.ts';
import { parseAddress } from '../../../../src/values/address.ts';
import { TerminalError } from '../../../../src/values/errors/terminal-error.ts';

const place = { chainId: 1, vault: parseAddress(`0x${'c0'.repeat(20)}`) };
const wallet = parseAddress(`0x${'a1'.repeat(20)}`);
const reading = (positions: DcaVault['positions']) => createPositionsNow(() => ({ positions }))(place, wallet, [7, 8]);

test('positions are read by their ids, and a vault without pauses has no guard', async () => {
  const position: Partial<VaultPosition> = { status: 'active', isAutoBuy: true };
  const now = await reading(async (keys) => ({ blockTimeSec: 1, positions: keys.map(() => position as VaultPosition) }));
  expect(now).toEqual([
    { status: 'active', isAutoBuy: true, guard: null },
    { status: 'active', isAutoBuy: true, guard: null },
  ]);
});

test('a chain that cannot be read gives nothing, and a fault of the program is not hidden', async () => {
  const unreadable = reading(async () => {
    throw new TerminalError({ code: 'chain-not-configured', message: 'No connection.' });
  });
  expect(await unreadable).toBeNull();
  const broken = reading(async () => {
    throw new TypeError('a fault');
  });
  await expect(broken).rejects.toThrow('a fault');
});
