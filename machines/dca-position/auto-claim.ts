import type { ChainPosition, DcaPositionContext } from './context.ts';

const MINUTE_MS = 60_000;
/** A token that refuses its receiver is not likely to think otherwise soon, and each attempt costs the executor gas. */
const FIRST_PAUSE_MINUTES = 60;
const MAX_PAUSE_MINUTES = 24 * 60;

/** From when on (UTC ms; 0: at once) to ask for an automatic pay-out of what a position owes; null for not at all. */
export function autoClaimFromMs(
  { autoClaimAskedAt, autoClaimRefused }: DcaPositionContext,
  { autoClaim, claimable, received }: ChainPosition,
): number | null {
  if (!autoClaim || claimable === '0' || autoClaimAskedAt === received) return null;
  return autoClaimRefused?.askedAt === received ? autoClaimRefused.againAtMs : 0;
}

/** 1, 2, 4 ... 24 hours, ending on a whole minute. What is bought meanwhile is another amount, and asked for at once. */
export function afterAutoClaimRefused(context: DcaPositionContext, reason: string, atMs: number): Partial<DcaPositionContext> {
  const { autoClaimAskedAt: askedAt, autoClaimRefused: before } = context;
  if (askedAt === null) return {};
  const times = before?.askedAt === askedAt ? before.times + 1 : 1;
  const minutes = Math.min(FIRST_PAUSE_MINUTES * 2 ** Math.min(times - 1, 10), MAX_PAUSE_MINUTES);
  const againAtMs = (Math.floor(atMs / MINUTE_MS) + minutes) * MINUTE_MS;
  return { autoClaimAskedAt: null, autoClaimRefused: { askedAt, times, reason, againAtMs }, mustLook: true };
}
