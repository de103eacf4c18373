import { type Address, parseAddress } from '../../values/address.ts';
import type { PriceBound, VaultGuard } from '../../values/owner-bounds.ts';

type RawGuard = { readonly guardian: string; readonly pausedBy: string; readonly allPausedBy: string };
type RawBound = { readonly leastOutX36: bigint; readonly pool: string; readonly window: number; readonly maxDeviationBps: number };

const NOBODY = '0x0000000000000000000000000000000000000000';

/**
 * Converts a vault's guard data (the guardian, and who paused what) to the service's format. Both kinds of vaults (DCA and Autopilot)
 * return it with the same ABI.
 */
export function decodeGuard({ guardian, pausedBy, allPausedBy }: RawGuard): VaultGuard {
  return { guardian: someone(guardian), pausedBy: someone(pausedBy), allPausedBy: someone(allPausedBy) };
}

export function decodeBound({ leastOutX36, pool, window, maxDeviationBps }: RawBound): PriceBound {
  const at = someone(pool);
  return {
    leastOutX36: leastOutX36 === 0n ? null : leastOutX36.toString(),
    average: at === null ? null : { pool: at, windowSec: window, maxDeviationBps },
  };
}

function someone(address: string): Address | null {
  return address === NOBODY ? null : parseAddress(address);
}
