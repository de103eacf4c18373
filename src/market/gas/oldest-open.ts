import type { Clock } from '../../values/clock.ts';

/** Whether a record is among the oldest open ones of its wallet, of which so many are executed. */
export type IsAmongOldest = (wallet: string, recordId: string) => Promise<boolean>;

/** Wallets whose answer is kept at most. */
const MOST_KEPT = 1_000;

/**
 * Anybody can open as many positions and agents in a vault as he pays for: those beyond a number for each wallet are kept and shown, and wait
 * until an older one has ended.
 */
export function createOldestOpen(deps: {
  /** Open records of a wallet, oldest first, at most `limit`. */
  openOf: (wallet: string, limit: number) => Promise<readonly string[]>;
  /** 0: all. */
  most: number;
  clock: Clock;
  /** For how long a wallet is not looked through again. */
  keepMs: number;
}): IsAmongOldest {
  const { openOf, most, clock, keepMs } = deps;
  const kept = new Map<string, { readonly open: Promise<readonly string[]>; readonly atMs: number }>();

  function look(wallet: string): Promise<readonly string[]> {
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
