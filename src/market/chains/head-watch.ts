import type { ChainBlock, ChainReads } from '../../platform/chain/chain.ts';
import { chainWithinTime } from '../../platform/loop/within-time.ts';
import { momentText } from '../../values/iso-time.ts';
import type { AnswerTimes } from './answer-times.ts';
import { type ChainTrouble, TOLD_AFTER_MS } from './chain-trouble.ts';

export type HeadWatch = {
  /**
   * Reads the chain's newest block and updates the chain's current problem. Never rejects: a block that cannot be read counts as a problem
   * of the chain.
   */
  look(): Promise<void>;
  /**
   * Milliseconds until the newest block should be read again: shortly after the time at which a missing block becomes a problem, and at
   * short intervals during a problem.
   */
  nextLookMs(): number;
  trouble(): ChainTrouble | null;
  /** Observed time between two blocks, in ms; null when not known yet. */
  blockMs(): number | null;
};

const ANSWER_WITHIN_MS = 10_000;
const LOOK_EVERY_MS = 30_000;
const LOOK_IN_TROUBLE_EVERY_MS = 4_000;
/**
 * Number of blocks in each of the two consecutive spans from which a chain's block time is computed at first. The span with the shorter
 * block time is used. If the chain has just recovered from an outage, the other span contains the outage and is too long.
 */
const PACE_BLOCKS = 16;
/** A chain without a new block for less than this time (in ms) is not reported, because fast chains pause for some seconds. */
const LEAST_STILL_MS = 30_000;
/**
 * While the chain's block time is unknown, a chain without a new block for less than this time (in ms) is not reported, because it may be a
 * slow chain.
 */
const UNKNOWN_PACE_MS = 5 * 60_000;
/** Number of block times (average times between two blocks) that may pass without a new block before the chain is reported. */
const BLOCKS_MISSED = 10;
/**
 * Maximum block time of a chain in ms that is used in calculations. A longer measured block time is reduced to it, so that a chain that has
 * stopped is not taken for a slow chain.
 */
const MOST_BLOCK_MS = 60_000;
/** Weight of the latest measured block time in the average block time of a chain, between 0 and 1. */
const SHARE_OF_LAST = 0.2;
/**
 * Number of remembered block hashes. RPC endpoints are used in turn and some lag, so an endpoint may show a block that was seen before. A
 * block whose hash is remembered must not count as new.
 */
const MOST_KNOWN = 64;

/**
 * Creates a watch that checks whether a chain produces new blocks with current timestamps.
 * @param deps.isOnDemand true when the chain creates blocks only for transactions, so that a missing block is not a problem
 */
export function createHeadWatch(deps: {
  readonly chain: Pick<ChainReads, 'chainId' | 'getBlock'>;
  readonly isOnDemand: boolean;
  readonly unansweredSinceMs: AnswerTimes['unansweredSinceMs'];
  readonly now: () => number;
}): HeadWatch {
  const { chain, isOnDemand, unansweredSinceMs, now } = deps;
  const known = new Set<string>();
  let head: ChainBlock | null = null;
  let movedAtMs = 0;
  let lookedAtMs: number | null = null;
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
    // The new block was created between the previous read and this read, so the block's own timestamp says more exactly when the chain
    // moved.
    movedAtMs = lookedAtMs === null ? now() : Math.min(now(), Math.max(lookedAtMs, block.timestampSec * 1_000));
  }

  /** Measures the block time with two earlier blocks. If they cannot be read, the block time is known once new blocks have been seen. */
  async function measurePace(to: ChainBlock): Promise<void> {
    if (isOnDemand || paceMs !== null || to.number < 2 * PACE_BLOCKS) return;
    const [from, middle] = await Promise.all([earlierBlock(to.number - 2 * PACE_BLOCKS), earlierBlock(to.number - PACE_BLOCKS)]);
    if (from === null || middle === null || from.number >= middle.number || middle.number >= to.number) return;
    paceMs = Math.min(paceBetween(from, middle), paceBetween(middle, to));
  }

  function earlierBlock(number: number): Promise<ChainBlock | null> {
    return chainWithinTime(chain.getBlock(number), ANSWER_WITHIN_MS, chain.chainId).catch(() => null);
  }

  function stillAfterMs(): number {
    return paceMs === null ? UNKNOWN_PACE_MS : Math.max(LEAST_STILL_MS, BLOCKS_MISSED * paceMs);
  }

  function notePace(from: ChainBlock, to: ChainBlock): void {
    const sampleMs = paceBetween(from, to);
    paceMs = paceMs === null ? sampleMs : paceMs * (1 - SHARE_OF_LAST) + sampleMs * SHARE_OF_LAST;
  }

  function judge(): ChainTrouble | null {
    const nowMs = now();
    const found = (word: ChainTrouble['word'], sinceMs: number, sentence: () => string): ChainTrouble =>
      // While a problem lasts, the sentence that describes it stays the same. The sentence is stored in records, which would have to be
      // written again if it changed.
      current?.word === word ? current : { word, sinceMs, sentence: sentence() };
    if (failingSinceMs !== null) {
      const sinceMs = failingSinceMs;
      if (nowMs - sinceMs < TOLD_AFTER_MS) return current?.word === 'unreadable' ? null : current;
      return found('unreadable', sinceMs, () => `The chain's newest block has not been readable since ${momentText(sinceMs)}.`);
    }
    if (isOnDemand || head === null) return null;
    const { number, timestampSec } = head;
    if (nowMs - movedAtMs >= stillAfterMs())
      return found(
        'standing-still',
        movedAtMs,
        () => `The chain has had no new block since ${momentText(movedAtMs)}; the newest is block ${number}.`,
      );
    // A block's timestamp that differs by less than two minutes from this machine's clock is not a problem, since one of the two clocks may
    // be slightly wrong.
    if (nowMs - timestampSec * 1_000 < Math.max(TOLD_AFTER_MS, stillAfterMs())) return null;
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
        const block = await chainWithinTime(chain.getBlock('latest'), ANSWER_WITHIN_MS, chain.chainId);
        take(block);
        failingSinceMs = null;
        lookedAtMs = now();
        await measurePace(block);
      } catch {
        // The chain's client logs why the read failed. Here it is only recorded that the chain cannot be read.
        failingSinceMs ??= Math.min(now(), unansweredSinceMs(chain.chainId) ?? now());
      }
      current = judge();
    },
    nextLookMs() {
      if (current !== null || failingSinceMs !== null) return LOOK_IN_TROUBLE_EVERY_MS;
      if (isOnDemand || head === null) return LOOK_EVERY_MS;
      const leftMs = movedAtMs + stillAfterMs() - now();
      return Math.min(LOOK_EVERY_MS, Math.max(LOOK_IN_TROUBLE_EVERY_MS, leftMs));
    },
    trouble: () => current,
    blockMs: () => paceMs,
  };
}

function paceBetween(from: ChainBlock, to: ChainBlock): number {
  const passedMs = Math.max(0, (to.timestampSec - from.timestampSec) * 1_000);
  return Math.min(MOST_BLOCK_MS, passedMs / (to.number - from.number));
}
