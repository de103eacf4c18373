import type { ChainPosition, DcaPositionContext } from './context.ts';

const MINUTE_MS = 60_000;
/**
 * Shortest pause between two attempts at an automatic pay-out, in minutes. The pauses are long because each attempt costs the executor gas,
 * and a token that refuses a transfer to its receiver will usually refuse the next one, too.
 */
const FIRST_PAUSE_MINUTES = 60;
/** Longest pause between two attempts at an automatic pay-out, in minutes. */
const MAX_PAUSE_MINUTES = 24 * 60;

/** Returns when to request an automatic pay-out of a position's bought tokens (UTC ms). 0 means immediately; null means never. */
export function autoClaimFromMs(
  { autoClaimAskedAt, autoClaimRefused }: DcaPositionContext,
  { autoClaim, claimable, received }: ChainPosition,
): number | null {
  if (!autoClaim || claimable === '0' || autoClaimAskedAt === received) return null;
  return autoClaimRefused?.askedAt === received ? autoClaimRefused.againAtMs : 0;
}

/**
 * Schedules the next attempt after the token refused a pay-out. The pauses are 1, 2, 4 ... hours, at most 24 hours, and end on a whole
 * minute. When a later purchase changes the amount, a pay-out of the new amount is requested immediately.
 */
export function afterAutoClaimRefused(context: DcaPositionContext, reason: string, atMs: number): Partial<DcaPositionContext> {
  const { autoClaimAskedAt: askedAt, autoClaimRefused: before } = context;
  if (askedAt === null) return {};
  const times = before?.askedAt === askedAt ? before.times + 1 : 1;
  const minutes = Math.min(FIRST_PAUSE_MINUTES * 2 ** Math.min(times - 1, 10), MAX_PAUSE_MINUTES);
  const againAtMs = (Math.floor(atMs / MINUTE_MS) + minutes) * MINUTE_MS;
  return { autoClaimAskedAt: null, autoClaimRefused: { askedAt, times, reason, againAtMs }, mustLook: true };
}
