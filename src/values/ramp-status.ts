/**
 * The normal form of a ramp order's status. `paid` means that the provider has the payment (the money on a purchase, the coins on a sale),
 * `delivering` that it is sending what was bought. `unknown` is for a provider's word that this service does not know: never a failure.
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

/** Statuses after which a provider usually reports nothing more; but `failed` may become `completed`, and `completed` `refunded`. */
export const finalRampStatuses: readonly RampStatus[] = ['completed', 'failed', 'expired', 'cancelled', 'refunded'];

/** `buy`: money is paid and crypto is received (on-ramp). `sell`: crypto is paid and money is received (off-ramp). */
export type RampSide = 'buy' | 'sell';

/** The currency that an amount is in: the money, or the crypto. */
export type RampAmountOf = 'fiat' | 'crypto';
