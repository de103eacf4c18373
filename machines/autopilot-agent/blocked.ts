import type { AutopilotAgentContext } from './context.ts';
import type { EngineState } from './engine-state.ts';
import { triggersOf, type WakeConditions } from './triggers-of.ts';

const wakeConditions = new WeakMap<EngineState, WakeConditions>();

/** Returns the wake conditions of an engine state. Cached by state, because each tick and each commit needs them. */
export function wakeConditionsOf(engineState: EngineState): WakeConditions {
  const known = wakeConditions.get(engineState) ?? triggersOf(engineState);
  wakeConditions.set(engineState, known);
  return known;
}

/** Whether the agent was already due at its last stored tick and still is. Something blocks such an agent, so it does not count as late. */
export function isBlocked(context: AutopilotAgentContext): boolean {
  const { dueAtMs } = wakeConditionsOf(context.engineState);
  return dueAtMs !== null && dueAtMs <= lastLookMs(context);
}

/**
 * Whether the agent became due after its last stored tick. Such a tick is stored even without a result (an agent switched off on chain, a
 * dry run without budget); otherwise the agent would count as late.
 */
export function becomesDue(context: AutopilotAgentContext, atMs: number): boolean {
  const { dueAtMs } = wakeConditionsOf(context.engineState);
  return !context.isPaused && dueAtMs !== null && dueAtMs <= atMs && dueAtMs > lastLookMs(context);
}

function lastLookMs({ chainSeenAtMs, lookedAtMs }: AutopilotAgentContext): number {
  return Math.max(chainSeenAtMs ?? Number.NEGATIVE_INFINITY, lookedAtMs ?? Number.NEGATIVE_INFINITY);
}
