import * as v from 'valibot';
import { verbatim, wireAmount } from '../../platform/http-client/wire.ts';
import { type Address, isAddress } from '../../values/address.ts';
import { type BaseUnits, isBaseUnits } from '../../values/base-units.ts';
import type { JsonObject } from '../../values/json.ts';
import { isStoredAddress } from '../../values/parse-chain-address.ts';
import type { ProviderQuote } from './provider.ts';

const storedQuoteSchema = v.object({
  amountOut: wireAmount,
  amountOutMin: wireAmount,
  target: v.nullable(v.custom<Address>(isAddress)),
  spender: v.nullable(v.custom<Address>(isAddress)),
  gas: v.nullable(wireAmount),
  gasUsd: v.nullable(v.string()),
  fees: v.array(
    v.object({
      name: v.string(),
      amount: v.nullable(v.custom<BaseUnits>(isBaseUnits)),
      token: v.nullable(v.pipe(v.string(), v.guard(isStoredAddress))),
      usd: v.nullable(v.string()),
      isIncluded: v.boolean(),
    }),
  ),
  usdAmount: v.nullable(v.string()),
  priceImpactBps: v.nullable(v.number()),
  durationSeconds: v.nullable(v.number()),
  expiresAtMs: v.nullable(v.number()),
  warnings: v.array(v.object({ code: v.string(), message: v.string() })),
  state: verbatim,
});

/** Converts a provider's quote to JSON for the cache. */
export function quoteAsJson(quote: ProviderQuote): JsonObject {
  const { amountOut, amountOutMin, gas, fees, warnings, ...rest } = quote;
  return {
    ...rest,
    amountOut: amountOut.toString(),
    amountOutMin: amountOutMin.toString(),
    gas: gas?.toString() ?? null,
    fees: fees.map((fee) => ({ ...fee })),
    warnings: warnings.map((warning) => ({ ...warning })),
  };
}

/**
 * Parses a provider's quote from the cache.
 * @throws ValiError when the JSON is not a stored quote
 */
export function quoteFromJson(stored: JsonObject): ProviderQuote {
  return v.parse(storedQuoteSchema, stored);
}
