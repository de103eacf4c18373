import { ProviderFailure } from '../../platform/http-client/provider-failure.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Clock } from '../../values/clock.ts';
import { addDecimals } from '../../values/exact-decimals.ts';
import { isoOf } from '../../values/iso-time.ts';
import type { Catalogues } from './catalogue-port.ts';
import type { Catalogue } from './catalogue-rows.ts';
import { isWithin, limitsFor } from './limits-for.ts';
import type { Offer, OfferInput, Offers, RampOutcome } from './offer.ts';
import { amountRefused, notOffered } from './ramp-failures.ts';
import type { OfferRequest, RampName } from './ramp-provider.ts';
import { type RegisteredRamp, rampOf } from './registry.ts';
import { resolved } from './resolve-offer.ts';
import { elapsed, limitsIn, sorted, untilAborted } from './sorted-offers.ts';

export type RampOffers = {
  /** Requests an offer from every provider. The result names each provider that fails, with the reason. */
  all(input: OfferInput, signal: AbortSignal): Promise<Offers>;
  /** Requests an offer from one provider. @throws ProviderFailure; TerminalError `ramp-off` (503) */
  one(provider: RampName, input: OfferInput, signal: AbortSignal): Promise<Offer>;
  /** Finds the coin, the currency and the method of a request in a provider's catalogue. @throws ProviderFailure `unsupported` */
  resolve(ramp: RegisteredRamp, input: Omit<OfferInput, 'amount' | 'amountOf'>): Promise<Omit<OfferRequest, 'amount' | 'amountOf'>>;
};

const CACHED_MS = 15_000;

/** Maximum number of requests of clients whose offers a node caches. */
const MOST_CACHED = 1_000;

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
      // Clients with the same request share one call to the providers, so a client that disconnects must not abort the call for the others.
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
      return await untilAborted(name, offerOf(rampOf(providers, name), input, { signal }), signal);
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
      throw notOffered(traits.name, `For a ${what}, the provider accepts only an amount of ${amountOf === 'fiat' ? 'crypto' : 'money'}.`);
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
      expiresAt: isoOf(expiresAtMs),
      quoteId,
    };
  }

  /** Returns a provider's catalogue. If none is stored yet, the catalogue is fetched. */
  async function catalogueOf(name: RampName): Promise<Catalogue> {
    const catalogue = await catalogues.read(name);
    if (catalogue.fetchedAtMs !== null) return catalogue;
    return (await catalogues.refresh(name)).catalogue;
  }

  function failureOf(name: RampName, error: unknown): Pick<RampOutcome, 'ok' | 'reason' | 'message' | 'limits'> {
    if (!(error instanceof ProviderFailure)) {
      log.error('Requesting an offer from a ramp provider failed with an unexpected error', { provider: name, error });
      return { ok: false, reason: 'unavailable', message: `${name} is not available.`, limits: null };
    }
    const isWorthALook = ['malformed-reply', 'mismatched-reply', 'unauthorized'].includes(error.reason);
    log[isWorthALook ? 'warn' : 'debug']('A ramp provider made no offer', { provider: name, reason: error.reason, error });
    return { ok: false, reason: error.reason, message: error.message, limits: limitsIn(error) };
  }
}
