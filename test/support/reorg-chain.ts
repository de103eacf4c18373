import * as v from 'valibot';
import type { JsonRpc } from '../../src/devnet/guard/json-rpc.ts';

const poolSchema = v.looseObject({ pending: v.string() });
/** After so many blocks in a row that came alone, Anvil mines nothing of its own any more. */
const ALONE = 3;

/**
 * Replaces the newest blocks of an Anvil by empty ones. Mining is off meanwhile: when Anvil mines a block while it removes others, the new
 * block follows one that is gone, and the chain lacks those between.
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
  // Anvil mines on its own only when the next transaction comes.
  if (automines && Number(v.parse(poolSchema, await rpc('txpool_status', [])).pending) > 0) await rpc('evm_mine', []);
}

/** Blocks that Anvil has begun are mined all the same, in turn with requested ones. Returns how many blocks there are more. */
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
