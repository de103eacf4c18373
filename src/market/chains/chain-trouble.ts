/** How a chain does not go on, although somebody answers for it. Of a bounded set, and the same in every version. */
export const CHAIN_TROUBLE_WORDS = ['standing-still', 'behind-time', 'unreadable', 'no-receipt', 'not-final'] as const;
export type ChainTroubleWord = (typeof CHAIN_TROUBLE_WORDS)[number];

export type ChainTrouble = {
  readonly word: ChainTroubleWord;
  /** UTC ms. */
  readonly sinceMs: number;
  /** One sentence, the same for as long as it lasts. */
  readonly sentence: string;
};

/** What takes longer than two ticks, and nothing that does not show itself, is told. */
export const TOLD_AFTER_MS = 2 * 60_000;

/** `2027-03-04 14:05:06 UTC` */
export function momentText(atMs: number): string {
  return `${new Date(atMs).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
