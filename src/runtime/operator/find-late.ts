import type { ActorStore, LoadedActor, StoreRef } from '../record/actor-store.ts';
import type { ActorId } from '../record/record.ts';
import { entryWakeTime } from '../record/wake-time.ts';

export type LateActors = {
  readonly count: number;
  /** True when the count stopped at its limit, so that there may be more. */
  readonly isMore: boolean;
  /** The actor that has waited longest. Its `effect` is the name of the waiting effect, or null when the actor's tick is late. */
  readonly oldest: LateActor | null;
};
type LateActor = { readonly id: ActorId; readonly wakeAtMs: number; readonly effect: string | null };

/** Maximum number of actors that are due at every tick. Usually each chain has only about one such actor. */
const MOST_ALWAYS_DUE = 100;

/**
 * Finds actors that should have been processed before `beforeMs`. They are counted in the wake index alone, up to `most` per type. An actor
 * that is due at every tick always has wake time 0, so the index does not show whether it is late. Such an actor is late only if an effect
 * in its outbox is, so its record is read.
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
  // The rows of each actor type are sorted by wake time. So the first row of a type is its actor that has waited longest.
  const firsts = await load(pages.flatMap(({ rows }): StoreRef[] => (rows[0] === undefined ? [] : [rows[0].ref])));
  const lateWithEffects = (await load(always.rows.map(({ ref }) => ref))).flatMap((found) => lateEffectOf(found, beforeMs) ?? []);
  // An actor that has been processed since the query is no longer late.
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
