import { ProviderFailure, type ProviderFailureReason } from '../../platform/http-client/provider-failure.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { RampLimits } from './ramp-provider.ts';

/**
 * The HTTP status of this service's answer for each reason why a provider failed. With 422, the provider has answered, and the same request
 * will be refused again. With 502, the provider (or our keys at it) has a fault, and the same request may succeed later.
 */
export const ANSWERED_WITH: Readonly<Record<ProviderFailureReason, 422 | 502>> = {
  ...{ unsupported: 422, 'amount-out-of-range': 422, 'no-route': 422, rejected: 422 },
  ...{ timeout: 502, 'rate-limited': 502, unavailable: 502, unauthorized: 502, 'malformed-reply': 502, 'mismatched-reply': 502 },
  ...{ cancelled: 502, 'unpinned-contract': 502, 'implausible-output': 502, 'minimum-too-low': 502 },
};

/** Returns a copy of a provider's failure that has the HTTP status with which this service answers. */
export function answered(failure: ProviderFailure): ProviderFailure {
  const { reason, message, cause, retryAfterMs, details } = failure;
  return new ProviderFailure(reason, message, {
    cause,
    retryAfterMs,
    status: ANSWERED_WITH[reason],
    ...(details === undefined ? {} : { details }),
  });
}

/** Builds the failure for an amount that a provider refuses. Its message and details state the limits, as far as they are known. */
export function amountRefused(provider: string, limits: RampLimits | null): ProviderFailure {
  const { min = null, max = null, currency = null } = limits ?? {};
  const least = min === null ? [] : [`at least ${min} ${currency}`];
  const most = max === null ? [] : [`at most ${max} ${currency}`];
  const accepted = [...least, ...most].join(' and ');
  const message = accepted === '' ? `${provider} does not accept this amount.` : `${provider} accepts ${accepted}.`;
  return answered(new ProviderFailure('amount-out-of-range', message, { details: { min, max, currency } }));
}

/** Builds the failure for a request that a provider does not offer. @param what a sentence, such as "It sells no SOL in the US." */
export function notOffered(provider: string, what: string): ProviderFailure {
  return answered(new ProviderFailure('unsupported', `${provider}: ${what}`));
}

/**
 * Throws when a provider's reply is about another order, coin, currency or amount than the request. @throws ProviderFailure
 * `mismatched-reply`
 */
export function requireSame(provider: string, isSame: boolean): void {
  if (!isSame) throw new ProviderFailure('mismatched-reply', `${provider} returned a reply that does not match the request.`);
}

/** Builds the error for a webhook whose signature is missing or wrong. */
export function webhookNotGenuine(provider: string): TerminalError {
  return new TerminalError({
    code: 'webhook-not-genuine',
    message: `The signature of the webhook is missing or wrong. Expected a body and a signature exactly as ${provider} sends them.`,
    status: 401,
  });
}

/** Builds the error for a webhook that is not in the provider's format. */
export function webhookUnreadable(provider: string, expected: string): TerminalError {
  return new TerminalError({ code: 'webhook-unreadable', message: `Expected a webhook of ${provider}: ${expected}.`, status: 400 });
}
