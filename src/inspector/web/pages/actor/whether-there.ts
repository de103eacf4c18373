import type { ActorHead } from '../../data/actor-record.ts';
import { ApiError } from '../../data/api.ts';
import { hrefOf } from '../../data/router.ts';
import type { Loaded } from '../../data/use-data.ts';

/** What the list answers. */
export type FoundHeads = { readonly actors: readonly ActorHead[] };

/** As the API takes ids. */
const LONGEST_ID = 1_000;

/** Whether there can be an actor of this id at all: what is none is not asked for. */
export function isActorId(id: string): boolean {
  const slash = id.indexOf('/');
  return slash > 0 && slash < id.length - 1 && id.length <= LONGEST_ID;
}

/**
 * Where to see whether an actor is there: in the list, at the place of its id, where "there is none" is an answer. `GET /actors/:id` would
 * refuse, and a browser notes each refusal in its console as if it were a fault of the page.
 */
export function placePath(id: string): string {
  return hrefOf('/api/operator/actors', { prefix: id, order: 'oldest', limit: '1', fields: 'head' });
}

/** Null while it is not known. */
export function isThere(id: string, { isFresh, data }: Loaded<FoundHeads>): boolean | null {
  // The shortest of those that begin with the id is the id itself, and comes first.
  return isFresh && data !== null ? data.actors[0]?.id === id : null;
}

/** In the API's own words. */
export function noSuchActor(id: string): ApiError {
  return new ApiError({ status: 404, code: 'actor-not-found', message: `There is no actor ${id}.` });
}
