import type { RecordCollection, Stored } from '../platform/store/record-store.ts';
import type { ActorStore, ListFilter, LoadedActor } from '../runtime/actor-store.ts';
import type { JsonObject } from '../values/json.ts';

const ACTORS = 100;
const DOCUMENTS = 200;

/** Every actor that a filter lets through, oldest first. */
export async function* actorPages(store: Pick<ActorStore, 'list'>, filter: ListFilter = {}): AsyncGenerator<readonly LoadedActor[]> {
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<ActorStore['list']>> = await store.list({
      ...filter,
      order: 'oldest',
      limit: ACTORS,
      ...(cursor === null ? {} : { cursor }),
    });
    if (page.actors.length > 0) yield page.actors;
    cursor = page.cursor;
  } while (cursor !== null);
}

/** Every document of a collection, by id. */
export async function* documentPages(collection: RecordCollection<JsonObject>): AsyncGenerator<readonly Stored<JsonObject>[]> {
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof collection.scan>> = await collection.scan({
      limit: DOCUMENTS,
      ...(cursor === null ? {} : { cursor }),
    });
    if (page.rows.length > 0) yield page.rows;
    cursor = page.cursor;
  } while (cursor !== null);
}
