import type { WhyTone } from './why.ts';

/** How many actors are blocked, and why. */
export type BlockedTotals = {
  /** The reasons, the most urgent and the most frequent first. */
  readonly groups: readonly BlockedGroup[];
  /** Whether there may be more blocked actors than counted, because only a limited number of actors of each type is examined. */
  readonly isMore: boolean;
  readonly countedAtMs: number;
};

/** The actors of one type that are blocked for one reason. `sentence` is the explanation of the newest of them. */
export type BlockedGroup = {
  readonly type: string;
  readonly code: string;
  readonly tone: WhyTone;
  readonly sentence: string;
  readonly count: number;
};
