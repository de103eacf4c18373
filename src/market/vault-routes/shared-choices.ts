import { withinTime } from '../../platform/loop/within-time.ts';
import type { Address } from '../../values/address.ts';
import type { Clock } from '../../values/clock.ts';

/** The values that orders must have in common so that the best source for one is also the best for the others. */
export type EqualOrders = {
  readonly chainId: number;
  readonly vault: Address;
  readonly tokenIn: Address;
  readonly tokenOut: Address;
  readonly amountIn: bigint;
};

export type SharedChoice =
  /** The first order of its kind in this minute. It asks all sources, and must call `settle` in any case. */
  | { readonly isFirst: true; readonly settle: (sources: readonly string[]) => void }
  /** The sources that the first order found to be best; null while it is still asking. */
  | { readonly isFirst: false; readonly sources: Promise<readonly string[] | null> };

/**
 * Lets equal orders of one minute share the choice of their sources, so that 1,000 orders do not ask every provider 1,000 times. Only the
 * choice is shared: each order gets its own offer and calldata for its own amount.
 */
export type SharedChoices = { enter(order: EqualOrders): SharedChoice };

const MINUTE_MS = 60_000;
/** Maximum time in ms that an order waits for the first one of its kind. */
const WAIT_MS = 5_000;

export function createSharedChoices({ clock, waitMs = WAIT_MS }: { clock: Clock; waitMs?: number }): SharedChoices {
  let minute = Number.NaN;
  let choices = new Map<string, Promise<readonly string[]>>();

  return {
    enter(order) {
      const now = Math.floor(clock.now() / MINUTE_MS);
      if (now !== minute) [minute, choices] = [now, new Map()];
      const key = keyOf(order);
      const choice = choices.get(key);
      if (choice !== undefined) return { isFirst: false, sources: withinTime(choice, waitMs, () => null) };
      const { promise, resolve } = Promise.withResolvers<readonly string[]>();
      choices.set(key, promise);
      return { isFirst: true, settle: resolve };
    },
  };
}

/** Amounts within a factor of two count as equal. The best source depends on the amount, but not on small differences. */
function keyOf({ chainId, vault, tokenIn, tokenOut, amountIn }: EqualOrders): string {
  return `${chainId}/${vault}/${tokenIn}/${tokenOut}/${amountIn.toString(2).length}`;
}
