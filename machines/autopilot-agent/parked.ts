import type { OnChainAgent } from '../../src/values/autopilot/facts.ts';
import type { Standing } from './standing.ts';

/** The standing once its owner did something: what is parked is tried again. The same object when nothing is. */
export function unparked(standing: Standing): Standing {
  const parked = Object.entries(standing.strategies).filter(([, { isParked }]) => isParked === true);
  if (parked.length === 0) return standing;
  const freed = parked.map(([id, { isParked: _, ...strategy }]) => [id, { ...strategy, cooldownUntilMs: 0, failures: 0 }] as const);
  return { ...standing, strategies: { ...standing.strategies, ...Object.fromEntries(freed) } };
}

/** Whether an agent's owner did something in the vault between two readings (or a trade did). */
export function isMoved(before: OnChainAgent | null, after: OnChainAgent): boolean {
  return before === null || ownersPart(before) !== ownersPart(after);
}

function ownersPart({ owner, policyHash, active, limits, balances, guard }: OnChainAgent): string {
  return JSON.stringify([owner, policyHash, active, limits, balances, guard]);
}
