import * as v from 'valibot';
import type { JsonRpc } from './json-rpc.ts';

const blockSchema = v.object({ timestamp: v.string() });

/**
 * Sets the chain's clock to `seconds` (unix), but never before the latest block. The clock then continues from that time. It is called
 * after a restart, because Anvil loses its clock offset then. Otherwise the next block would get the machine's time, even when that is
 * before the previous block.
 * @returns the time that was set
 */
export async function setChainTime(rpc: JsonRpc, seconds: number): Promise<number> {
  const block = v.parse(blockSchema, await rpc('eth_getBlockByNumber', ['latest', false]));
  const time = Math.max(Number(block.timestamp), Math.floor(seconds));
  await rpc('anvil_setTime', [time]);
  return time;
}
