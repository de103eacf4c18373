import { documentForm, number } from '../../values/document-form.ts';
import type { RecordCollection } from './record-store.ts';

/** A count that all nodes share. It is valid until it expires (UTC ms). */
export type StoredCount = { readonly count: number; readonly expiresAtMs: number };

export const storedCountForm = documentForm<StoredCount>({ count: number, expiresAtMs: number });

/**
 * Adds one to a stored count, unless the count has reached `most`. When several nodes try to increase the count to `most` at the same time,
 * only one of them succeeds.
 * @returns whether the count was increased
 */
export async function takeCount(
  counts: Pick<RecordCollection<StoredCount>, 'get' | 'insert' | 'update'>,
  id: string,
  { most, expiresAtMs }: { readonly most: number; readonly expiresAtMs: number },
): Promise<boolean> {
  for (;;) {
    const found = await counts.get(id);
    if ((found?.count ?? 0) >= most) return false;
    if (found === null) {
      if ((await counts.insert(id, { count: 1, expiresAtMs })).inserted) return true;
    } else if (await counts.update(id, found.rev, { count: found.count + 1, expiresAtMs })) return true;
  }
}
