import { ProviderFailure } from '../../platform/http-client/provider-failure.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { RampLimits } from './ramp-provider.ts';

/** The failure for an amount that a provider refuses. Its message and details state the limits, as far as they are known. */
export function amountRefused(provider: string, limits: RampLimits | null): ProviderFailure {
  const { min = null, max = null, currency = null } = limits ?? {};
  const least = min === null ? [] : [`at least ${min} ${currency}`];
  const most = max === null ? [] : [`at most ${max} ${currency}`];
  const accepted = [...least, ...most].join(' and ');
  const message = accepted === '' ? `${provider} does not accept this amount.` : `${provider} accepts ${accepted}.`;
  return new ProviderFailure('amount-out-of-range', message, { details: { min, max, currency } });
}

/** The failure for what a provider does not offer. @param what a sentence, such as "It sells no SOL in the US." */
export function notOffered(provider: string, what: string): ProviderFailure {
  return new ProviderFailure('unsupported', `${provider}: ${what}`);
}

/** The failure for a reply about another order, coin, currency or amount than requested. */
export function requireSame(provider: string, isSame: boolean): void {
  if (!isSame) throw new ProviderFailure('mismatched-reply', `${provider} returned a reply for another request.`);
}

/** A webhook whose signature is missing or wrong. */
export function webhookNotGenuine(provider: string): TerminalError {
  return new TerminalError({
    code: 'webhook-not-genuine',
    message: `The webhook is not signed by ${provider}. Expected a body and a signature exactly as ${provider} sends them.`,
    status: 401,
  });
}

/** A webhook that is not in the provider's format. */
export function webhookUnreadable(provider: string, expected: string): TerminalError {
  return new TerminalError({ code: 'webhook-unreadable', message: `Expected a webhook of ${provider}: ${expected}.`, status: 400 });
}
