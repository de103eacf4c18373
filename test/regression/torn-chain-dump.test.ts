import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { saveChainState } from '../../src/devnet/guard/chain-state.ts';
import { tempFolder } from '../support/temp-folder.ts';

/** A fake Anvil. At the n-th read, its newest block has the hash `heads[n]` and always the same number. Its dumps are numbered. */
function anvilWith(heads: readonly number[]) {
  let looks = 0;
  let dumps = 0;
  return async (method: string): Promise<unknown> => {
    if (method === 'anvil_dumpState') {
      dumps += 1;
      return `0x0${dumps}`;
    }
    looks += 1;
    return { number: '0x7', hash: `0x${(heads[looks - 1] ?? looks).toString(16)}` };
  };
}

// Tests an error that the crash harness found: positions existed in the vault, but in no block of the restored chain. A dump taken during a
// reorg, which keeps the number of the newest block, lacked a block.
test('a dump during which a block was mined or replaced is not kept: its accounts may be ahead of its blocks', async () => {
  using folder = tempFolder();
  const path = folder.file('chain-state.gz');
  await saveChainState(anvilWith([1, 2, 2, 2]), path);
  expect([...readFileSync(path)]).toEqual([2]);
});

test('a chain that never pauses is not saved, and the file does not change', async () => {
  using folder = tempFolder();
  const path = folder.file('chain-state.gz');
  await saveChainState(anvilWith([1, 1]), path);
  await expect(saveChainState(anvilWith([]), path)).rejects.toThrow('blocks were mined during each');
  expect([...readFileSync(path)]).toEqual([1]);
});
