import type { Log } from '../platform/log/log.ts';
import { createRepeats } from '../platform/log/repeats.ts';
import { type CollectionSpec, type RecordCollection, type RecordStore, withoutForm } from '../platform/store/record-store.ts';
import type { Timers } from '../runtime/engine/timers.ts';
import type { ForgetActors, MayGo } from '../runtime/operator/forget-actors.ts';
import type { Clock } from '../values/clock.ts';

/** Records of one type that anybody can make. */
export type StrangersActors = {
  readonly type: string;
  readonly statuses: readonly string[];
  /** Whether those statuses are of hardly any others: then the oldest of them are at the beginning. */
  readonly isListExact: boolean;
  /** Whether nothing on chain stands behind it, as far as it knows itself: what it writes counts as strangers'. */
  readonly isUnproved: (record: Parameters<MayGo>[0]['record']) => boolean;
  /** How long one is kept that nothing stands behind, ms. */
  readonly keptMs: number;
  /** From when on that counts. */
  readonly sinceMs: (record: Parameters<MayGo>[0]['record']) => number;
  /** How many there are of those that nothing stands behind; the oldest beyond `most` go before their time. */
  readonly count: () => Promise<number>;
  readonly most: number;
  /** Whether nothing on chain stands behind it; whatever else is kept of it may be removed then. */
  readonly letGo: (actor: Parameters<MayGo>[0]) => Promise<boolean>;
};

/** A collection that anybody can write into; its rows have `expiresAtMs`, and those that expire first go first. */
export type StrangersRows = { readonly name: string; readonly rows: RecordCollection<{ expiresAtMs?: number }>; readonly most: number };

export function rowsOf(records: RecordStore, spec: CollectionSpec, most: number): StrangersRows {
  // What cannot be read in its whole goes in its turn as well.
  const rows = records.collection<{ expiresAtMs?: number }>(withoutForm(spec));
  return { name: spec.name, rows, most };
}

/** Between two rounds, and how much one looks at of each kind: a page at a time, so that nobody waits for it. */
const EVERY_MS = 60_000;
const MOST_LOOKED = 2_000;
const PAGE = 50;

/**
 * Once a minute: forgets what strangers left and nothing stands behind, when its time is over or when there is too much of it. Goes through the
 * actors of a type a stretch at each round, from the oldest on, and begins anew at the end. Every node does; what one has forgotten the others do not find.
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
  let stopped = false;
  let cancel = () => {};
  let running: Promise<void> = Promise.resolve();

  async function sweepActors(kind: StrangersActors): Promise<number> {
    let excess = Math.max(0, (await kind.count()) - kind.most);
    // Those beyond the bound are the oldest: looked for from the beginning.
    let cursor = excess > 0 && kind.isListExact ? undefined : cursors.get(kind.type);
    let gone = 0;
    for (let looked = 0; looked < MOST_LOOKED && !stopped; looked += PAGE) {
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
    if (cursor === undefined) cursors.delete(kind.type);
    else cursors.set(kind.type, cursor);
    return gone;
  }

  /** One that cannot be judged stays, and holds up none that come after it. */
  async function letGo({ type, letGo: ask }: StrangersActors, actor: Parameters<MayGo>[0]): Promise<boolean> {
    try {
      return await ask(actor);
    } catch (error) {
      repeats.warn(`record/${type}`, 'A record could not be judged; it is kept', { type, id: actor.record.id, error });
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
      repeats.over(`kind/${kind}`, 'What strangers left is gone through again', { kind });
      if (gone > 0) log.info('Forgot what nothing stands behind', { kind, gone });
    } catch (error) {
      repeats.warn(`kind/${kind}`, 'What strangers left could not be gone through; it is tried again in a minute', { kind, error });
    }
  }

  async function round(): Promise<void> {
    for (const kind of deps.actors) await attempt(kind.type, () => sweepActors(kind));
    for (const kind of deps.rows) await attempt(kind.name, () => trimRows(kind));
  }

  function later(): void {
    if (stopped) return;
    cancel = timers.after(EVERY_MS, () => {
      running = round().finally(later);
    });
  }

  later();
  return {
    round,
    async stop() {
      stopped = true;
      cancel();
      await running;
    },
  };
}
