import { isoOf } from '../../../values/iso-time.ts';
import type { Refreshed } from '../catalogue-port.ts';

/** Builds a summary of a provider's stored catalogue, for replies to clients and operators. */
export function savedOf({ catalogue, isReplaced }: Refreshed) {
  const { provider, coins, fiats, fetchedAtMs, problem } = catalogue;
  const unmapped = coins.filter((coin) => coin.unmapped !== null).length;
  return { provider, isReplaced, fetchedAt: isoOf(fetchedAtMs), coins: coins.length, fiats: fiats.length, unmapped, problem };
}
