import { withinTime } from '../../platform/loop/within-time.ts';
import type { Address } from '../../values/address.ts';
import type { Clock } from '../../values/clock.ts';

/**
 * The properties of an order that determine which source of routes is best for it. Orders with equal properties share the choice of
 * sources.
 */
export type EqualOrders = {
  readonly chainId: number;
  readonly vault: Address;
  readonly tokenIn: Address;
  readonly tokenOut: Address;
  readonly amountIn: bigint;
};

export type SharedChoice =
  /**
   * The result for the first order with equal properties in a minute. The first order queries all sources of routes. It must call `settle`
   * even if it fails, because the other orders wait for this call.
   */
  | { readonly isFirst: true; readonly settle: (sources: readonly string[]) => void }
  /**
   * The result for later orders with equal properties: the names of the sources that the first order found to be best. The promise is
   * pending while the first order is still querying the sources; it resolves to null when the result did not arrive in time.
   */
  | { readonly isFirst: false; readonly sources: Promise<readonly string[] | null> };

/**
 * Lets similar orders of one minute share the choice of route sources, so that 1,000 orders do not query every provider 1,000 times. Only
 * the choice is shared: each order gets its own offer and its own calldata for its own amount.
 */
export type SharedChoices = { enter(order: EqualOrders): SharedChoice };

const MINUTE_MS = 60_000;
/** Maximum time in ms that an order waits until the first similar order has found the best sources of routes. */
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

/** Amounts within a factor of two count as equal. The best source depends on the amount, but a small difference does not change it. */
function keyOf({ chainId, vault, tokenIn, tokenOut, amountIn }: EqualOrders): string {
  return `${chainId}/${vault}/${tokenIn}/${tokenOut}/${amountIn.toString(2).length}`;
}
