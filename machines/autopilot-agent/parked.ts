import type { OnChainAgent } from '../../src/values/autopilot/facts.ts';
import type { EngineState } from './engine-state.ts';

/**
 * Ends the long pauses of strategies that failed repeatedly, after the owner acted, so that the strategies are tried again. Returns the
 * same object when no strategy is in such a pause.
 */
export function unparked(engineState: EngineState): EngineState {
  const parked = Object.entries(engineState.strategies).filter(([, { isParked }]) => isParked === true);
  if (parked.length === 0) return engineState;
  const freed = parked.map(([id, { isParked: _, ...strategy }]) => [id, { ...strategy, cooldownUntilMs: 0, failures: 0 }] as const);
  return { ...engineState, strategies: { ...engineState.strategies, ...Object.fromEntries(freed) } };
}

/** Whether the agent's data in the vault changed between two readings, because its owner acted or a trade was made. */
export function isMoved(before: OnChainAgent | null, after: OnChainAgent): boolean {
  return before === null || ownersPart(before) !== ownersPart(after);
}

function ownersPart({ owner, policyHash, active, limits, balances, guard }: OnChainAgent): string {
  return JSON.stringify([owner, policyHash, active, limits, balances, guard]);
}
