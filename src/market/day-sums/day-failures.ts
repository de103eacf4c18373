import type { CollectionSpec, RecordStore } from '../../platform/store/record-store.ts';
import type { Clock } from '../../values/clock.ts';
import { documentForm, integer, number, oneOf, text, time } from '../../values/document-form.ts';
import { DAY_MS, utcDayOf } from '../../values/utc-day.ts';
import type { DaySumKind } from './day-sums.ts';

/** An order of a DCA position or an agent that failed on chain. */
export type FailedOrder = {
  readonly kind: DaySumKind;
  /** Id of the actor (of the position or agent) whose order failed. */
  readonly subject: string;
  readonly reason: string;
};

/** Keeps the orders of the last days that failed on chain, each once. */
export type DayFailures = {
  /** Notes that an order failed at the current time. Noting the same key again has no effect. */
  note(key: string, failed: FailedOrder): Promise<void>;
  /** Removes a noted failure, because after a reorg the order has another result. */
  takeBack(key: string, kind: DaySumKind): Promise<void>;
  /** Returns how many orders of a kind failed today (UTC), together with at most `most` of the newest failures. */
  today(kind: DaySumKind, most: number): Promise<{ readonly count: number; readonly newest: readonly DayFailure[] }>;
};
export type DayFailure = FailedOrder & { readonly atMs: number };

type StoredFailure = DayFailure & { readonly day: number; readonly expiresAtMs: number };

export const DAY_FAILURES: CollectionSpec = {
  name: 'day-failures',
  indexes: [['day', 'kind', 'atMs']],
  expiresAt: 'expiresAtMs',
  form: documentForm<StoredFailure>({
    ...{ day: integer, kind: oneOf('position', 'agent'), subject: text, reason: text },
    ...{ atMs: time, expiresAtMs: number },
  }),
};

const KEPT_DAYS = 3;
const MOST_REASON = 300;

export function createDayFailures(deps: { readonly records: RecordStore; readonly clock: Clock }): DayFailures {
  const { clock } = deps;
  const rows = deps.records.collection<StoredFailure>(DAY_FAILURES);
  return {
    async note(key, { kind, subject, reason }) {
      const atMs = clock.now();
      const day = utcDayOf(atMs);
      const failure = { day, kind, subject, reason: reason.slice(0, MOST_REASON), atMs };
      await rows.insert(`${kind}/${key}`, { ...failure, expiresAtMs: (day + KEPT_DAYS) * DAY_MS });
    },
    async takeBack(key, kind) {
      await rows.remove(`${kind}/${key}`);
    },
    async today(kind, most) {
      const where = { day: utcDayOf(clock.now()), kind };
      const [count, { rows: found }] = await Promise.all([
        rows.count(where),
        rows.find({ where, sort: { field: 'atMs', order: 'descending' }, limit: most }),
      ]);
      return { count, newest: found.map(({ subject, reason, atMs }) => ({ kind, subject, reason, atMs })) };
    },
  };
}
