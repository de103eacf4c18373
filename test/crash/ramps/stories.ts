import type { RampStatus } from '../../../src/values/ramp-status.ts';

/** What can happen to an order at its provider, step by step. An order takes a story whose statuses its provider has words for. */
export const STORIES: readonly (readonly RampStatus[])[] = [
  ['awaiting-payment', 'paying', 'paid', 'delivering', 'completed'],
  ['awaiting-payment', 'paid', 'delivering', 'completed'],
  ['awaiting-payment', 'failed'],
  ['awaiting-payment', 'paid', 'on-hold', 'delivering', 'completed', 'refunded'],
  ['awaiting-payment', 'failed', 'completed'],
  ['awaiting-payment', 'expired'],
  ['awaiting-payment', 'paid', 'refunded'],
  ['awaiting-payment', 'paid', 'cancelled', 'refunded'],
  ['awaiting-payment', 'cancelled', 'completed'],
];
