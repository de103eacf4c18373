import type { ChainPosition, DcaPositionContext } from './context.ts';

const MINUTE_MS = 60_000;
/** The pauses are long because a token that refuses its receiver rarely changes soon, and each attempt costs the executor gas. */
const FIRST_PAUSE_MINUTES = 60;
const MAX_PAUSE_MINUTES = 24 * 60;

/** When to request an automatic pay-out of a position's bought tokens (UTC ms). 0: at once; null: never. */
export function autoClaimFromMs(
  { autoClaimAskedAt, autoClaimRefused }: DcaPositionContext,
  { autoClaim, claimable, received }: ChainPosition,
): number | null {
  if (!autoClaim || claimable === '0' || autoClaimAskedAt === received) return null;
  return autoClaimRefused?.askedAt === received ? autoClaimRefused.againAtMs : 0;
}

/**
 * Schedules the next pay-out attempt after a refusal: after 1, 2, 4 ... 24 hours, on a whole minute. A later purchase changes the amount,
 * and its pay-out is requested at once.
 */
export function afterAutoClaimRefused(context: DcaPositionContext, reason: string, atMs: number): Partial<DcaPositionContext> {
  const { autoClaimAskedAt: askedAt, autoClaimRefused: before } = context;
  if (askedAt === null) return {};
  const times = before?.askedAt === askedAt ? before.times + 1 : 1;
  const minutes = Math.min(FIRST_PAUSE_MINUTES * 2 ** Math.min(times - 1, 10), MAX_PAUSE_MINUTES);
  const againAtMs = (Math.floor(atMs / MINUTE_MS) + minutes) * MINUTE_MS;
  return { autoClaimAskedAt: null, autoClaimRefused: { askedAt, times, reason, againAtMs }, mustLook: true };
}
