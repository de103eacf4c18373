import type { Log } from '../platform/log/log.ts';
import { createRepeats } from '../platform/log/repeats.ts';
import { repeatWork } from '../platform/loop/repeat-work.ts';
import { type CollectionSpec, type RecordCollection, type RecordStore, withoutForm } from '../platform/store/record-store.ts';
import type { Timers } from '../runtime/engine/timers.ts';
import type { ForgetActors, MayGo } from '../runtime/operator/forget-actors.ts';
import type { Clock } from '../values/clock.ts';

/** A kind of actor records that any client can create without authentication. */
export type StrangersActors = {
  readonly type: string;
  readonly statuses: readonly string[];
  /**
   * True when nearly all records with these statuses lack on-chain proof. In that case, the oldest records of the list are the ones to
   * remove.
   */
  readonly isListExact: boolean;
  /** Whether the record contains no on-chain proof. Such a record counts as written by an unauthenticated client. */
  readonly isUnproved: (record: Parameters<MayGo>[0]['record']) => boolean;
  /** Retention time of an unproved record, in ms. */
  readonly keptMs: number;
  /** When the record's retention time started, UTC ms. */
  readonly sinceMs: (record: Parameters<MayGo>[0]['record']) => number;
  /**
   * Returns the current number of unproved records. When there are more than `most`, the oldest ones are removed before their retention
   * time ends.
   */
  readonly count: () => Promise<number>;
  readonly most: number;
  /** Checks whether a record has no on-chain proof and may be removed. May also remove data that belongs to the record. */
  readonly letGo: (actor: Parameters<MayGo>[0]) => Promise<boolean>;
};

/**
 * A collection that anybody can write to. Its documents have an `expiresAtMs`; when there are too many, those that expire first are removed
 * first.
 */
export type StrangersRows = { readonly name: string; readonly rows: RecordCollection<{ expiresAtMs?: number }>; readonly most: number };

export function rowsOf(records: RecordStore, spec: CollectionSpec, most: number): StrangersRows {
  // Documents that do not match the schema also expire, and are then removed like any others.
  const rows = records.collection<{ expiresAtMs?: number }>(withoutForm(spec));
  return { name: spec.name, rows, most };
}

/**
 * Time between two clean-up rounds in ms, and maximum number of records of one kind that a round checks. The number is limited so that a
 * round stays short.
 */
const EVERY_MS = 60_000;
const MOST_LOOKED = 2_000;
const PAGE = 50;

/**
 * Removes unproved records of unauthenticated clients once a minute, when they expire or when there are too many. Each round scans the next
 * page of a type's records, starting with the oldest, and restarts after the last page. Every node runs this; a record that one node has
 * removed no longer exists for the others.
 */
export function forgetStrangers(deps: {
  readonly actors: readonly StrangersActors[];
  readonly rows: readonly StrangersRows[];
  readonly forget: ForgetActors;
  readonly onForgotten: (kind: string, count: number) => void;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly log: Log;
}): { readonly round: () => Promise<void>; readonly stop: () => Promise<void> } {
  const { clock, timers, log, forget } = deps;
  const repeats = createRepeats({ log, now: () => clock.now() });
  const cursors = new Map<string, string>();

  async function sweepActors(kind: StrangersActors): Promise<number> {
    let excess = Math.max(0, (await kind.count()) - kind.most);
    // The records in excess of the limit are the oldest ones, so the scan restarts at the beginning of the list.
    let cursor = excess > 0 && kind.isListExact ? undefined : cursors.get(keyOf(kind));
    let gone = 0;
    for (let looked = 0; looked < MOST_LOOKED && !rounds.isStopped(); looked += PAGE) {
      const mayGo: MayGo = async (actor) => {
        const isOld = clock.now() - kind.sinceMs(actor.record) >= kind.keptMs;
        if ((!isOld && excess <= 0) || !(await letGo(kind, actor))) return false;
        excess -= 1;
        return true;
      };
      const report = await forget({ type: kind.type, statuses: kind.statuses, limit: PAGE, cursor }, mayGo);
      gone += report.forgotten.length;
      cursor = report.cursor ?? undefined;
      if (cursor === undefined) break;
    }
    if (cursor === undefined) cursors.delete(keyOf(kind));
    else cursors.set(keyOf(kind), cursor);
    return gone;
  }

  /** Removes one record if that is permitted. A record whose check fails is kept and does not stop the scan. */
  async function letGo({ type, letGo: ask }: StrangersActors, actor: Parameters<MayGo>[0]): Promise<boolean> {
    try {
      return await ask(actor);
    } catch (error) {
      repeats.warn(`record/${type}`, 'Checking an expired record failed; it was kept', { type, id: actor.record.id, error });
      return false;
    }
  }

  async function trimRows({ rows, most }: StrangersRows): Promise<number> {
    const excess = Math.min(MOST_LOOKED, (await rows.count({})) - most);
    if (excess <= 0) return 0;
    const { rows: first } = await rows.find({ where: {}, sort: { field: 'expiresAtMs', order: 'ascending' }, limit: excess });
    let gone = 0;
    for (const { _id } of first) if (await rows.remove(_id)) gone += 1;
    return gone;
  }

  async function attempt(kind: string, sweep: () => Promise<number>): Promise<void> {
    try {
      const gone = await sweep();
      deps.onForgotten(kind, gone);
      repeats.over(`kind/${kind}`, 'Cleaning up unverified records works again', { kind });
      if (gone > 0) log.info('Unverified records removed', { kind, gone });
    } catch (error) {
      repeats.warn(`kind/${kind}`, 'Cleaning up unverified records failed; the next attempt is in a minute', { kind, error });
    }
  }

  async function round(): Promise<void> {
    for (const kind of deps.actors) await attempt(kind.type, () => sweepActors(kind));
    for (const kind of deps.rows) await attempt(kind.name, () => trimRows(kind));
  }

  const rounds = repeatWork(timers, EVERY_MS, round);
  return { round, stop: rounds.stop };
}

/** The key contains the statuses, because one actor type can have several kinds of records, which are distinguished by their statuses. */
function keyOf({ type, statuses }: StrangersActors): string {
  return `${type}/${statuses.join()}`;
}
