import type { WhyTone } from './why.ts';

/** The number of blocked actors, and the reasons for which they are blocked. */
export type BlockedTotals = {
  /**
   * The reasons for which actors are blocked; the most urgent come first, and among equally urgent reasons, the most frequent come first.
   */
  readonly groups: readonly BlockedGroup[];
  /** Whether there may be more blocked actors than were counted. Only a limited number of actors of each type is examined. */
  readonly isMore: boolean;
  readonly countedAtMs: number;
};

/**
 * The actors of one type that are blocked for the same reason. `sentence` is the explanation that is shown for the newest of these actors.
 */
export type BlockedGroup = {
  readonly type: string;
  readonly code: string;
  readonly tone: WhyTone;
  readonly sentence: string;
  readonly count: number;
};
