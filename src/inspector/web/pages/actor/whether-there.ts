import type { ActorHead } from '../../data/actor-record.ts';
import { ApiError } from '../../data/api.ts';
import { hrefOf } from '../../data/router.ts';
import type { Loaded } from '../../data/use-data.ts';

/** The data of the reply to `GET /api/operator/actors`. */
export type FoundHeads = { readonly actors: readonly ActorHead[] };

/** Maximum length of an actor's id in the API, in characters. */
const LONGEST_ID = 1_000;

/** Whether a text can be the id of an actor; the page sends no request for other texts. */
export function isActorId(id: string): boolean {
  const slash = id.indexOf('/');
  return slash > 0 && slash < id.length - 1 && id.length <= LONGEST_ID;
}

/**
 * Returns the path of a request by which the page finds out whether an actor exists. The request lists the actors whose id starts with
 * `id`; an empty list has status 200. `GET /actors/:id` would answer 404 for a missing actor, which browsers log in their console like an
 * error of the page.
 */
export function placePath(id: string): string {
  return hrefOf('/api/operator/actors', { prefix: id, order: 'oldest', limit: '1', fields: 'head' });
}

/** Returns whether the actor exists; null while this is not known. */
export function isThere(id: string, { isFresh, data }: Loaded<FoundHeads>): boolean | null {
  // The list is sorted by id. Of all ids that start with the text `id`, the shortest is `id` itself, so it comes first.
  return isFresh && data !== null ? data.actors[0]?.id === id : null;
}

/** Builds the error for a missing actor, with the same code and message as the API's. */
export function noSuchActor(id: string): ApiError {
  return new ApiError({ status: 404, code: 'actor-not-found', message: `There is no actor ${id}.` });
}
