import { expect, test } from 'bun:test';
import { createReadFinality } from '../../../../src/features/dca/fill-finality.ts';
import type { DcaFill } from '../../../../src/features/dca/fill-repository.ts';
import { VAULT_CURSORS, type VaultCursor } from '../../../../src/features/dca/follow-vault.ts';
import { presentFills } from '../../../../src/features/dca/present-records.ts';
import { createTokens } from '../../../../src/market/tokens/create-tokens.ts';
import { createMemoryRecordStore } from '../../../../src/platform/store/memory/memory-record-store.ts';
import { asAddress, asHash, asUnits } from '../../../support/branded.ts';

const clock = { now: () => 1_800_000_000_000 };

/**
 * Returns fills in the given blocks of chain 137 as a client sees them, when the follower has read the chain up to block `readTo` (null:
 * nothing).
 */
async function shown(of: { blocks: readonly number[]; readTo: number | null; depth: number | null }) {
  const records = createMemoryRecordStore({ clock });
  const cursor = { chainId: 137, vault: asAddress('0xda'), isAfterFork: false };
  if (of.readTo !== null) {
    const blocks = [of.readTo - 1, of.readTo].map((number) => ({ number, hash: asHash(`0x${number}`) }));
    await records.collection<VaultCursor>(VAULT_CURSORS).insert('137', { ...cursor, blocks });
  }
  const readFinality = createReadFinality({
    records,
    networks: { get: async () => (of.depth === null ? null : { confirmations: of.depth }) },
  });
  const fills = of.blocks.map((blockNumber) => ({ ...fill, blockNumber, _id: `fill ${blockNumber}`, rev: 1 }));
  const presented = await presentFills(createTokens({ records, clock }), readFinality, fills);
  return presented.map(({ blockNumber, confirmations, isFinal }) => [blockNumber, confirmations, isFinal]);
}

const fill: DcaFill = {
  ...{
    chainId: 137,
    wallet: asAddress('0x1'),
    vault: asAddress('0xda'),
    positionId: 1,
    orderIndex: 0,
    txHash: asHash('0xab'),
    blockNumber: 0,
    blockHash: asHash('0xcd'),
  },
  ...{
    fromToken: asAddress('0x2'),
    toToken: asAddress('0x3'),
    amountIn: asUnits('1'),
    amountOut: asUnits('1'),
    executedAtMs: 1_700_000_000_000,
  },
};

test('a fill is provisional until as many blocks as the network asks for have been read above its own', async () => {
  expect(await shown({ blocks: [100, 99, 98, 97], readTo: 100, depth: 2 })).toEqual([
    [100, 0, false],
    [99, 1, false],
    [98, 2, true],
    [97, 3, true],
  ]);
});

test('a fill that was recorded from its receipt before its block was read is provisional', async () => {
  expect(await shown({ blocks: [105], readTo: 100, depth: 2 })).toEqual([[105, 0, false]]);
  expect(await shown({ blocks: [105], readTo: null, depth: 2 })).toEqual([[105, 0, false]]);
});

test('on a chain without a confirmation depth a fill is final at once', async () => {
  expect(await shown({ blocks: [105], readTo: 100, depth: 0 })).toEqual([[105, 0, true]]);
});

test('no fill of an unknown network is called final', async () => {
  expect(await shown({ blocks: [1], readTo: 1_000_000, depth: null })).toEqual([[1, 999_999, false]]);
});
