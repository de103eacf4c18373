import type { ActorStore, LoadedActor, StoreRef } from '../record/actor-store.ts';
import type { ActorId } from '../record/record.ts';
import { entryWakeTime } from '../record/wake-time.ts';

export type LateActors = {
  readonly count: number;
  /** The count stopped at its bound. */
  readonly isMore: boolean;
  /** The one that waits longest, and the effect that it waits with; null for one whose tick is late. */
  readonly oldest: LateActor | null;
};
type LateActor = { readonly id: ActorId; readonly wakeAtMs: number; readonly effect: string | null };

/** Actors that are due at every tick are few: one for each chain. */
const MOST_ALWAYS_DUE = 100;

/**
 * What should have been looked at before `beforeMs` and was not, counted up to `most` of each type by the wake index alone. An actor that is
 * due at every tick always wakes at 0, whoever served it last: it is late with what waits in its outbox, and is read for that.
 */
export async function findLate(
  store: Pick<ActorStore, 'due' | 'loadRefs'>,
  { types, beforeMs, most }: { readonly types: readonly string[]; readonly beforeMs: number; readonly most: number },
): Promise<LateActors> {
  if (types.length === 0) return { count: 0, isMore: false, oldest: null };
  const load = async (refs: readonly StoreRef[]) =>
    refs.length === 0 ? [] : (await store.loadRefs(refs)).filter((found) => found !== null);
  const pages = await Promise.all(types.map((type) => store.due({ types: [type], afterMs: 0, untilMs: beforeMs - 1, limit: most })));
  const always = await store.due({ types, afterMs: null, untilMs: 0, limit: MOST_ALWAYS_DUE });
  // Of one type they come in the order of time.
  const firsts = await load(pages.flatMap(({ rows }): StoreRef[] => (rows[0] === undefined ? [] : [rows[0].ref])));
  const lateWithEffects = (await load(always.rows.map(({ ref }) => ref))).flatMap((found) => lateEffectOf(found, beforeMs) ?? []);
  // One that was served in between is late no more.
  const late = [...firsts.filter(({ record }) => (record.wakeAtMs ?? beforeMs) < beforeMs).map(lateActor), ...lateWithEffects];
  return {
    count: pages.reduce((sum, { rows }) => sum + rows.length, 0) + lateWithEffects.length,
    isMore: pages.some(({ cursor }) => cursor !== null),
    oldest: late.reduce<LateActor | null>((oldest, one) => (oldest === null || one.wakeAtMs < oldest.wakeAtMs ? one : oldest), null),
  };
}

function lateActor({ record: { id, wakeAtMs, outbox } }: LoadedActor): LateActor {
  return { id, wakeAtMs: wakeAtMs ?? 0, effect: outbox.find((entry) => entryWakeTime(entry) === wakeAtMs)?.name ?? null };
}

function lateEffectOf({ record: { id, outbox } }: LoadedActor, beforeMs: number): LateActor | null {
  const [first] = outbox.toSorted((a, b) => entryWakeTime(a) - entryWakeTime(b));
  if (first === undefined || entryWakeTime(first) >= beforeMs) return null;
  return { id, wakeAtMs: entryWakeTime(first), effect: first.name };
}
