import * as v from 'valibot';
import { setChainTime } from '../../src/devnet/guard/chain-time.ts';
import type { JsonRpc } from '../../src/devnet/guard/json-rpc.ts';

/** A moment of an Anvil chain to which it can return once. */
export type SavedChain = { readonly snapshot: string; readonly baseFee: string };

const blockSchema = v.object({ baseFeePerGas: v.string() });

export async function saveChain(rpc: JsonRpc): Promise<SavedChain> {
  const { baseFeePerGas: baseFee } = v.parse(blockSchema, await rpc('eth_getBlockByNumber', ['latest', false]));
  return { snapshot: v.parse(v.string(), await rpc('evm_snapshot', [])), baseFee };
}

/** Returns to the saved moment, with an empty pool, automine, the base fee of then and the machine's time. */
export async function restoreChain(rpc: JsonRpc, { snapshot, baseFee }: SavedChain): Promise<void> {
  await rpc('anvil_dropAllTransactions', []);
  if ((await rpc('evm_revert', [snapshot])) !== true) throw new Error(`The chain has no snapshot ${snapshot}`);
  await rpc('evm_setAutomine', [true]);
  await rpc('anvil_setNextBlockBaseFeePerGas', [baseFee]);
  await setChainTime(rpc, Date.now() / 1000);
  await rpc('evm_mine', []);
}
