import { isJsonObject } from '../../platform/chain/quantity.ts';
import type { Address } from '../../values/address.ts';
import { type Hash, parseHash } from '../../values/hash.ts';
import { DevnetError } from '../devnet-error.ts';
import type { JsonRpc } from '../guard/json-rpc.ts';

/**
 * Gas limit in gas units (12 million, in hex), far above what any of our calls on the fork uses. With this fixed limit, no gas estimate is
 * needed.
 */
const GAS = '0xb71b00';
const LOOK_EVERY_MS = 10;
/**
 * Maximum wait for a transaction to be mined, in milliseconds. While a fork runs a transaction, it reads missing data from the real chain.
 */
const LONGEST_MS = 60_000;

/**
 * Sends a call on the fork from any account and waits until the call is mined. The fork does not require the account's key.
 * @throws JsonRpcError when the node refuses it; DevnetError when no block includes it
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
