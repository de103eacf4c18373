import * as v from 'valibot';
import { maybe, shownText, verbatim, wireText } from '../../../platform/http-client/wire.ts';
import { isExactObject } from '../../../values/exact-json.ts';
import { methodKindOf } from '../provider-words.ts';
import type { ListedCoin, RampFiat } from '../ramp-provider.ts';
import { listOf, wireMoney } from '../wire-money.ts';

export const listed = v.pipe(
  verbatim,
  v.transform((value): unknown => (isExactObject(value) && Array.isArray(value.data) ? value.data : value)),
  v.array(v.unknown()),
);

/** Schema of a map by country code. The provider sends an empty map as an array. */
export const countryMap = v.pipe(
  v.optional(v.unknown(), null),
  v.transform((value) => (Array.isArray(value) ? value.map(String) : isExactObject(value) ? Object.keys(value) : [])),
);

export const coinSchema = v.object({
  id: wireText,
  description: shownText,
  blockchains: listOf(v.object({ id: wireText, address: maybe(wireText), unsupportedCountries: countryMap })),
});

export const fiatSchema = v.object({
  id: wireText,
  supportedPaymentMethods: listOf(v.object({ id: wireText, name: shownText, minimum: maybe(wireMoney), maximum: maybe(wireMoney) })),
});

export function coinsOf(
  bought: readonly v.InferOutput<typeof coinSchema>[],
  sold: readonly v.InferOutput<typeof coinSchema>[],
): ListedCoin[] {
  const byKey = new Map<string, ListedCoin>();
  for (const [side, coins] of [
    ['buy', bought],
    ['sell', sold],
  ] as const) {
    for (const { id, description, blockchains } of coins) {
      for (const { id: network, address, unsupportedCountries } of blockchains) {
        const key = `${id} ${network}`;
        const before = byKey.get(key);
        byKey.set(key, {
          ...{ code: id, network, name: description, contract: address, statedChainId: null, ids: {}, limits: { buy: null, sell: null } },
          excludedCountries: [
            ...new Set([...(before?.excludedCountries ?? []), ...unsupportedCountries.map((code) => code.toUpperCase())]),
          ],
          sides: [...(before?.sides ?? []), side],
        });
      }
    }
  }
  return [...byKey.values()];
}

export function fiatsOf(buys: readonly v.InferOutput<typeof fiatSchema>[], sells: readonly v.InferOutput<typeof fiatSchema>[]): RampFiat[] {
  const rows = [...buys.map((row) => ({ ...row, side: 'buy' as const })), ...sells.map((row) => ({ ...row, side: 'sell' as const }))];
  return [...Map.groupBy(rows, ({ id }) => id.toUpperCase())].map(([code, ofCurrency]) => ({
    ...{ code, id: null, countries: null, sides: ofCurrency.map(({ side }) => side) },
    methods: ofCurrency.flatMap(({ side, supportedPaymentMethods }) =>
      supportedPaymentMethods.map(({ id, name, minimum, maximum }) => ({
        ...{ code: id, name: name ?? id, kind: methodKindOf(id, name), side, countries: null, deliverySeconds: null },
        limits: minimum === null && maximum === null ? null : { min: minimum, max: maximum, currency: code },
      })),
    ),
  }));
}
