import type { DeferredRow } from '../../market/deferred/deferred-work.ts';
import type { FollowerSpec } from '../../module/follower.ts';
import type { RecordCollection, RecordStore, Stored } from '../../platform/store/record-store.ts';
import type { Clock } from '../../values/clock.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { OperatorActs } from '../operations/operator-acts.ts';

/** A vault event whose processing was deferred, as operators see it. */
export type DeferredItem = {
  /** Id of the deferred event: the name of the vault follower (the reader of a vault's events), a slash, and the id of the stored event. */
  readonly id: string;
  readonly chainId: number;
  readonly vault: string;
  /**
   * Kind of the postponed work: the kind of a vault event, or a step that follows from other events, such as `link-taken-back`,
   * `order-outcome`, `owner-moved`.
   */
  readonly kind: string;
  /** What the event concerns: `<wallet>/<position>` for a DCA position, `agent <number>`, or a wallet. */
  readonly subject: string;
  readonly attempts: number;
  readonly lastError: string;
  /** Time of the first attempt to process the event (UTC ms); null when an older version of this program deferred the event. */
  readonly firstAtMs: number | null;
  readonly nextAttemptAtMs: number;
};

export type DeferredTotal = { readonly follower: string; readonly count: number; readonly oldestAtMs: number | null };

/**
 * The deferred events of all vault followers (the readers of a vault's events) on all chains. Every action of an operator on them is
 * recorded.
 */
export type DeferredList = {
  /** The names of all vault followers (the readers of vaults' events). */
  readonly followers: readonly string[];
  readonly totals: () => Promise<readonly DeferredTotal[]>;
  /** Returns the oldest deferred events of each vault follower (reader of a vault's events), at most `most` for each. */
  readonly oldest: (most: number) => Promise<readonly DeferredItem[]>;
  /** Returns the id of the actor that reads the vault's events and will process a deferred event. */
  readonly readerOf: (item: Pick<DeferredItem, 'id' | 'chainId'>) => string;
  /** Makes a deferred event due, so that the next run processes it again. @throws TerminalError `deferred-not-found` (404) */
  readonly retry: (id: string, by: string) => Promise<DeferredItem>;
  /** Deletes a deferred event, which is then never processed. @throws the errors of `retry` */
  readonly drop: (id: string, reason: string, by: string) => Promise<DeferredItem>;
};

export function createDeferredList(deps: {
  readonly followers: readonly FollowerSpec[];
  readonly records: RecordStore;
  readonly acts: OperatorActs;
  readonly clock: Clock;
}): DeferredList {
  const { records, acts, clock } = deps;
  const followers = deps.followers.map(({ name, deferred, actorType }) => ({
    ...{ name, actorType },
    rows: records.collection<DeferredRow>(deferred),
  }));
  const oldestFirst = { where: {}, sort: { field: 'firstAtMs', order: 'ascending' } } as const;

  const followerOf = (id: string) => followers.find(({ name }) => id.startsWith(`${name}/`));

  async function find(
    id: string,
  ): Promise<{ readonly rows: RecordCollection<DeferredRow>; readonly row: Stored<DeferredRow>; readonly item: DeferredItem }> {
    const follower = followerOf(id);
    const row = follower === undefined ? null : await follower.rows.get(id.slice(follower.name.length + 1));
    if (follower !== undefined && row !== null) return { rows: follower.rows, row, item: itemOf(follower.name, row) };
    const message = 'No deferred event has this id, or it was processed meanwhile. "deferred list" shows all deferred events.';
    throw new TerminalError({ code: 'deferred-not-found', status: 404, message });
  }

  return {
    followers: followers.map(({ name }) => name),

    totals: () =>
      Promise.all(
        followers.map(async ({ name: follower, rows }) => {
          const [count, oldest] = await Promise.all([rows.count({}), rows.find({ ...oldestFirst, limit: 1 })]);
          const [row] = oldest.rows;
          return { follower, count, oldestAtMs: row === undefined ? null : (row.firstAtMs ?? row.nextAttemptAtMs) };
        }),
      ),

    async oldest(most) {
      const found = await Promise.all(
        followers.map(async ({ name, rows }) => {
          const page = await rows.find({ ...oldestFirst, limit: most });
          return page.rows.map((row) => itemOf(name, row));
        }),
      );
      return found.flat();
    },

    readerOf: ({ id, chainId }) => `${followerOf(id)?.actorType}/${chainId}`,

    async retry(id, by) {
      const { rows, row, item } = await find(id);
      const atMs = clock.now();
      await acts.put(`retry-deferred/${id}/${atMs}`, {
        act: 'retry-deferred',
        subject: id,
        by,
        reason: null,
        atMs,
        details: detailsOf(item),
      });
      await rows.update(row._id, row.rev, { ...row, nextAttemptAtMs: atMs });
      return { ...item, nextAttemptAtMs: atMs };
    },

    async drop(id, reason, by) {
      const { rows, row, item } = await find(id);
      const atMs = clock.now();
      // The operator's action is recorded before the event is deleted. If the process died between the two writes, there would be a record
      // without a deletion, but never a deletion without a record.
      await acts.put(`drop-deferred/${id}/${atMs}`, { act: 'drop-deferred', subject: id, by, reason, atMs, details: detailsOf(item) });
      await rows.remove(row._id);
      return item;
    },
  };
}

function itemOf(follower: string, row: Stored<DeferredRow>): DeferredItem {
  const { chainId, vault, kind, attempts, lastError, nextAttemptAtMs } = row;
  return {
    ...{ id: `${follower}/${row._id}`, chainId, vault, kind, subject: subjectOf(row), attempts, lastError },
    ...{ firstAtMs: row.firstAtMs ?? null, nextAttemptAtMs },
  };
}

function subjectOf({ wallet, positionId, agentId }: DeferredRow): string {
  if (agentId !== undefined) return `agent ${agentId}`;
  return positionId === undefined ? String(wallet) : `${wallet}/${positionId}`;
}

function detailsOf({ kind, chainId, subject, attempts, lastError }: DeferredItem) {
  return { kind, chainId, of: subject, attempts, lastError };
}
