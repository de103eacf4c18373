import * as v from 'valibot';
import type { ActorStore } from '../../../src/runtime/record/actor-store.ts';

type Items = readonly { readonly itemKey: string }[];
const items = v.array(v.object({ itemKey: v.string() }));
const batchState = v.object({ key: v.string(), gathering: items, sealed: v.nullable(v.object({ items })) });
const handedOver = v.object({ laneKey: v.string(), batch: v.object({ items }) });

/**
 * Looks for an order that belongs to two batch actors at the same time, including handovers in progress. Returns its description; null when
 * there is none.
 */
export async function inTwoPlaces(store: ActorStore): Promise<string | null> {
  const places = new Map<string, Set<string>>();
  const note = (items: Items, place: string) => {
    for (const { itemKey } of items) places.set(itemKey, (places.get(itemKey) ?? new Set()).add(place));
  };
  for (const { state, outbox } of await batchesIn(store)) {
    note(state.gathering, state.key);
    note(state.sealed?.items ?? [], state.key);
    for (const { name, params } of outbox) {
      if (name !== 'handOver') continue;
      // A handover may still be in the outbox although the lane (a batch actor of its own) has already accepted the batch. So the batch in
      // the outbox counts as being in that lane.
      const { laneKey, batch } = v.parse(handedOver, params);
      note(batch.items, laneKey);
    }
  }
  for (const [itemKey, found] of places) if (found.size > 1) return `${itemKey} is in ${[...found].join(' and ')}`;
  return null;
}

/** Counts the lanes (parallel batch actors) that have taken over batches. */
export async function lanesUsed(store: ActorStore): Promise<number> {
  return (await batchesIn(store)).filter(({ state }) => /\/[0-9]+$/.test(state.key)).length;
}

async function batchesIn(store: ActorStore) {
  const { actors } = await store.list({ order: 'oldest', limit: 10_000 });
  return actors.flatMap(({ record: { type, snapshot, outbox } }) =>
    type === 'dca-batch' || type === 'trade-batch' ? [{ state: v.parse(batchState, snapshot.context), outbox }] : [],
  );
}
