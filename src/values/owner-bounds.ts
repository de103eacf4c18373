// The owner's settings in a vault: who may pause, who has paused, and the minimum output of a trade. Addresses are lowercase; null means
// that a setting is not set.

import type { Address } from './address.ts';
export type VaultGuard = {
  /** Address that may pause the owner's agents and positions. */
  readonly guardian: Address | null;
  /** Address that has paused this agent or position; null when it is not paused. */
  readonly pausedBy: Address | null;
  /** Address that has paused all agents or positions of the owner; null when they are not paused. */
  readonly allPausedBy: Address | null;
};

export type PriceBound = {
  /**
   * The owner's limit price: base units of output for one base unit of input, times 10^36, as a decimal string. Null when there is no
   * limit.
   */
  readonly leastOutX36: string | null;
  /**
   * The owner's limit relative to a pool's average price over `windowSec` seconds: the output may be at most `maxDeviationBps` basis points
   * below that price. Null when there is no such limit.
   */
  readonly average: { readonly pool: Address; readonly windowSec: number; readonly maxDeviationBps: number } | null;
};

/**
 * The pauses and the price limit that an owner has set for a DCA position. One limit is enough, because all orders of a position trade the
 * same tokens in the same direction.
 */
export type PositionGuard = VaultGuard & { readonly priceBound: PriceBound };

/** Explains a pause in one sentence; null when nothing is paused. `what` is "agent" or "position". */
export function pauseText(guard: VaultGuard | undefined, what: string): string | null {
  if (guard === undefined) return null;
  const { guardian, pausedBy, allPausedBy } = guard;
  if (pausedBy === null && allPausedBy === null) return null;
  const by = pausedBy ?? allPausedBy;
  const who = by === guardian ? 'guardian' : 'owner or a former guardian';
  const end = pausedBy === null ? 'until the owner unpauses all' : 'until the owner unpauses it';
  return `The ${what} is paused in the vault by its ${who} (${by}), ${end}${pausedBy === null ? `: all ${what}s of the owner are` : ''}.`;
}

/** Formats amounts of a trade, which are base units in decimal digits, for people: `1.5 USDC`. */
export type TradedAmountTexts = { readonly spent: (amount: string) => string; readonly got: (amount: string) => string };

/**
 * Explains why the vault refused a trade that violates one of the owner's limits, and states the compared numbers. Returns null for an
 * error with any other reason.
 */
export function boundRefusalText(reason: string, args: readonly unknown[], { spent, got }: TradedAmountTexts): string | null {
  const [first = '', second = '', third = ''] = args.map(String);
  switch (reason) {
    case 'OutputBelowLimit':
      return `The trade would return ${got(first)}; the owner's limit price requires ${got(second)}.`;
    case 'OutputBelowAverage':
      return `The trade would return ${got(first)}; the owner's limit against the pool's average requires ${got(second)}.`;
    case 'AverageUnavailable':
      return `The pool ${first} of the owner's limit has no average over ${second} seconds: its price history is too short.`;
    case 'ExceedsMaxSellPerDay':
      return `${spent(first)} were sold in 24 hours. Another ${spent(second)} would exceed the limit of ${spent(third)} that the owner has set.`;
    case 'AgentIsPaused':
      return `The agent is paused in the vault by ${second}.`;
    case 'PositionIsPaused':
      return `The position is paused in the vault by ${third}.`;
    case 'AllArePaused':
      return `Everything that the owner has in the vault is paused by ${second}.`;
    case 'PolicyChanged':
      return `The trade was planned for the policy ${first}, but the agent's policy is now ${second}.`;
    default:
      return null;
  }
}
