import { expect, test } from 'bun:test';
import { createMiningWatch } from '../../../src/devnet/guard/keep-mining.ts';

/** Simulates an Anvil that only has a pool of pending transactions. The test can switch its mining off. */
function forgetfulAnvil(pool: { pending: number; automine: boolean; mines: boolean }) {
  let mined = 0;
  const watch = createMiningWatch(async (method) => {
    if (method === 'txpool_status') return { pending: `0x${pool.pending.toString(16)}`, queued: '0x0' };
    if (method === 'anvil_getAutomine') return pool.automine;
    mined += 1;
    if (pool.mines) pool.pending = 0;
    return '0x0';
  });
  return { watch, mined: () => mined };
}

test('a transaction that waits over two looks with no new block is mined', async () => {
  const { watch, mined } = forgetfulAnvil({ pending: 1, automine: true, mines: true });
  expect([await watch(5), await watch(5), await watch(6)]).toEqual([false, true, false]);
  expect(mined()).toBe(1);
});

test('blocks that are mined on schedule are not mined early', async () => {
  const { watch, mined } = forgetfulAnvil({ pending: 1, automine: true, mines: false });
  for (const block of [1, 2, 3, 4]) await watch(block);
  expect(mined()).toBe(0);
});

test('a transaction that no block takes is not mined for ever', async () => {
  const { watch, mined } = forgetfulAnvil({ pending: 1, automine: true, mines: false });
  for (const block of [1, 1, 2, 2, 2, 2]) await watch(block);
  expect(mined()).toBe(1);
});

test('with automine switched off, waiting transactions are left to the user', async () => {
  const { watch, mined } = forgetfulAnvil({ pending: 1, automine: false, mines: true });
  for (const block of [1, 1, 1]) await watch(block);
  expect(mined()).toBe(0);
});
