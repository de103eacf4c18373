import { existsSync, readFileSync } from 'node:fs';
import * as v from 'valibot';
import { hexSchema } from '../artifact.ts';
import type { JsonRpc } from './json-rpc.ts';
import { writeAtomically } from './write-atomically.ts';

/** A chain of a few thousand blocks takes a second or two; a busy machine takes longer. */
const STATE_TIMEOUT_MS = 30_000;

/**
 * Writes the whole chain to a file (gzip, as Anvil dumps it), atomically. Anvil's own `--state` truncates the file before it writes
 * it, and one that was cut keeps Anvil from starting.
 */
export async function saveChainState(rpc: JsonRpc, path: string): Promise<void> {
  const dump = v.parse(hexSchema, await rpc('anvil_dumpState', [], STATE_TIMEOUT_MS));
  writeAtomically(path, Buffer.from(dump.slice(2), 'hex'));
}

/**
 * Loads a saved chain into a fresh Anvil: blocks, transactions, receipts, logs, balances and code.
 * @returns false if there is no file
 * @throws JsonRpcError when Anvil cannot read it (a damaged file)
 */
export async function loadChainState(rpc: JsonRpc, path: string): Promise<boolean> {
  if (!existsSync(path)) return false;
  await rpc('anvil_loadState', [`0x${readFileSync(path).toString('hex')}`], STATE_TIMEOUT_MS);
  return true;
}
