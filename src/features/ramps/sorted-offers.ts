import type { ProviderFailure } from '../../platform/http-client/provider-failure.ts';
import { abortFailure } from '../../platform/http-client/provider-http.ts';
import { compareDecimals } from '../../values/exact-decimals.ts';
import type { Offer, OfferInput } from './offer.ts';
import type { RampLimits } from './ramp-provider.ts';

/**
 * Sorts offers by the amount that the person receives. When the request states the amount to receive, it sorts them by the amount to pay.
 * Equal offers stay in the order of the registry.
 */
export function sorted(offers: readonly Offer[], { side, amountOf }: OfferInput): readonly Offer[] {
  const isReceivedFixed = (side === 'buy') === (amountOf === 'crypto');
  const compared = amountOf === 'fiat' ? ('cryptoAmount' as const) : ('fiatAmount' as const);
  const direction = isReceivedFixed ? 1 : -1;
  return [...offers].sort((a, b) => direction * compareDecimals(a[compared], b[compared]) || (a.provider < b.provider ? -1 : 1));
}

export function limitsIn({ details }: ProviderFailure): RampLimits | null {
  const { min = null, max = null, currency = null } = details ?? {};
  if (typeof currency !== 'string') return null;
  return { min: typeof min === 'string' ? min : null, max: typeof max === 'string' ? max : null, currency };
}

export function untilAborted<T>(name: string, work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(abortFailure(name, signal));
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort, { once: true });
  return Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', onAbort));
}

export function elapsed(sinceMs: number): number {
  return Math.round((performance.now() - sinceMs) * 10) / 10;
}
