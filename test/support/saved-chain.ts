import * as v from 'valibot';
import { setChainTime } from '../../src/devnet/guard/chain-time.ts';
import type { JsonRpc } from '../../src/devnet/guard/json-rpc.ts';

/** A saved state of an Anvil chain. It can be restored only once. */
export type SavedChain = { readonly snapshot: string; readonly baseFee: string };

const blockSchema = v.object({ baseFeePerGas: v.string() });

export async function saveChain(rpc: JsonRpc): Promise<SavedChain> {
  const { baseFeePerGas: baseFee } = v.parse(blockSchema, await rpc('eth_getBlockByNumber', ['latest', false]));
  return { snapshot: v.parse(v.string(), await rpc('evm_snapshot', [])), baseFee };
}

/** Restores the saved state of the chain: an empty transaction pool, automine, the saved base fee, and the machine's current time. */
export async function restoreChain(rpc: JsonRpc, { snapshot, baseFee }: SavedChain): Promise<void> {
  await rpc('anvil_dropAllTransactions', []);
  if ((await rpc('evm_revert', [snapshot])) !== true) throw new Error(`The chain has no snapshot ${snapshot}`);
  await rpc('evm_setAutomine', [true]);
  await rpc('anvil_setNextBlockBaseFeePerGas', [baseFee]);
  await setChainTime(rpc, Date.now() / 1000);
  await rpc('evm_mine', []);
}
