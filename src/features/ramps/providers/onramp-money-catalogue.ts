import * as v from 'valibot';
import { lenient, maybe, shownText, wireInteger, wireText } from '../../../platform/http-client/wire.ts';
import { isExactObject } from '../../../values/exact-json.ts';
import type { RampSide } from '../../../values/ramp-status.ts';
import { methodKindOf } from '../provider-words.ts';
import type { ListedCoin, RampFiat, RampLimits } from '../ramp-provider.ts';
import { listOf, wireMoney } from '../wire-money.ts';

/** Schema of a map from which wrong entries are omitted. The provider sends an empty map as an array. */
function mapOf<Schema extends v.GenericSchema>(schema: Schema) {
  return v.pipe(
    v.optional(v.unknown(), null),
    v.check((value) => value === null || isExactObject(value) || (Array.isArray(value) && value.length === 0)),
    v.transform((value): Readonly<Record<string, v.InferOutput<Schema>>> => {
      const entries = isExactObject(value) ? Object.entries(value) : [];
      return Object.fromEntries(
        entries.flatMap(([name, member]) => {
          const read = v.safeParse(schema, member);
          return read.success ? [[name, read.output]] : [];
        }),
      );
    }),
  );
}

export const allConfigSchema = v.object({
  allCoinConfig: mapOf(v.object({ coinId: wireText, coinName: shownText, networks: listOf(wireText) })),
  networkConfig: mapOf(v.object({ chainSymbol: wireText, networkId: lenient(wireInteger) })),
});
export const mappingSchema = v.object({ fiatSymbolMapping: mapOf(wireText) });
export const methodTypesSchema = mapOf(mapOf(wireText));
const countryConfig = mapOf(v.object({ isActive: v.union([v.boolean(), wireInteger]) }));
export const countriesSchema = v.object({ buy: countryConfig, sell: countryConfig });
const limitSchema = mapOf(v.object({ min: maybe(wireMoney), max: maybe(wireMoney) }));
export const limitsSchema = v.object({ onramp: limitSchema, offramp: limitSchema });

/** Schema of the minimum amounts of purchases in one currency, by the provider's numbers of coins and networks. */
export const coinLimitsSchema = mapOf(mapOf(wireMoney));

/** The kinds of payment methods, by the numbers that the provider uses for them. */
const KINDS: Readonly<Record<string, string>> = { '1': 'instant', '2': 'bank', '3': 'wallet' };
/** Currencies that the provider names by a symbol other than their ISO code, with that code. */
const SYMBOLS: Readonly<Record<string, string>> = { RAND: 'ZAR' };

export function onrampMoneyCoins({ allCoinConfig, networkConfig }: v.InferOutput<typeof allConfigSchema>): ListedCoin[] {
  return Object.entries(allCoinConfig).flatMap(([code, { coinId, coinName, networks }]) =>
    networks.flatMap((chain) => {
      const network = networkConfig[chain];
      if (network === undefined) return [];
      return [
        {
          ...{ code, network: network.chainSymbol, name: coinName, contract: null, statedChainId: network.networkId },
          ...{ sides: ['buy', 'sell'] as const, limits: { buy: null, sell: null }, excludedCountries: [], ids: { coinId, chainId: chain } },
        },
      ];
    }),
  );
}

export function onrampMoneyFiats(parts: {
  readonly mapping: v.InferOutput<typeof mappingSchema>;
  readonly methodTypes: v.InferOutput<typeof methodTypesSchema>;
  readonly countries: v.InferOutput<typeof countriesSchema>;
  readonly limits: v.InferOutput<typeof limitsSchema>;
}): RampFiat[] {
  const { mapping, methodTypes, countries, limits } = parts;
  return Object.entries(mapping.fiatSymbolMapping).map(([symbol, id]) => {
    const code = SYMBOLS[symbol.toUpperCase()] ?? symbol.toUpperCase();
    const isActive = (side: RampSide) => [true, 1].includes(countries[side][id]?.isActive ?? false);
    const sides = (['buy', 'sell'] as const).filter(isActive);
    const limitsOf = (side: RampSide): RampLimits | null => {
      const found = (side === 'buy' ? limits.onramp : limits.offramp)[id];
      return found === undefined ? null : { ...found, currency: code };
    };
    const methods = sides.flatMap((side) =>
      Object.entries(methodTypes[id] ?? {}).map(([name, number]) => ({
        ...{ code: number, name, kind: methodKindOf(name, KINDS[number] ?? null), side },
        ...{ countries: null, limits: limitsOf(side), deliverySeconds: null },
      })),
    );
    return { code, id, countries: null, sides, methods };
  });
}
