import * as v from 'valibot';
import type { JsonRpc } from '../../src/devnet/guard/json-rpc.ts';

const poolSchema = v.looseObject({ pending: v.string() });
/**
 * Number of consecutive blocks without another block in between, after which Anvil has certainly finished the blocks that it mines by
 * itself.
 */
const ALONE = 3;

/**
 * Replaces the newest blocks of an Anvil chain by empty ones. Automatic mining is switched off meanwhile. Otherwise Anvil could mine a
 * block while it removes others: the new block's parent would be a removed block, and the chain would have a gap.
 */
export async function reorgChain(rpc: JsonRpc, depth: number): Promise<void> {
  const automines = (await rpc('anvil_getAutomine', [])) === true;
  if (automines) await rpc('evm_setAutomine', [false]);
  try {
    const mined = automines ? await mineWhatWaits(rpc) : 0;
    await rpc('anvil_reorg', [depth + mined, []]);
  } finally {
    if (automines) await rpc('evm_setAutomine', [true]);
  }
  // After automatic mining is on again, Anvil mines only when a further transaction arrives. So transactions that are already waiting need
  // a requested block.
  if (automines && Number(v.parse(poolSchema, await rpc('txpool_status', [])).pending) > 0) await rpc('evm_mine', []);
}

/**
 * Requests blocks until Anvil has mined all blocks that it had already begun when automatic mining was switched off; they come between the
 * requested ones. Returns the number of blocks that were mined in total.
 */
async function mineWhatWaits(rpc: JsonRpc): Promise<number> {
  const head = async () => Number(await rpc('eth_blockNumber', []));
  const first = await head();
  let last = first;
  for (let alone = 0; alone < ALONE; ) {
    await rpc('evm_mine', []);
    const next = await head();
    alone = next === last + 1 ? alone + 1 : 0;
    last = next;
  }
  return last - first;
}
