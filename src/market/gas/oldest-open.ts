import type { Address } from '../../values/address.ts';
import type { Clock } from '../../values/clock.ts';

/**
 * Returns whether a record (a DCA position or an agent) is among the oldest open records of its wallet. The service executes only a limited
 * number of records per wallet, the oldest ones.
 */
export type IsAmongOldest = (wallet: Address, recordId: string) => Promise<boolean>;

/** Maximum number of wallets for which the list of oldest records is cached. */
const MOST_KEPT = 1_000;

/**
 * Limits how many open DCA positions or agents of a wallet are executed. This is needed because anyone can open any number of them in a
 * vault. Positions and agents beyond the limit are stored and shown, but are not executed until an older one ends.
 */
export function createOldestOpen(deps: {
  /** Returns the ids of open positions or agents of a wallet, oldest first, at most `limit`. */
  openOf: (wallet: Address, limit: number) => Promise<readonly string[]>;
  /** Maximum number of open records (positions or agents) of one wallet that are executed; 0 means no limit. */
  most: number;
  clock: Clock;
  /** How long the list of a wallet's oldest open positions or agents is cached, in ms. */
  keepMs: number;
}): IsAmongOldest {
  const { openOf, most, clock, keepMs } = deps;
  const kept = new Map<string, { readonly open: Promise<readonly string[]>; readonly atMs: number }>();

  function look(wallet: Address): Promise<readonly string[]> {
    const now = clock.now();
    const had = kept.get(wallet);
    if (had !== undefined && Math.abs(now - had.atMs) < keepMs) return had.open;
    const open = openOf(wallet, most);
    kept.delete(wallet);
    kept.set(wallet, { open, atMs: now });
    open.catch(() => kept.delete(wallet));
    const [oldest] = kept.keys();
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    return open;
  }

  return async (wallet, recordId) => {
    if (most === 0) return true;
    const open = await look(wallet);
    return open.length < most || open.includes(recordId);
  };
}
