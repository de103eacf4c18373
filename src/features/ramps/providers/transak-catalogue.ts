import * as v from 'valibot';
import { maybe, shownText, wireText } from '../../../platform/http-client/wire.ts';
import { methodKindOf } from '../provider-words.ts';
import type { ListedCoin, RampFiat, RampLimits, RampMethod } from '../ramp-provider.ts';
import { listOf, wireMoney } from '../wire-money.ts';

const isOn = v.optional(v.nullable(v.boolean()), null);
const codes = listOf(wireText);

const coinSchema = v.object({
  symbol: wireText,
  name: shownText,
  network: v.object({ name: wireText }),
  address: maybe(wireText),
  isAllowed: isOn,
  isSuspended: isOn,
  isPayInAllowed: isOn,
  kycCountriesNotSupported: codes,
});
const optionSchema = v.object({
  id: wireText,
  name: shownText,
  isActive: isOn,
  isPayOutAllowed: isOn,
  minAmount: maybe(wireMoney),
  maxAmount: maybe(wireMoney),
  minAmountForPayOut: maybe(wireMoney),
  maxAmountForPayOut: maybe(wireMoney),
  limitCurrency: maybe(wireText),
});
const fiatSchema = v.object({
  symbol: wireText,
  supportingCountries: codes,
  isAllowed: isOn,
  isPayOutAllowed: isOn,
  paymentOptions: listOf(optionSchema),
});
export const coinsSchema = v.object({ response: listOf(coinSchema) });
export const fiatsSchema = v.object({ response: listOf(fiatSchema) });

export function transakCoins({ response }: v.InferOutput<typeof coinsSchema>): ListedCoin[] {
  return response.flatMap((coin) => {
    if (coin.isAllowed !== true || coin.isSuspended === true) return [];
    return [
      {
        ...{ code: coin.symbol, network: coin.network.name, name: coin.name, contract: coin.address, statedChainId: null, ids: {} },
        sides: coin.isPayInAllowed === true ? (['buy', 'sell'] as const) : (['buy'] as const),
        limits: { buy: null, sell: null },
        excludedCountries: coin.kycCountriesNotSupported.map((code) => code.toUpperCase()),
      },
    ];
  });
}

export function transakFiats({ response }: v.InferOutput<typeof fiatsSchema>): RampFiat[] {
  return response.flatMap((fiat) => {
    if (fiat.isAllowed !== true) return [];
    const code = fiat.symbol.toUpperCase();
    const options = fiat.paymentOptions.filter(({ isActive }) => isActive === true);
    const methods = options.flatMap((option): RampMethod[] => {
      const currency = (option.limitCurrency ?? code).toUpperCase();
      const shared = {
        code: option.id,
        name: option.name ?? option.id,
        kind: methodKindOf(option.id, option.name),
        countries: null,
        deliverySeconds: null,
      };
      const buy = { ...shared, side: 'buy' as const, limits: limitsOf(option.minAmount, option.maxAmount, currency) };
      const sell = { ...shared, side: 'sell' as const, limits: limitsOf(option.minAmountForPayOut, option.maxAmountForPayOut, currency) };
      return fiat.isPayOutAllowed === true && option.isPayOutAllowed !== false && option.minAmountForPayOut !== null ? [buy, sell] : [buy];
    });
    const countries = fiat.supportingCountries.map((country) => country.toUpperCase());
    const sides = (['buy', 'sell'] as const).filter((side) => methods.some((method) => method.side === side));
    return [{ code, id: null, countries: countries.length === 0 ? null : countries, sides, methods }];
  });
}

function limitsOf(min: string | null, max: string | null, currency: string): RampLimits | null {
  return min === null && max === null ? null : { min, max, currency };
}
