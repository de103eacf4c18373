import type { ChainBlock, ChainReads } from '../../platform/chain/chain.ts';
import { chainWithinTime } from '../../platform/loop/within-time.ts';
import { type ChainTrouble, momentText, TOLD_AFTER_MS } from './chain-trouble.ts';

export type HeadWatch = {
  /**
   * Reads the newest block and updates the chain's current problem. Never rejects: if the block cannot be read, that is itself a problem.
   */
  look(): Promise<void>;
  trouble(): ChainTrouble | null;
  /** Observed time between two blocks, in ms; null when not known yet. */
  blockMs(): number | null;
};

const ANSWER_WITHIN_MS = 10_000;
/** Maximum time without a new block, in ms, that is accepted while the chain's block time is unknown, because the chain may be slow. */
const UNKNOWN_PACE_MS = 5 * 60_000;
/** Number of consecutive missing blocks that does not count as a problem yet. */
const BLOCKS_MISSED = 10;
/**
 * A measured time between two blocks counts as at most this value, in ms. Otherwise a chain that has stopped would be taken for a slow
 * chain.
 */
const MOST_BLOCK_MS = 60_000;
/** Weight of the latest measurement in the average block time. */
const SHARE_OF_LAST = 0.2;
/** Number of remembered block hashes. Endpoints are used in turn and some lag, so a block that was seen before must not count as new. */
const MOST_KNOWN = 64;

/**
 * Creates a watch that checks whether a chain produces new blocks with current timestamps.
 * @param deps.isOnDemand true when blocks are created only for transactions, so that a missing block is not a problem
 */
export function createHeadWatch(deps: {
  readonly chain: Pick<ChainReads, 'chainId' | 'getBlock'>;
  readonly isOnDemand: boolean;
  readonly now: () => number;
}): HeadWatch {
  const { chain, isOnDemand, now } = deps;
  const known = new Set<string>();
  let head: ChainBlock | null = null;
  let movedAtMs = 0;
  let failingSinceMs: number | null = null;
  let paceMs: number | null = null;
  let current: ChainTrouble | null = null;

  function take(block: ChainBlock): void {
    if (known.has(block.hash)) return;
    known.add(block.hash);
    for (const oldest of known) {
      if (known.size <= MOST_KNOWN) break;
      known.delete(oldest);
    }
    if (head !== null && block.number > head.number) notePace(head, block);
    head = block;
    movedAtMs = now();
  }

  function notePace(from: ChainBlock, to: ChainBlock): void {
    const sampleMs = Math.min(MOST_BLOCK_MS, ((to.timestampSec - from.timestampSec) * 1_000) / (to.number - from.number));
    if (sampleMs < 0) return;
    paceMs = paceMs === null ? sampleMs : paceMs * (1 - SHARE_OF_LAST) + sampleMs * SHARE_OF_LAST;
  }

  function judge(): ChainTrouble | null {
    const nowMs = now();
    const found = (word: ChainTrouble['word'], sinceMs: number, sentence: () => string): ChainTrouble =>
      // While a problem lasts, its sentence stays the same, because records store the sentence and would otherwise be written again.
      current?.word === word ? current : { word, sinceMs, sentence: sentence() };
    if (failingSinceMs !== null) {
      const sinceMs = failingSinceMs;
      if (nowMs - sinceMs < TOLD_AFTER_MS) return current?.word === 'unreadable' ? null : current;
      return found('unreadable', sinceMs, () => `The chain's newest block could not be read since ${momentText(sinceMs)}.`);
    }
    if (isOnDemand || head === null) return null;
    const { number, timestampSec } = head;
    const mayTakeMs = paceMs === null ? UNKNOWN_PACE_MS : Math.max(TOLD_AFTER_MS, BLOCKS_MISSED * paceMs);
    if (nowMs - movedAtMs >= mayTakeMs)
      return found(
        'standing-still',
        movedAtMs,
        () => `The chain has had no new block since ${momentText(movedAtMs)}; the newest is block ${number}.`,
      );
    if (nowMs - timestampSec * 1_000 < mayTakeMs) return null;
    const blockTime = momentText(timestampSec * 1_000);
    return found(
      'behind-time',
      nowMs,
      () => `The chain's blocks have old timestamps: at ${momentText(nowMs)}, the newest block (${number}) had the time ${blockTime}.`,
    );
  }

  return {
    async look() {
      try {
        take(await chainWithinTime(chain.getBlock('latest'), ANSWER_WITHIN_MS, chain.chainId));
        failingSinceMs = null;
      } catch {
        // The cause of the failure is logged by the chain's client. Here it is only recorded that the chain cannot be read.
        failingSinceMs ??= now();
      }
      current = judge();
    },
    trouble: () => current,
    blockMs: () => paceMs,
  };
}
