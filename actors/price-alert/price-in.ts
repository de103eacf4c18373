import type { Facts } from '../../src/runtime/define/definition.ts';
import type { PriceFact } from '../../src/values/autopilot/facts.ts';
import { type AlertToken, priceKeyOf } from '../../src/values/price-alert.ts';

/** Returns the price of a token from the facts (external data) of a tick; null when the facts do not contain the price. */
export function priceIn(facts: Facts, token: AlertToken): PriceFact | null {
  const fact = facts.get(priceKeyOf(token));
  // The price fact (external data) is produced by this service itself, so only its `kind` is checked.
  const isPrice = typeof fact === 'object' && fact !== null && 'kind' in fact && (fact.kind === 'price' || fact.kind === 'none');
  return isPrice ? (fact as PriceFact) : null;
}
