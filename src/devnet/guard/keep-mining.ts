import * as v from 'valibot';
import type { JsonRpc } from './json-rpc.ts';

const poolSchema = v.object({ pending: v.string() });

/**
 * Creates a check that mines a block when Anvil failed to mine one; it must be called regularly. Anvil mines a block for each transaction
 * (automine), but in a test with version 1.7.1 this failed for one of 6,000 transactions and left a ready transaction in the pool. The
 * check mines only when two calls in a row find the same state, and then not again until the state has changed. It does nothing while
 * automine is switched off (in a test that needs a stuck transaction).
 * @returns a function that returns true when it mined
 */
export function createMiningWatch(rpc: JsonRpc): (blockNumber: number) => Promise<boolean> {
  let seen = '';
  let acted = false;
  return async (blockNumber) => {
    const pending = Number(v.parse(poolSchema, await rpc('txpool_status')).pending);
    if (pending === 0) {
      seen = '';
      acted = false;
      return false;
    }
    const now = acted ? `${pending}` : `${pending} at ${blockNumber}`;
    if (now !== seen) {
      seen = `${pending} at ${blockNumber}`;
      acted = false;
      return false;
    }
    if (acted || (await rpc('anvil_getAutomine')) !== true) return false;
    await rpc('evm_mine');
    seen = `${pending}`;
    acted = true;
    return true;
  };
}
