import type { Chain, Chains } from '../../platform/chain/chain.ts';
import { createRepeats, type RepeatsLog } from '../../platform/log/repeats.ts';
import type { CollectionSpec, RecordStore } from '../../platform/store/record-store.ts';
import type { Clock } from '../../values/clock.ts';
import { documentForm, integer, number, optional } from '../../values/document-form.ts';
import { RetryableError } from '../../values/errors/retryable-error.ts';
import { type Checkpoints, checkpointsForm, newestKept, withCheckpoint } from './checkpoints.ts';
import type { SeenBlocks, SeenEnd, SeenKind } from './seen-blocks.ts';

/** Blocks of one chain by which a fork is found, however deep. One document for each chain. */
type ForkCursor = {
  readonly blocks: Checkpoints;
  /** From this block on there are ends that could not be looked at again yet. */
  readonly againFrom?: number;
  /** Since when (UTC ms) no endpoint that was asked has shown blocks as new as these. */
  readonly behindSinceMs?: number;
};

export const FORK_CURSORS: CollectionSpec = {
  name: 'fork-cursors',
  form: documentForm<ForkCursor>({ blocks: checkpointsForm, againFrom: optional(integer), behindSinceMs: optional(number) }),
};

/** For how long an endpoint that shows nothing as new counts as lagging, and not as a chain that went back. A chain without confirmations cannot lag. */
const LAG_PATIENCE_MS = 600_000;

/** Looks at an end again; false: that could not be done now. What it throws counts as that too. */
export type LookAgain = (end: SeenEnd) => Promise<boolean>;

/**
 * Looks whether one chain still has the blocks by which ends were seen, and has those looked at again whose block it does not have. Asked at each new
 * head; each end's block is held against the chain once it lies behind the head, and again after each fork that lies before it.
 * @throws as `ChainReads` and the store
 */
export type WatchForks = (chainId: number) => Promise<void>;

export function createWatchForks(deps: {
  readonly records: RecordStore;
  readonly clock: Clock;
  readonly chains: Pick<Chains, 'has' | 'of'>;
  readonly seen: SeenBlocks;
  readonly handlers: ReadonlyMap<SeenKind, LookAgain>;
  readonly log: RepeatsLog;
}): WatchForks {
  const { clock, chains, seen, handlers, log } = deps;
  const repeats = createRepeats({ log, now: () => clock.now() });
  const cursors = deps.records.collection<ForkCursor>(FORK_CURSORS);

  return async (chainId) => {
    if (!chains.has(chainId) || !(await seen.hasSome(chainId))) return;
    const chain = chains.of(chainId);
    const id = String(chainId);
    const stored = await cursors.get(id);
    const known = stored?.blocks ?? [];
    const { head, common } = await chain.onOneEndpoint(async (reads) => {
      const latest = await reads.getBlock('latest');
      return { head: latest, common: await newestKept(known, (number) => reads.getBlock(number), latest.number) };
    });
    const newest = known.at(-1) ?? null;
    const isFork = common !== newest;
    const isBehind = isFork && (known.findLast(({ number }) => number <= head.number) ?? null) === common;
    if (isBehind && stored !== null && chain.confirmations > 0) {
      const behindSinceMs = Math.min(stored.behindSinceMs ?? clock.now(), clock.now());
      if (clock.now() - behindSinceMs < LAG_PATIENCE_MS) {
        const { _id, rev, ...cursor } = stored;
        if (cursor.behindSinceMs === undefined) await cursors.update(id, rev, { ...cursor, behindSinceMs });
        return;
      }
    }

    const from = Math.min(stored?.againFrom ?? Number.MAX_SAFE_INTEGER, common === null ? 0 : common.number + 1);
    const gone = await goneSince(chain, { from, head, isFork });
    const kept = known.filter(({ number }) => common !== null && number <= common.number);
    const cursor = { blocks: withCheckpoint(kept, { number: head.number, hash: head.hash }) };
    // Before anything is done about it: after a crash here the fork itself is found no more.
    const noted = gone.length === 0 ? cursor : { ...cursor, againFrom: from };
    const isMoved = newest?.hash !== head.hash || stored?.againFrom !== undefined || gone.length > 0;
    if (stored === null) await cursors.insert(id, noted);
    else if (isMoved && !(await cursors.update(id, stored.rev, noted))) return;
    let isDone = true;
    for (const end of gone) isDone = (await lookAgain(end)) && isDone;
    const now = isDone && gone.length > 0 ? await cursors.get(id) : null;
    if (now !== null) await cursors.update(id, now.rev, cursor);
  };

  /** Ends whose block the chain does not have; of blocks that are newer than its head only after a fork. */
  async function goneSince(chain: Chain, at: { from: number; head: { readonly number: number }; isFork: boolean }): Promise<SeenEnd[]> {
    const { from, head, isFork } = at;
    const ends = await seen.since(chain.chainId, from);
    if (ends.length === 0) return [];
    return chain.onOneEndpoint(async (reads) => {
      if ((await reads.getBlockNumber()) < head.number) throw chainMoved();
      const hashes = new Map<number, string | null>();
      const gone: SeenEnd[] = [];
      for (const { blockNumber, blockHash, kind, subject, chainId } of ends) {
        if (blockNumber > head.number && !isFork) continue;
        const hash = hashes.get(blockNumber) ?? (await reads.getBlock(blockNumber))?.hash ?? null;
        hashes.set(blockNumber, hash);
        if (blockHash === null || hash !== blockHash) gone.push({ kind, subject, chainId });
      }
      return gone;
    });
  }

  async function lookAgain(end: SeenEnd): Promise<boolean> {
    try {
      return (await handlers.get(end.kind)?.(end)) ?? true;
    } catch (error) {
      repeats.warn(`${end.chainId}/${end.kind}`, 'An end whose block is gone could not be looked at again; it is tried at the next head', {
        ...end,
        error,
      });
      return false;
    }
  }
}

function chainMoved(): RetryableError {
  return new RetryableError({ code: 'chain-moved', message: 'The chain changed while it was looked at.', retryAfterMs: 1_000 });
}
