import type { Collection } from 'mongodb';
import type { Clock } from '../../../values/clock.ts';
import type { CollectionSpec } from '../record-store.ts';
import type { MongoCall } from './mongo-call.ts';
import { pathOf, type RecordRow } from './record-row.ts';

export type RecordExpiryDeps = {
  readonly spec: CollectionSpec;
  readonly rows: Collection<RecordRow>;
  readonly call: MongoCall;
  readonly clock: Clock;
};

/** Maximum number of expired documents that are removed together with one write. */
const EXPIRY_LIMIT = 500;
/** Minimum time in ms between two removals of expired documents of a collection. */
const EXPIRY_EVERY_MS = 10_000;

/**
 * Removes some expired documents at regular intervals, by our own clock. MongoDB could remove them by time-to-live indexes. But these need
 * MongoDB's date type and use the server's clock.
 */
export function createRecordExpiry({ spec: { expiresAt }, rows, call, clock }: RecordExpiryDeps): () => Promise<void> {
  let removedAtMs = Number.NEGATIVE_INFINITY;
  return async () => {
    const nowMs = clock.now();
    if (expiresAt === undefined || Math.abs(nowMs - removedAtMs) < EXPIRY_EVERY_MS) return;
    removedAtMs = nowMs;
    const isExpired = { [pathOf(expiresAt)]: { $lt: nowMs } };
    const ids = await call(() => rows.find(isExpired).project<{ _id: string }>({ _id: 1 }).limit(EXPIRY_LIMIT).toArray());
    if (ids.length === 0) return;
    // The removal checks the expiry time of each document again, because a write may have extended it since the documents were found.
    await call(() => rows.deleteMany({ _id: { $in: ids.map(({ _id }) => _id) }, ...isExpired }));
    if (ids.length === EXPIRY_LIMIT) removedAtMs = Number.NEGATIVE_INFINITY;
  };
}
