import type { AutopilotAgentContext } from './context.ts';
import type { Standing } from './standing.ts';
import { triggersOf, type Wishes } from './triggers-of.ts';

const wishes = new WeakMap<Standing, Wishes>();

/** Asked for by each look and by each commit: worked out once for a standing. */
export function wishesOf(standing: Standing): Wishes {
  const known = wishes.get(standing) ?? triggersOf(standing);
  wishes.set(standing, known);
  return known;
}

/** Whether what was due when the agent was last looked at still is: something holds it back, and it is not late. */
export function isHeldBack(context: AutopilotAgentContext): boolean {
  const { dueAtMs } = wishesOf(context.standing);
  return dueAtMs !== null && dueAtMs <= lastLookMs(context);
}

/**
 * Whether a look finds due what was not at the last one that was kept. Then it is kept, also when nothing follows from it (an agent that is
 * switched off on chain, a dry run without a budget): or its time would pass unanswered, and the agent be taken for late.
 */
export function becomesDue(context: AutopilotAgentContext, atMs: number): boolean {
  const { dueAtMs } = wishesOf(context.standing);
  return !context.isPaused && dueAtMs !== null && dueAtMs <= atMs && dueAtMs > lastLookMs(context);
}

function lastLookMs({ chainSeenAtMs, lookedAtMs }: AutopilotAgentContext): number {
  return Math.max(chainSeenAtMs ?? Number.NEGATIVE_INFINITY, lookedAtMs ?? Number.NEGATIVE_INFINITY);
}
