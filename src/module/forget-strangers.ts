import type { Log } from '../platform/log/log.ts';
import { createRepeats } from '../platform/log/repeats.ts';
import { repeatWork } from '../platform/loop/repeat-work.ts';
import { type CollectionSpec, type RecordCollection, type RecordStore, withoutForm } from '../platform/store/record-store.ts';
import type { Timers } from '../runtime/engine/timers.ts';
import type { ForgetActors, MayGo } from '../runtime/operator/forget-actors.ts';
import type { Clock } from '../values/clock.ts';

/** A kind of actor records that any client can create without authentication. Such records are removed after some time. */
export type StrangersActors = {
  readonly type: string;
  readonly statuses: readonly string[];
  /**
   * True when nearly all actors of this type with these `statuses` are unproved (see `isUnproved`). The oldest of them can then be removed
   * without searching the list for unproved ones.
   */
  readonly isListExact: boolean;
  /** Whether the record contains no on-chain proof. Such a record counts as written by an unauthenticated client. */
  readonly isUnproved: (record: Parameters<MayGo>[0]['record']) => boolean;
  /** How long a record without on-chain proof is kept, in ms. */
  readonly keptMs: number;
  /** When the record's retention time started, UTC ms. */
  readonly sinceMs: (record: Parameters<MayGo>[0]['record']) => number;
  /**
   * Returns the current number of records without on-chain proof. When there are more than `most`, the oldest ones are removed before their
   * retention time ends.
   */
  readonly count: () => Promise<number>;
  readonly most: number;
  /**
   * Returns whether a record may be removed because nothing on chain proves it. The function may also remove data that belongs to the
   * record.
   */
  readonly letGo: (actor: Parameters<MayGo>[0]) => Promise<boolean>;
};

/**
 * A collection to which anybody can add documents. Each document has an expiry time, `expiresAtMs`. When there are too many documents,
 * those that expire first are removed first.
 */
export type StrangersRows = { readonly name: string; readonly rows: RecordCollection<{ expiresAtMs?: number }>; readonly most: number };

export function rowsOf(records: RecordStore, spec: CollectionSpec, most: number): StrangersRows {
  // Expired documents must be removed even if they violate the schema, so the schema is not checked.
  const rows = records.collection<{ expiresAtMs?: number }>(withoutForm(spec));
  return { name: spec.name, rows, most };
}

/** Time between two clean-up rounds of the records of unauthenticated clients, in ms. */
const EVERY_MS = 60_000;
const MOST_LOOKED = 2_000;
const PAGE = 50;

/**
 * Removes records that unauthenticated clients have created and that nothing on chain proves: once a minute, when they expire or when there
 * are too many. Each round checks the next page of the records, from the oldest to the newest, and then starts again. Every node runs these
 * clean-ups. If another node has already removed a record, nothing happens.
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
    // When there are too many records, the oldest must be removed first, so the search starts again at the beginning of the list.
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

  /**
   * Removes one record if its check permits it. When the check throws an error, the record is kept, and the clean-up continues with the
   * next record.
   */
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

/** The key contains the statuses, because one actor type can have several kinds of such records, which differ in their statuses. */
function keyOf({ type, statuses }: StrangersActors): string {
  return `${type}/${statuses.join()}`;
}
