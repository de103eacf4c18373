import type { AutopilotAgentContext } from './context.ts';
import type { EngineState } from './engine-state.ts';
import { triggersOf, type WakeConditions } from './triggers-of.ts';

const wakeConditions = new WeakMap<EngineState, WakeConditions>();

/**
 * Returns the conditions under which an agent in this engine state must be woken. The result is cached by engine state, because each tick
 * and each commit needs it.
 */
export function wakeConditionsOf(engineState: EngineState): WakeConditions {
  const known = wakeConditions.get(engineState) ?? triggersOf(engineState);
  wakeConditions.set(engineState, known);
  return known;
}

/**
 * Whether the agent was due at its last stored tick and is still due. If so, something prevents the agent from acting, and the agent does
 * not count as late.
 */
export function isBlocked(context: AutopilotAgentContext): boolean {
  const { dueAtMs } = wakeConditionsOf(context.engineState);
  return dueAtMs !== null && dueAtMs <= lastLookMs(context);
}

/**
 * Whether the agent became due after its last stored tick. The current tick is then stored even if it changes nothing else (for example for
 * an agent that is switched off on chain). Without this, the agent would be reported as late.
 */
export function becomesDue(context: AutopilotAgentContext, atMs: number): boolean {
  const { dueAtMs } = wakeConditionsOf(context.engineState);
  return !context.isPaused && dueAtMs !== null && dueAtMs <= atMs && dueAtMs > lastLookMs(context);
}

function lastLookMs({ chainSeenAtMs, lookedAtMs }: AutopilotAgentContext): number {
  return Math.max(chainSeenAtMs ?? Number.NEGATIVE_INFINITY, lookedAtMs ?? Number.NEGATIVE_INFINITY);
}
