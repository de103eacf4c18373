import { ProviderFailure } from '../../platform/http-client/provider-failure.ts';
import { isNative } from '../../values/native.ts';
import type { RampSide } from '../../values/ramp-status.ts';
import type { Catalogue } from './catalogue-rows.ts';
import type { CoinChoice, OfferInput } from './offer.ts';
import { notOffered } from './ramp-failures.ts';
import type { OfferRequest, RampCoin, RampFiat, RampMethod, RampName } from './ramp-provider.ts';

export const KINDS: readonly string[] = ['card', 'bank', 'wallet', 'other'];

/** Finds the coin, the currency and the method of a request in a provider's catalogue. */
export function resolved(
  name: RampName,
  { coins, fiats, fetchedAtMs }: Catalogue,
  { side, fiat: code, coin: choice, country, method: wanted }: Omit<OfferInput, 'amount' | 'amountOf'>,
): Omit<OfferRequest, 'amount' | 'amountOf'> {
  if (fetchedAtMs === null) throw new ProviderFailure('unavailable', `The catalogue of ${name} was not fetched yet.`);
  const coin = coins.find((each) => isChosen(each, choice) && each.sides.includes(side));
  const verb = side === 'buy' ? 'sell' : 'buy';
  if (coin === undefined)
    throw notOffered(
      name,
      `The provider does not ${verb} ${'token' in choice ? `this token on chain ${choice.chainId}` : `${choice.crypto} on ${choice.network}`}.`,
    );
  if (country !== null && coin.excludedCountries.includes(country))
    throw notOffered(name, `The provider does not ${verb} ${coin.code} in ${country}.`);
  const fiat = fiats.find((each) => each.code === code && each.sides.includes(side));
  if (fiat === undefined) throw notOffered(name, `The provider does not ${side === 'buy' ? 'accept' : 'pay out'} ${code}.`);
  if (country !== null && fiat.countries !== null && !fiat.countries.includes(country))
    throw notOffered(name, `The provider does not offer ${code} in ${country}.`);
  return { side, coin, fiat, country, method: wanted === null ? null : methodOf(name, fiat, { side, country, wanted }) };
}

export function isChosen({ code, network, chainId, address }: RampCoin, choice: CoinChoice): boolean {
  if ('token' in choice) {
    const { token } = choice;
    return chainId === choice.chainId && address !== null && (address === token || (isNative(address) && isNative(token)));
  }
  return code.toUpperCase() === choice.crypto.toUpperCase() && network.toUpperCase() === choice.network.toUpperCase();
}

export function methodOf(
  name: RampName,
  fiat: RampFiat,
  { side, country, wanted }: { readonly side: RampSide; readonly country: string | null; readonly wanted: string },
): RampMethod {
  const isIt = ({ code, kind }: RampMethod) => (KINDS.includes(wanted.toLowerCase()) ? kind === wanted.toLowerCase() : code === wanted);
  const found = fiat.methods.find(
    (method) =>
      method.side === side && isIt(method) && (country === null || method.countries === null || method.countries.includes(country)),
  );
  if (found === undefined)
    throw notOffered(name, `The provider has no payment method "${wanted}" for ${fiat.code}${country === null ? '' : ` in ${country}`}.`);
  return found;
}
