// What an owner set in a vault beside the terms: who may pause, who has, and the least that a trade must bring. Addresses are lowercase;
// nobody and nothing is null.

export type VaultGuard = {
  /** Who may pause what the owner has. */
  readonly guardian: string | null;
  /** Who paused this one. */
  readonly pausedBy: string | null;
  /** Who paused all that the owner has. */
  readonly allPausedBy: string | null;
};

export type PriceBound = {
  /** Base units of the output for one of the input, times 10^36, decimal text; null for no limit price. */
  readonly leastOutX36: string | null;
  /** Of a pool, over so many seconds, and how far below it the output may be. */
  readonly average: { readonly pool: string; readonly windowSec: number; readonly maxDeviationBps: number } | null;
};

/** Of a DCA position: all of its orders are of one direction. */
export type PositionGuard = VaultGuard & { readonly priceBound: PriceBound };

/** Why nothing runs, in one sentence; null while nobody has paused it. `what`: "agent" or "position". */
export function pauseText(guard: VaultGuard | undefined, what: string): string | null {
  if (guard === undefined) return null;
  const { guardian, pausedBy, allPausedBy } = guard;
  if (pausedBy === null && allPausedBy === null) return null;
  const by = pausedBy ?? allPausedBy;
  const who = by === guardian ? 'guardian' : 'owner, or a guardian of before,';
  const end = pausedBy === null ? 'until the owner ends that' : 'until the owner unpauses it';
  return `The ${what} is paused in the vault by its ${who} (${by}), ${end}${pausedBy === null ? `: all ${what}s of the owner are` : ''}.`;
}

/** What a vault's refusal says with its figures, for the errors of an owner's bounds; null for another error. */
export function boundRefusalText(reason: string, args: readonly unknown[]): string | null {
  const [first, second, third] = args.map(String);
  switch (reason) {
    case 'OutputBelowLimit':
      return `The trade would bring ${first} base units; the owner's limit price asks for ${second}.`;
    case 'OutputBelowAverage':
      return `The trade would bring ${first} base units; the owner's bound against the pool's average asks for ${second}.`;
    case 'AverageUnavailable':
      return `The pool ${first} of the owner's bound gives no average over ${second} seconds: it is too young, or remembers too little.`;
    case 'ExceedsMaxSellPerDay':
      return `${first} base units were sold in 24 hours; ${second} more would exceed the ${third} that the owner allows.`;
    case 'AgentIsPaused':
      return `The agent is paused in the vault by ${second}.`;
    case 'PositionIsPaused':
      return `The position is paused in the vault by ${third}.`;
    case 'AllArePaused':
      return `All that the owner has in the vault is paused by ${second}.`;
    case 'PolicyChanged':
      return `The trade was planned under the policy ${first}; the agent has ${second} by now.`;
    default:
      return null;
  }
}
