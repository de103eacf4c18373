import type { Facts } from '../../src/runtime/define/definition.ts';
import type { PriceFact } from '../../src/values/autopilot/facts.ts';
import { type AlertToken, priceKeyOf } from '../../src/values/price-alert.ts';

/** Returns the price of a token from the facts of a tick; null when the facts do not contain it. */
export function priceIn(facts: Facts, token: AlertToken): PriceFact | null {
  const fact = facts.get(priceKeyOf(token));
  // This service itself produces the fact, so only the fact's `kind` is checked.
  const isPrice = typeof fact === 'object' && fact !== null && 'kind' in fact && (fact.kind === 'price' || fact.kind === 'none');
  return isPrice ? (fact as PriceFact) : null;
}
