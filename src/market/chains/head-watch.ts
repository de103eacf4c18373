import type { ChainBlock, ChainReads } from '../../platform/chain/chain.ts';
import { chainWithinTime } from '../../platform/loop/within-time.ts';
import { type ChainTrouble, momentText, TOLD_AFTER_MS } from './chain-trouble.ts';

export type HeadWatch = {
  /** Reads the newest block, and judges. Never rejects: what cannot be read is a trouble of its own. */
  look(): Promise<void>;
  trouble(): ChainTrouble | null;
  /** Between two blocks, as far as was seen; null: not known yet. */
  blockMs(): number | null;
};

const ANSWER_WITHIN_MS = 10_000;
/** Before its pace is known, a chain may be a slow one. */
const UNKNOWN_PACE_MS = 5 * 60_000;
/** So many blocks may be missed in a row. */
const BLOCKS_MISSED = 10;
/** A pause of the chain must not count as its pace. */
const MOST_BLOCK_MS = 60_000;
/** Of the last look in the pace. */
const SHARE_OF_LAST = 0.2;
/** Endpoints answer by turns, and some are behind: a block that was seen before is no new one. */
const MOST_KNOWN = 64;

/**
 * Whether a chain brings new blocks, and of this time.
 * @param deps.isOnDemand its blocks come with transactions alone, so that none is no trouble
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
      // The sentence of a trouble that goes on stays: records have it.
      current?.word === word ? current : { word, sinceMs, sentence: sentence() };
    if (failingSinceMs !== null) {
      const sinceMs = failingSinceMs;
      if (nowMs - sinceMs < TOLD_AFTER_MS) return current?.word === 'unreadable' ? null : current;
      return found('unreadable', sinceMs, () => `Its newest block could not be read since ${momentText(sinceMs)}.`);
    }
    if (isOnDemand || head === null) return null;
    const { number, timestampSec } = head;
    const mayTakeMs = paceMs === null ? UNKNOWN_PACE_MS : Math.max(TOLD_AFTER_MS, BLOCKS_MISSED * paceMs);
    if (nowMs - movedAtMs >= mayTakeMs)
      return found(
        'standing-still',
        movedAtMs,
        () => `It has brought no new block since ${momentText(movedAtMs)}: block ${number} is the newest.`,
      );
    if (nowMs - timestampSec * 1_000 < mayTakeMs) return null;
    const blockTime = momentText(timestampSec * 1_000);
    return found(
      'behind-time',
      nowMs,
      () => `Its blocks are of the past: at ${momentText(nowMs)} the newest, ${number}, was of ${blockTime}.`,
    );
  }

  return {
    async look() {
      try {
        take(await chainWithinTime(chain.getBlock('latest'), ANSWER_WITHIN_MS, chain.chainId));
        failingSinceMs = null;
      } catch {
        // Why is in the log of the chain's client; that it goes on is what is told here.
        failingSinceMs ??= now();
      }
      current = judge();
    },
    trouble: () => current,
    blockMs: () => paceMs,
  };
}
