import { isJsonObject } from '../../platform/chain/quantity.ts';
import type { Address } from '../../values/address.ts';
import { type Hash, parseHash } from '../../values/hash.ts';
import { DevnetError } from '../devnet-error.ts';
import type { JsonRpc } from '../guard/json-rpc.ts';

/** Far above what any call of ours uses. A given limit saves an estimate. */
const GAS = '0xb71b00';
const LOOK_EVERY_MS = 10;
/** A fork reads what it lacks from its chain while it runs a transaction. */
const LONGEST_MS = 60_000;

/**
 * Sends a call from an account that the fork has unlocked, and waits until it is mined.
 * @throws JsonRpcError the node's refusal; DevnetError when no block takes it
 */
export async function sendFrom(
  rpc: JsonRpc,
  { from, to, data }: { readonly from: Address; readonly to: Address; readonly data: `0x${string}` },
): Promise<{ readonly hash: Hash; readonly isSuccess: boolean }> {
  const hash = parseHash(String(await rpc('eth_sendTransaction', [{ from, to, data, gas: GAS }])));
  for (let waitedMs = 0; waitedMs < LONGEST_MS; waitedMs += LOOK_EVERY_MS) {
    const receipt = await rpc('eth_getTransactionReceipt', [hash]);
    if (isJsonObject(receipt)) return { hash, isSuccess: receipt.status === '0x1' };
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  throw new DevnetError('devnet-start-failed', `The fork did not mine ${hash}.`);
}
