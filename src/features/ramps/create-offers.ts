import { ProviderFailure } from '../../platform/http-client/provider-failure.ts';
import { abortFailure } from '../../platform/http-client/provider-http.ts';
import type { Log } from '../../platform/log/log.ts';
import type { ChainAddress } from '../../values/address.ts';
import type { Clock } from '../../values/clock.ts';
import { addDecimals, compareDecimals } from '../../values/exact-decimals.ts';
import { isNative } from '../../values/native.ts';
import type { RampAmountOf, RampSide } from '../../values/ramp-status.ts';
import type { Catalogue, Catalogues } from './catalogues.ts';
import { isWithin, limitsFor } from './limits-for.ts';
import { amountRefused, notOffered } from './ramp-failures.ts';
import type { OfferRequest, RampCoin, RampFiat, RampLimits, RampMethod, RampName, RampOffer } from './ramp-provider.ts';
import type { RegisteredRamp } from './registry.ts';

/** A coin by our token, or by a provider's own names of the coin and its network. */
export type CoinChoice = { readonly chainId: number; readonly token: ChainAddress } | { readonly crypto: string; readonly network: string };

/** What a client asks offers for. */
export type OfferInput = {
  readonly side: RampSide;
  /** ISO 4217, uppercase. */
  readonly fiat: string;
  readonly coin: CoinChoice;
  /** Plain decimal text above 0. */
  readonly amount: string;
  readonly amountOf: RampAmountOf;
  /** ISO 3166, two letters, uppercase; null when the client does not say. */
  readonly country: string | null;
  /** A kind of payment (card, bank, wallet), or a provider's own code; null: any. */
  readonly method: string | null;
};

/** An offer as clients see it. */
export type Offer = {
  readonly provider: RampName;
  readonly title: string;
  readonly side: RampSide;
  readonly fiat: string;
  /** Money paid in all (buy) or received after all fees (sell). */
  readonly fiatAmount: string;
  /** The provider's own names of the coin and the network. */
  readonly crypto: string;
  readonly network: string;
  /** Our token; null when the coin could not be connected to one. */
  readonly chainId: number | null;
  readonly token: ChainAddress | null;
  /** Crypto received after all fees (buy) or paid in all (sell). */
  readonly cryptoAmount: string;
  readonly fees: RampOffer['fees'];
  /** The fees in the currency of the money; null when one of them is in another currency. */
  readonly totalFee: string | null;
  readonly method: RampOffer['method'];
  readonly limits: RampLimits | null;
  readonly deliverySeconds: number | null;
  readonly expiresAt: string | null;
  readonly quoteId: string | null;
};

/** The outcome of asking one provider. */
export type RampOutcome = {
  readonly provider: RampName;
  readonly ok: boolean;
  /** Milliseconds until the provider answered or failed. */
  readonly ms: number;
  /** Why there is no offer; null when there is one. */
  readonly reason: string | null;
  /** The reason as a sentence. */
  readonly message: string | null;
  /** The limits by which the amount was refused. */
  readonly limits: RampLimits | null;
};

export type Offers = { readonly offers: readonly Offer[]; readonly providers: readonly RampOutcome[] };

export type RampOffers = {
  /** Asks every provider. A provider that fails has no offer, and is named with the reason. */
  all(input: OfferInput, signal: AbortSignal): Promise<Offers>;
  /** Asks one provider. @throws ProviderFailure; TerminalError `ramp-off` (503) */
  one(provider: RampName, input: OfferInput, signal: AbortSignal): Promise<Offer>;
  /** Finds the coin, the currency and the method of a request in a provider's catalogue. @throws ProviderFailure `unsupported` */
  resolve(ramp: RegisteredRamp, input: Omit<OfferInput, 'amount' | 'amountOf'>): Promise<Omit<OfferRequest, 'amount' | 'amountOf'>>;
};

const CACHED_MS = 15_000;
/** The most requests whose offers are cached. */
const MOST_CACHED = 1_000;
const KINDS: readonly string[] = ['card', 'bank', 'wallet', 'other'];

export function createOffers(deps: {
  readonly providers: readonly RegisteredRamp[];
  readonly catalogues: Pick<Catalogues, 'read' | 'refresh'>;
  readonly totalTimeoutMs: number;
  readonly clock: Clock;
  readonly log: Log;
}): RampOffers {
  const { providers, catalogues, totalTimeoutMs, clock, log } = deps;
  const cached = new Map<string, { readonly untilMs: number; readonly offers: Promise<Offers> }>();

  const offers: RampOffers = {
    all(input, signal) {
      const key = JSON.stringify(input);
      const now = clock.now();
      const recent = cached.get(key);
      if (recent !== undefined && recent.untilMs > now) return recent.offers;
      // Clients who ask the same share the answer, so one who leaves must not end it for the others.
      const asked = askAll(input);
      cached.set(key, { untilMs: now + CACHED_MS, offers: asked });
      asked.catch(() => cached.delete(key));
      for (const [old] of cached) {
        if (cached.size <= MOST_CACHED) break;
        cached.delete(old);
      }
      return untilAborted('the ramp providers', asked, signal);
    },

    async one(name, input, signal) {
      const ramp = providers.find(({ traits }) => traits.name === name);
      if (ramp === undefined) throw notOffered(name, 'It is no provider of this service.');
      return await untilAborted(name, offerOf(ramp, input, { signal }), signal);
    },

    async resolve({ traits }, input) {
      const catalogue = await catalogueOf(traits.name);
      return resolved(traits.name, catalogue, input);
    },
  };
  return offers;

  async function askAll(input: OfferInput): Promise<Offers> {
    const signal = AbortSignal.timeout(totalTimeoutMs);
    const found: Offer[] = [];
    const outcomes = await Promise.all(
      providers.map(async (ramp): Promise<RampOutcome> => {
        const startedAtMs = performance.now();
        const { name } = ramp.traits;
        const ended = (rest: Pick<RampOutcome, 'ok' | 'reason' | 'message' | 'limits'>) => ({
          provider: name,
          ms: elapsed(startedAtMs),
          ...rest,
        });
        if (ramp.provider === null)
          return ended({
            ok: false,
            reason: 'off',
            message: `${ramp.traits.title} is off: this service has no keys for it.`,
            limits: null,
          });
        try {
          found.push(await untilAborted(name, offerOf(ramp, input, { signal }), signal));
          return ended({ ok: true, reason: null, message: null, limits: null });
        } catch (error) {
          return ended(failureOf(name, error));
        }
      }),
    );
    return { offers: sorted(found, input), providers: outcomes };
  }

  async function offerOf(ramp: RegisteredRamp, input: OfferInput, options: { readonly signal: AbortSignal }): Promise<Offer> {
    const { traits } = ramp;
    const { amount, amountOf, side } = input;
    const request: OfferRequest = { ...(await offers.resolve(ramp, input)), amount, amountOf };
    if (!traits.amounts[side].includes(amountOf)) {
      const what = side === 'buy' ? 'purchase' : 'sale';
      throw notOffered(traits.name, `It offers a ${what} only by the amount of ${amountOf === 'fiat' ? 'crypto' : 'money'}.`);
    }
    const limits = limitsFor(request);
    if (!isWithin(amount, limits)) throw amountRefused(traits.name, limits);
    const { fiatAmount, cryptoAmount, fees, method, deliverySeconds, expiresAtMs, quoteId } = await ramp.call(
      'offer',
      (provider, signal) => provider.offer(request, signal),
      options,
    );
    const { coin, fiat } = request;
    const isInMoney = fees.every(({ currency }) => currency.toUpperCase() === fiat.code);
    return {
      ...{ provider: traits.name, title: traits.title, side, fiat: fiat.code, fiatAmount, crypto: coin.code, network: coin.network },
      ...{ chainId: coin.chainId, token: coin.address, cryptoAmount, fees, method, limits },
      totalFee: isInMoney ? addDecimals(...fees.map(({ amount: fee }) => fee)) : null,
      deliverySeconds: deliverySeconds ?? request.method?.deliverySeconds ?? null,
      expiresAt: expiresAtMs === null ? null : new Date(expiresAtMs).toISOString(),
      quoteId,
    };
  }

  /** Returns a provider's catalogue. The first request fetches it. */
  async function catalogueOf(name: RampName): Promise<Catalogue> {
    const catalogue = await catalogues.read(name);
    if (catalogue.fetchedAtMs !== null) return catalogue;
    return (await catalogues.refresh(name)).catalogue;
  }

  function failureOf(name: RampName, error: unknown): Pick<RampOutcome, 'ok' | 'reason' | 'message' | 'limits'> {
    if (!(error instanceof ProviderFailure)) {
      log.error('An offer of a ramp provider failed with an unexpected error', { provider: name, error });
      return { ok: false, reason: 'unavailable', message: `${name} is not available.`, limits: null };
    }
    const isWorthALook = ['malformed-reply', 'mismatched-reply', 'unauthorized'].includes(error.reason);
    log[isWorthALook ? 'warn' : 'debug']('A ramp provider made no offer', { provider: name, reason: error.reason, error });
    return { ok: false, reason: error.reason, message: error.message, limits: limitsIn(error) };
  }
}

/** Finds the coin, the currency and the method of a request in a provider's catalogue. */
function resolved(
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
      `It does not ${verb} ${'token' in choice ? `this token on chain ${choice.chainId}` : `${choice.crypto} on ${choice.network}`}.`,
    );
  if (country !== null && coin.excludedCountries.includes(country))
    throw notOffered(name, `It does not ${verb} ${coin.code} in ${country}.`);
  const fiat = fiats.find((each) => each.code === code && each.sides.includes(side));
  if (fiat === undefined) throw notOffered(name, `It does not ${side === 'buy' ? 'accept' : 'pay out'} ${code}.`);
  if (country !== null && fiat.countries !== null && !fiat.countries.includes(country))
    throw notOffered(name, `It does not offer ${code} in ${country}.`);
  return { side, coin, fiat, country, method: wanted === null ? null : methodOf(name, fiat, { side, country, wanted }) };
}

function isChosen({ code, network, chainId, address }: RampCoin, choice: CoinChoice): boolean {
  if ('token' in choice) {
    const { token } = choice;
    return chainId === choice.chainId && address !== null && (address === token || (isNative(address) && isNative(token)));
  }
  return code.toUpperCase() === choice.crypto.toUpperCase() && network.toUpperCase() === choice.network.toUpperCase();
}

function methodOf(
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
    throw notOffered(name, `It has no payment method "${wanted}" for ${fiat.code}${country === null ? '' : ` in ${country}`}.`);
  return found;
}

/** Orders offers by what the person receives, or pays when the received amount was asked for. Equal ones are in the registry's order. */
function sorted(offers: readonly Offer[], { side, amountOf }: OfferInput): readonly Offer[] {
  const isReceivedFixed = (side === 'buy') === (amountOf === 'crypto');
  const compared = amountOf === 'fiat' ? ('cryptoAmount' as const) : ('fiatAmount' as const);
  const direction = isReceivedFixed ? 1 : -1;
  return [...offers].sort((a, b) => direction * compareDecimals(a[compared], b[compared]) || (a.provider < b.provider ? -1 : 1));
}

function limitsIn({ details }: ProviderFailure): RampLimits | null {
  const { min = null, max = null, currency = null } = details ?? {};
  if (typeof currency !== 'string') return null;
  return { min: typeof min === 'string' ? min : null, max: typeof max === 'string' ? max : null, currency };
}

function untilAborted<T>(name: string, work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(abortFailure(name, signal));
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort, { once: true });
  return Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', onAbort));
}

function elapsed(sinceMs: number): number {
  return Math.round((performance.now() - sinceMs) * 10) / 10;
}
