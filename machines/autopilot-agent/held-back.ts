import type { AutopilotAgentContext } from './context.ts';
import type { Standing } from './standing.ts';
import { triggersOf, type Wishes } from './triggers-of.ts';

const wishes = new WeakMap<Standing, Wishes>();

/** Returns the wake conditions of an engine state. Cached by state, because each tick and each commit needs them. */
export function wishesOf(standing: Standing): Wishes {
  const known = wishes.get(standing) ?? triggersOf(standing);
  wishes.set(standing, known);
  return known;
}

/** Whether the agent was already due at its last stored tick and still is: something blocks it, so it is not late. */
export function isHeldBack(context: AutopilotAgentContext): boolean {
  const { dueAtMs } = wishesOf(context.standing);
  return dueAtMs !== null && dueAtMs <= lastLookMs(context);
}

/**
 * Whether the agent became due after its last stored tick. Such a tick is stored even without a result (an agent switched off on chain, a
 * dry run without budget); otherwise the agent would count as late.
 */
export function becomesDue(context: AutopilotAgentContext, atMs: number): boolean {
  const { dueAtMs } = wishesOf(context.standing);
  return !context.isPaused && dueAtMs !== null && dueAtMs <= atMs && dueAtMs > lastLookMs(context);
}

function lastLookMs({ chainSeenAtMs, lookedAtMs }: AutopilotAgentContext): number {
  return Math.max(chainSeenAtMs ?? Number.NEGATIVE_INFINITY, lookedAtMs ?? Number.NEGATIVE_INFINITY);
}
