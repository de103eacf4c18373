/**
 * The status of a ramp order in this service's terms, which are the same for all providers. `paid`: the provider has received the payment
 * (the money of a purchase, the coins of a sale). `delivering`: the provider is sending what was bought. `unknown`: the provider reported a
 * status that this service does not know; it never means a failure.
 */
export const rampStatuses = [
  'created',
  'awaiting-payment',
  'paying',
  'paid',
  'delivering',
  'on-hold',
  'completed',
  'failed',
  'expired',
  'cancelled',
  'refunded',
  'unknown',
] as const;

export type RampStatus = (typeof rampStatuses)[number];

/**
 * Statuses after which a provider usually reports no further change. But `failed` may still become `completed`, and `completed` may become
 * `refunded`.
 */
export const finalRampStatuses: readonly RampStatus[] = ['completed', 'failed', 'expired', 'cancelled', 'refunded'];

/** `buy`: money is paid and crypto is received (on-ramp). `sell`: crypto is paid and money is received (off-ramp). */
export type RampSide = 'buy' | 'sell';

/** Whether an amount of a ramp order is an amount of money (`fiat`) or of crypto. */
export type RampAmountOf = 'fiat' | 'crypto';
