import type { CollectionSpec, RecordStore } from '../../platform/store/record-store.ts';
import { type StoredCount, storedCountForm, takeCount } from '../../platform/store/stored-count.ts';
import type { Clock } from '../../values/clock.ts';
import { OverloadError } from '../../values/errors/overload-error.ts';

/**
 * The collection of counts of messages that users have requested, such as verification codes. The ids of the counts are authentication
 * codes, so they reveal no wallet or receiver.
 */
export const CHANNEL_COUNTS: CollectionSpec = {
  name: 'channel-counts',
  expiresAt: 'expiresAtMs',
  form: storedCountForm,
};

/** Maximum number of stored counts. When it is exceeded, the counts that expire first are removed. */
export const MOST_COUNTS = 200_000;

type CountLimit = { readonly most: number; readonly windowMs: number; readonly what: string; readonly isOfAll?: boolean };

/**
 * Limits the number of messages (such as verification codes) that users can request within fixed periods. The counts are stored, so they
 * include all nodes and survive restarts.
 */
export type Counts = {
  /**
   * Counts one message.
   * @param key an authentication code that identifies the count in the store
   * @param limit.isOfAll whether the limit applies to many wallets together. When too many counts are stored, counts of such limits are
   * removed last, so that nobody can reset one of them by causing many others
   * @throws OverloadError 429 `too-many-messages` when the limit is reached
   */
  readonly take: (key: string, limit: CountLimit) => Promise<void>;
};

export function createCounts({ records, clock }: { readonly records: RecordStore; readonly clock: Clock }): Counts {
  const counts = records.collection<StoredCount>(CHANNEL_COUNTS);
  return {
    async take(key, { most, windowMs, what, isOfAll = false }) {
      const nowMs = clock.now();
      const window = Math.floor(nowMs / windowMs);
      const id = `${key}/${windowMs}/${window}`;
      const endMs = (window + 1) * windowMs;
      const expiresAtMs = isOfAll ? endMs + windowMs : endMs;
      if (await takeCount(counts, id, { most, expiresAtMs })) return;
      const message = `${what} Try again after the time in the header Retry-After.`;
      throw new OverloadError({ code: 'too-many-messages', status: 429, message, retryAfterMs: Math.max(1_000, endMs - nowMs) });
    },
  };
}
