import type { Chain, Chains } from '../../platform/chain/chain.ts';
import { createRepeats, type RepeatsLog } from '../../platform/log/repeats.ts';
import type { CollectionSpec, RecordStore } from '../../platform/store/record-store.ts';
import type { Clock } from '../../values/clock.ts';
import { documentForm, flag, integer, number, optional } from '../../values/document-form.ts';
import { RetryableError } from '../../values/errors/retryable-error.ts';
import type { Hash } from '../../values/hash.ts';
import { type Checkpoints, checkpointsForm, newestKept, withCheckpoint } from './checkpoints.ts';
import { KEPT_MS, type SeenBlocks, type SeenEnd, type SeenKind, type SeenOutcome } from './seen-blocks.ts';

/** Known blocks of one chain, by which a fork is detected however long ago it began. There is one document per chain. */
type ForkCursor = {
  readonly blocks: Checkpoints;
  /** The first block whose outcomes (such as results of trades) must still be checked again, because an earlier check was not possible. */
  readonly againFrom?: number;
  /** Time (UTC ms) since which every queried RPC endpoint has shown only blocks that are older than the stored ones. */
  readonly behindSinceMs?: number;
  /** True when each outcome that older versions stored without a block has been recorded with a block. */
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

/**
 * How long, in ms, an RPC endpoint that shows only blocks older than the stored ones is considered to be lagging. After that, a reorg is
 * assumed. A chain without a confirmation depth (the devnet) has a single endpoint, which cannot lag.
 */
const LAG_PATIENCE_MS = 600_000;

/**
 * Maximum time in ms between the creation of a trade's record and its outcome. Outcomes that older versions stored are searched only among
 * records that are not older.
 */
const LONGEST_TRADE_MS = 2 * 86_400_000;
/** The maximum number of outcomes from older versions that are recorded, per kind of outcome and chain. */
const MOST_OLD = 10_000;

/**
 * Checks an outcome (such as the result of a trade) again; returns false when that is not possible now. An exception has the same meaning
 * as false.
 */
export type LookAgain = (end: SeenEnd) => Promise<boolean>;

/**
 * Lists the ids of outcomes on a chain that older versions may have stored without their blocks. Returns at least those of records created
 * at or after `sinceMs` (UTC ms), and at most `most`.
 */
export type ListOldEnds = (chainId: number, sinceMs: number, most: number) => Promise<readonly string[]>;

/**
 * Checks whether the blocks from which outcomes (such as results of trades) were read are still part of the chain, and requests new checks
 * of the outcomes whose blocks are missing. The function is called at each new block. The block of an outcome is compared with the chain
 * once the chain has become longer than that block, for some time after the outcome was recorded (`SeenBlocks`), and again after each fork
 * that began before it.
 * @throws the errors of `ChainReads` and of the store
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
    const { gone, there } = await compareSince(chain, { from, head, isFork });
    const kept = known.filter(({ number }) => common !== null && number <= common.number);
    const cursor = { blocks: withCheckpoint(kept, { number: head.number, hash: head.hash }), areOldNoted: true };
    // The first changed block is stored before any outcome is checked. Otherwise, after a crash during the checks, the fork could no longer
    // be detected.
    const noted = gone.length === 0 ? cursor : { ...cursor, againFrom: from };
    const isMoved = newest?.hash !== head.hash || stored?.againFrom !== undefined || gone.length > 0;
    if (stored === null) await cursors.insert(id, noted);
    else if (isMoved && !(await cursors.update(id, stored.rev, noted))) return;
    for (const outcome of there) await seen.compared(outcome);
    let isDone = true;
    for (const outcome of gone) {
      const isChecked = await lookAgain(outcome);
      if (isChecked) await seen.compared(outcome);
      else isDone = false;
    }
    const now = isDone && gone.length > 0 ? await cursors.get(id) : null;
    if (now !== null) await cursors.update(id, now.rev, cursor);
  };

  /**
   * Records the outcomes that older versions stored without a block. They get the newest block that was compared (or the chain's newest
   * block), because they were read at that block or an earlier one.
   */
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

  /**
   * Compares the blocks of outcomes with the chain. `gone`: outcomes whose block is no longer part of the chain; `there`: the others. Blocks
   * newer than the chain's newest block are included only after a fork.
   */
  async function compareSince(
    chain: Chain,
    at: { from: number; head: { readonly number: number; readonly hash: Hash }; isFork: boolean },
  ): Promise<{ gone: SeenOutcome[]; there: SeenOutcome[] }> {
    const { from, head, isFork } = at;
    const found = (await seen.toCompare(chain.chainId, from)).filter(({ blockNumber }) => isFork || blockNumber <= head.number);
    if (found.length === 0) return { gone: [], there: [] };
    return chain.onOneEndpoint(async (reads) => {
      // Another endpoint may have answered before. The outcomes must be compared with the same fork that is then stored as known.
      if ((await reads.getBlock(head.number))?.hash !== head.hash) throw chainMoved();
      const hashes = new Map<number, string | null>();
      const gone: SeenOutcome[] = [];
      const there: SeenOutcome[] = [];
      for (const outcome of found) {
        const { blockNumber, blockHash } = outcome;
        const hash = hashes.get(blockNumber) ?? (await reads.getBlock(blockNumber))?.hash ?? null;
        hashes.set(blockNumber, hash);
        const isThere = blockHash !== null && hash === blockHash;
        (isThere ? there : gone).push(outcome);
      }
      return { gone, there };
    });
  }

  async function lookAgain({ kind, subject, chainId }: SeenEnd): Promise<boolean> {
    const end = { kind, subject, chainId };
    try {
      return (await handlers.get(end.kind)?.(end)) ?? true;
    } catch (error) {
      repeats.warn(
        `${end.chainId}/${end.kind}`,
        'Checking the outcome of a transaction again after a reorg failed; retried at the next block',
        {
          ...end,
          error,
        },
      );
      return false;
    }
  }
}

function chainMoved(): RetryableError {
  return new RetryableError({ code: 'chain-moved', message: 'The chain changed while it was read. Try again.', retryAfterMs: 1_000 });
}
