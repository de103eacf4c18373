import type { ActorStore, StoreRef } from './actor-store.ts';
import type { ActorId } from './record.ts';
import { entryWakeTime } from './wake-time.ts';

export type LateActors = {
  readonly count: number;
  /** The count stopped at its bound. */
  readonly isMore: boolean;
  /** The one that waits longest, and the effect that it waits with; null for one whose tick is late. */
  readonly oldest: { readonly id: ActorId; readonly wakeAtMs: number; readonly effect: string | null } | null;
};

/**
 * What should have been looked at before `beforeMs` and was not, counted up to `most` of each type by the wake index alone. An actor that is
 * due at every tick always wakes at 0, whoever served it last, so it is not counted, and neither is what may wait in its outbox.
 */
export async function findLate(
  store: Pick<ActorStore, 'due' | 'loadRefs'>,
  { types, beforeMs, most }: { readonly types: readonly string[]; readonly beforeMs: number; readonly most: number },
): Promise<LateActors> {
  const pages = await Promise.all(types.map((type) => store.due({ types: [type], afterMs: 0, untilMs: beforeMs - 1, limit: most })));
  // Of one type they come in the order of time.
  const firsts = pages.flatMap(({ rows }): StoreRef[] => (rows[0] === undefined ? [] : [rows[0].ref]));
  const loaded = firsts.length === 0 ? [] : await store.loadRefs(firsts);
  const late = loaded.flatMap((found): NonNullable<LateActors['oldest']>[] => {
    // One that was served in between is late no more.
    if (found === null || found.record.wakeAtMs === null || found.record.wakeAtMs >= beforeMs) return [];
    const { id, wakeAtMs, outbox } = found.record;
    return [{ id, wakeAtMs, effect: outbox.find((entry) => entryWakeTime(entry) === wakeAtMs)?.name ?? null }];
  });
  return {
    count: pages.reduce((sum, { rows }) => sum + rows.length, 0),
    isMore: pages.some(({ cursor }) => cursor !== null),
    oldest: late.reduce<LateActors['oldest']>((oldest, one) => (oldest === null || one.wakeAtMs < oldest.wakeAtMs ? one : oldest), null),
  };
}
