import * as v from 'valibot';
import type { JsonRpc } from './json-rpc.ts';

const blockSchema = v.object({ timestamp: v.string() });

/**
 * Sets the chain's clock to `seconds` (unix), but never before the latest block; the clock then continues by itself. Without it, a
 * restarted Anvil has lost its clock offset and would give the next block the machine's time, even when that is before the parent block's
 * time.
 * @returns the time that was set
 */
export async function setChainTime(rpc: JsonRpc, seconds: number): Promise<number> {
  const block = v.parse(blockSchema, await rpc('eth_getBlockByNumber', ['latest', false]));
  const time = Math.max(Number(block.timestamp), Math.floor(seconds));
  await rpc('anvil_setTime', [time]);
  return time;
}
