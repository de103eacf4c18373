import * as v from 'valibot';
import { maybe, shownText, wireText } from '../../../platform/http-client/wire.ts';
import { methodKindOf } from '../provider-words.ts';
import type { ListedCoin, RampFiat, RampLimits } from '../ramp-provider.ts';
import { wireMoney } from '../wire-money.ts';

export const fiatRow = v.object({
  currency: wireText,
  country: maybe(wireText),
  payWayCode: wireText,
  payWayName: shownText,
  payMin: maybe(wireMoney),
  payMax: maybe(wireMoney),
});

export const isOn = v.pipe(
  maybe(v.union([v.boolean(), wireText])),
  v.transform((value) => value === true || value === '1' || value === 'true'),
);

export const coinRow = v.object({
  crypto: wireText,
  network: wireText,
  address: maybe(wireText),
  buyEnable: isOn,
  sellEnable: isOn,
  minPurchaseAmount: maybe(wireMoney),
  maxPurchaseAmount: maybe(wireMoney),
  minSellAmount: maybe(wireMoney),
  maxSellAmount: maybe(wireMoney),
});

export function coinOf(row: v.InferOutput<typeof coinRow>): ListedCoin {
  const { crypto, network, address, buyEnable, sellEnable, minPurchaseAmount, maxPurchaseAmount, minSellAmount, maxSellAmount } = row;
  return {
    ...{ code: crypto, network, name: null, contract: address, excludedCountries: [], statedChainId: null, ids: {} },
    sides: [...(buyEnable ? ['buy' as const] : []), ...(sellEnable ? ['sell' as const] : [])],
    limits: { buy: limitsOf(minPurchaseAmount, maxPurchaseAmount, 'USD'), sell: limitsOf(minSellAmount, maxSellAmount, crypto) },
  };
}

export function fiatsOf(buys: readonly v.InferOutput<typeof fiatRow>[], sells: readonly v.InferOutput<typeof fiatRow>[]): RampFiat[] {
  const rows = [...buys.map((row) => ({ ...row, side: 'buy' as const })), ...sells.map((row) => ({ ...row, side: 'sell' as const }))];
  const byCurrency = Map.groupBy(rows, ({ currency }) => currency.toUpperCase());
  return [...byCurrency].map(([code, ofCurrency]) => ({
    ...{ code, id: null, countries: null },
    sides: (['buy', 'sell'] as const).filter((side) => ofCurrency.some((row) => row.side === side)),
    methods: ofCurrency.map(({ payWayCode, payWayName, country, side, payMin, payMax }) => ({
      ...{ code: payWayCode, name: payWayName ?? payWayCode, kind: methodKindOf(payWayName, KNOWN_WAYS[payWayCode] ?? null), side },
      countries: country === null ? null : [country.toUpperCase()],
      limits: limitsOf(payMin, payMax, code),
      deliverySeconds: null,
    })),
  }));
}

export const KNOWN_WAYS: Readonly<Record<string, string>> = { '10001': 'card', '701': 'google pay' };

export function limitsOf(min: string | null, max: string | null, currency: string): RampLimits | null {
  return min === null && max === null ? null : { min, max, currency };
}
