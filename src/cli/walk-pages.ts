import type { RecordCollection, Stored } from '../platform/store/record-store.ts';
import type { ActorStore, ListFilter, LoadedActor } from '../runtime/record/actor-store.ts';
import type { JsonObject } from '../values/json.ts';
import { pagesOf } from '../values/pages-of.ts';

const ACTORS = 100;
const DOCUMENTS = 200;

/** Yields pages of every actor that matches a filter, oldest first. */
export async function* actorPages(store: Pick<ActorStore, 'list'>, filter: ListFilter = {}): AsyncGenerator<readonly LoadedActor[]> {
  const query = { ...filter, order: 'oldest', limit: ACTORS } as const;
  for await (const { actors } of pagesOf((after) => store.list({ ...query, ...after }))) if (actors.length > 0) yield actors;
}

/** Yields pages of every document of a collection, ordered by id. */
export async function* documentPages(collection: RecordCollection<JsonObject>): AsyncGenerator<readonly Stored<JsonObject>[]> {
  for await (const { rows } of pagesOf((after) => collection.scan({ limit: DOCUMENTS, ...after }))) if (rows.length > 0) yield rows;
}
