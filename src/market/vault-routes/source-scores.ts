import type { Clock } from '../../values/clock.ts';

/** A pair of tokens on a chain for which a source provided a route. */
export type ScoredPair = { readonly chainId: number; readonly tokenIn: string; readonly tokenOut: string };

/**
 * Remembers which sources' routes failed, so that a source that promises too much is not queried for some time. The data is kept in memory,
 * separately on each node.
 */
export type SourceScores = {
  /** Whether a source is paused at present, so that it must not be queried for routes of a token pair. */
  rests(source: string, pair: ScoredPair): boolean;
  /**
   * Counts a failed route of a source for its pair of tokens. Once the source's routes for three pairs on a chain have failed, the failures
   * also count for the whole chain. One or two pairs are not enough, because a single faulty token can make every route fail.
   */
  failed(source: string, pair: ScoredPair, strikes: number): void;
  /** Counts a reply of a source that breaks a rule which no honest source breaks. The source is then paused on the whole chain. */
  brokeRule(source: string, pair: ScoredPair): void;
  /**
   * Counts a route of a source that passed the simulation but failed on chain, which cost gas. The source is then paused on the whole
   * chain.
   */
  failedOnChain(source: string, chainId: number): void;
  /** Counts a route of a source that passed the simulation. */
  passed(source: string, pair: ScoredPair): void;
};

const FIRST_REST_MS = 60_000;
const LONGEST_REST_MS = 6 * 3_600_000;
/** Time in ms after which one recorded failure of a source is removed from its count. */
const FORGET_ONE_MS = 3_600_000;
const MOST_STRIKES = 12;
const STRIKES_OF_BREACH = 3;
/** Number of different token pairs on a chain for which a source's routes must fail before the source is paused on the whole chain. */
const PAIRS_OF_CHAIN = 3;
const MOST_KEPT = 5_000;

type Score = { readonly strikes: number; readonly atMs: number; readonly untilMs: number };

/**
 * Creates the counts of sources' failures. The first recorded failure pauses a source for a minute, and each further failure doubles the
 * pause, up to six hours. Each hour, one failure is removed from the count.
 */
export function createSourceScores({ clock }: { clock: Clock }): SourceScores {
  const scores = new Map<string, Score>();
  const failedPairs = new Map<string, Set<string>>();

  return {
    rests: (source, pair) => isResting(chainKey(source, pair)) || isResting(pairKey(source, pair)),

    failed(source, pair, strikes) {
      strike(pairKey(source, pair), strikes);
      const chain = chainKey(source, pair);
      const pairs = failedPairs.get(chain) ?? new Set();
      failedPairs.set(chain, pairs.add(pairKey(source, pair)));
      if (pairs.size < PAIRS_OF_CHAIN) return;
      failedPairs.delete(chain);
      strike(chain, strikes);
    },

    failedOnChain: (source, chainId) => strike(chainKey(source, { chainId }), 1),

    brokeRule: (source, pair) => strike(chainKey(source, pair), STRIKES_OF_BREACH),

    passed(source, pair) {
      failedPairs.get(chainKey(source, pair))?.delete(pairKey(source, pair));
      for (const key of [chainKey(source, pair), pairKey(source, pair)]) {
        const had = scores.get(key);
        if (had === undefined) continue;
        const strikes = strikesNow(had) - 1;
        if (strikes <= 0) scores.delete(key);
        else scores.set(key, { ...had, strikes });
      }
    },
  };

  function isResting(key: string): boolean {
    const score = scores.get(key);
    return score !== undefined && clock.now() < score.untilMs;
  }

  function strikesNow({ strikes, atMs }: Score): number {
    return Math.max(0, strikes - Math.floor(Math.max(0, clock.now() - atMs) / FORGET_ONE_MS));
  }

  function strike(key: string, strikes: number): void {
    const now = clock.now();
    const had = scores.get(key);
    const all = Math.min(MOST_STRIKES, (had === undefined ? 0 : strikesNow(had)) + strikes);
    scores.delete(key);
    scores.set(key, { strikes: all, atMs: now, untilMs: now + Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** (all - 1)) });
    const [oldest] = scores.keys();
    if (scores.size > MOST_KEPT && oldest !== undefined) scores.delete(oldest);
  }
}

function chainKey(source: string, { chainId }: Pick<ScoredPair, 'chainId'>): string {
  return `${chainId}/${source}`;
}

function pairKey(source: string, { chainId, tokenIn, tokenOut }: ScoredPair): string {
  return `${chainId}/${source}/${tokenIn}/${tokenOut}`;
}
