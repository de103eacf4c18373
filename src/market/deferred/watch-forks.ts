import type { Chain, Chains } from '../../platform/chain/chain.ts';
import { createRepeats, type RepeatsLog } from '../../platform/log/repeats.ts';
import type { CollectionSpec, RecordStore } from '../../platform/store/record-store.ts';
import type { Clock } from '../../values/clock.ts';
import { documentForm, flag, integer, number, optional } from '../../values/document-form.ts';
import { RetryableError } from '../../values/errors/retryable-error.ts';
import { type Checkpoints, checkpointsForm, newestKept, withCheckpoint } from './checkpoints.ts';
import { KEPT_MS, type SeenBlocks, type SeenEnd, type SeenKind } from './seen-blocks.ts';

/** Known blocks of one chain, by which a fork of any depth is found. One document per chain. */
type ForkCursor = {
  readonly blocks: Checkpoints;
  /** First block with outcomes that could not be checked again yet. */
  readonly againFrom?: number;
  /** Since when (UTC ms) every asked endpoint has shown only older blocks than these. */
  readonly behindSinceMs?: number;
  /** Whether outcomes that older versions recorded without their blocks were noted. */
  readonly areOldNoted?: boolean;
};

export const FORK_CURSORS: CollectionSpec = {
  name: 'fork-cursors',
  form: documentForm<ForkCursor>({
    blocks: checkpointsForm,
    againFrom: optional(integer),
    behindSinceMs: optional(number),
    areOldNoted: optional(flag),
  }),
};

/** How long an endpoint without such new blocks counts as lagging, and not as a reorg, ms. A chain without confirmations cannot lag. */
const LAG_PATIENCE_MS = 600_000;

/** The longest time from the creation of a record to its end, ms. */
const LONGEST_TRADE_MS = 2 * 86_400_000;
/** The maximum number of outcomes of older versions of one kind and chain. */
const MOST_OLD = 10_000;

/** Checks an outcome again; false: not possible now. An exception counts as false. */
export type LookAgain = (end: SeenEnd) => Promise<boolean>;

/**
 * Lists subjects of outcomes on a chain that may have been recorded without their blocks, at least those of records made since `sinceMs` (UTC
 * ms), and at most `most`.
 */
export type ListOldEnds = (chainId: number, sinceMs: number, most: number) => Promise<readonly string[]>;

/**
 * Checks whether a chain still has the blocks that showed outcomes, and has outcomes of missing blocks checked again. Called at each new
 * head. Each outcome's block is compared with the chain once the head has passed it, and again after each fork before it.
 * @throws as `ChainReads` and the store
 */
export type WatchForks = (chainId: number) => Promise<void>;

export function createWatchForks(deps: {
  readonly records: RecordStore;
  readonly clock: Clock;
  readonly chains: Pick<Chains, 'has' | 'of'>;
  readonly seen: SeenBlocks;
  readonly handlers: ReadonlyMap<SeenKind, LookAgain>;
  readonly oldEnds: ReadonlyMap<SeenKind, ListOldEnds>;
  readonly log: RepeatsLog;
}): WatchForks {
  const { clock, chains, seen, handlers, oldEnds, log } = deps;
  const repeats = createRepeats({ log, now: () => clock.now() });
  const cursors = deps.records.collection<ForkCursor>(FORK_CURSORS);

  return async (chainId) => {
    if (!chains.has(chainId)) return;
    const chain = chains.of(chainId);
    const id = String(chainId);
    if ((await cursors.get(id))?.areOldNoted !== true) await noteOldEnds(chain);
    if (!(await seen.hasSome(chainId))) return;
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
    const cursor = { blocks: withCheckpoint(kept, { number: head.number, hash: head.hash }), areOldNoted: true };
    // Stored before anything else: after a crash the fork itself could not be found again.
    const noted = gone.length === 0 ? cursor : { ...cursor, againFrom: from };
    const isMoved = newest?.hash !== head.hash || stored?.againFrom !== undefined || gone.length > 0;
    if (stored === null) await cursors.insert(id, noted);
    else if (isMoved && !(await cursors.update(id, stored.rev, noted))) return;
    let isDone = true;
    for (const end of gone) isDone = (await lookAgain(end)) && isDone;
    const now = isDone && gone.length > 0 ? await cursors.get(id) : null;
    if (now !== null) await cursors.update(id, now.rev, cursor);
  };

  /** Notes them at the newest block that was compared, or the head: they were seen in it or before it. */
  async function noteOldEnds(chain: Chain): Promise<void> {
    const { chainId, confirmations } = chain;
    const id = String(chainId);
    const sinceMs = confirmations > 0 ? clock.now() - KEPT_MS - LONGEST_TRADE_MS : 0;
    const lists = await Promise.all([...oldEnds].map(async ([kind, list]) => [kind, await list(chainId, sinceMs, MOST_OLD)] as const));
    const stored = await cursors.get(id);
    if (lists.some(([, subjects]) => subjects.length > 0)) {
      const { number, hash } = stored?.blocks.at(-1) ?? (await chain.onOneEndpoint((reads) => reads.getBlock('latest')));
      for (const [kind, subjects] of lists)
        for (const subject of subjects) await seen.noteOld({ kind, subject, chainId }, { number, hash });
    }
    if (stored === null) await cursors.insert(id, { blocks: [], areOldNoted: true });
    else {
      const { _id, rev, ...cursor } = stored;
      await cursors.update(id, rev, { ...cursor, areOldNoted: true });
    }
  }

  /** Returns outcomes whose block the chain no longer has. Blocks newer than the head count only after a fork. */
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
      repeats.warn(`${end.chainId}/${end.kind}`, 'Checking an outcome again after a reorg failed; it is retried at the next head', {
        ...end,
        error,
      });
      return false;
    }
  }
}

function chainMoved(): RetryableError {
  return new RetryableError({ code: 'chain-moved', message: 'The chain changed while it was read. Try again.', retryAfterMs: 1_000 });
}
