import { existsSync, readFileSync } from 'node:fs';
import * as v from 'valibot';
import { hexSchema } from '../../contracts/artifact.ts';
import type { JsonRpc } from './json-rpc.ts';
import { writeAtomically } from './write-atomically.ts';

const blockSchema = v.object({ hash: v.string() });

/**
 * Maximum wait for a dump or a load of the chain's state, in milliseconds. A chain of a few thousand blocks takes a second or two, longer
 * on a busy machine.
 */
const STATE_TIMEOUT_MS = 30_000;
/**
 * Maximum number of attempts to dump the chain's state without a new block during the dump. A dump takes some hundredths of a second, and
 * transactions come in bursts.
 */
const DUMP_ATTEMPTS = 50;

/**
 * Writes the whole chain to a file atomically (gzip, as Anvil dumps it). Anvil's own `--state` truncates the file before writing, and Anvil
 * cannot start with a truncated file. Anvil dumps blocks first and accounts later, so a block mined in between is included in the accounts
 * but not in the blocks (seen in 3 of 20 kills under load). A dump is therefore valid only if the newest block stayed the same during the
 * dump. The newest block is compared by hash, because a reorg keeps the block number.
 * @throws Error when new blocks interrupt all attempts; the file stays unchanged
 */
export async function saveChainState(rpc: JsonRpc, path: string): Promise<void> {
  for (let attempt = 1; attempt <= DUMP_ATTEMPTS; attempt += 1) {
    const before = await newestBlock(rpc);
    const dump = v.parse(hexSchema, await rpc('anvil_dumpState', [], STATE_TIMEOUT_MS));
    if ((await newestBlock(rpc)) !== before) continue;
    writeAtomically(path, Buffer.from(dump.slice(2), 'hex'));
    return;
  }
  throw new Error(`New blocks were mined during each of ${DUMP_ATTEMPTS} dumps of the chain.`);
}

async function newestBlock(rpc: JsonRpc): Promise<string> {
  return v.parse(blockSchema, await rpc('eth_getBlockByNumber', ['latest', false])).hash;
}

/**
 * Loads a saved chain into a newly started Anvil: blocks, transactions, receipts, logs, balances and code.
 * @returns false if there is no file
 * @throws JsonRpcError when Anvil cannot read the file (it is damaged)
 */
export async function loadChainState(rpc: JsonRpc, path: string): Promise<boolean> {
  if (!existsSync(path)) return false;
  await rpc('anvil_loadState', [`0x${readFileSync(path).toString('hex')}`], STATE_TIMEOUT_MS);
  return true;
}
