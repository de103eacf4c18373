/** Keyword for a problem in which a chain is reachable but makes no progress. The set of keywords is fixed, and stable across versions. */
export const CHAIN_TROUBLE_WORDS = ['standing-still', 'behind-time', 'unreadable', 'no-receipt', 'not-final'] as const;
export type ChainTroubleWord = (typeof CHAIN_TROUBLE_WORDS)[number];

export type ChainTrouble = {
  readonly word: ChainTroubleWord;
  /** UTC ms. */
  readonly sinceMs: number;
  /** Explanation in one sentence, which stays the same while the problem lasts. */
  readonly sentence: string;
};

/** Minimum duration of a chain problem, in ms, before it is reported. So problems shorter than two ticks are not reported. */
export const TOLD_AFTER_MS = 2 * 60_000;

/** Formats UTC ms as `2027-03-04 14:05:06 UTC`. */
export function momentText(atMs: number): string {
  return `${new Date(atMs).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
