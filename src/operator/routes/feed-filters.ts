import * as v from 'valibot';
import type { SeenEvent } from '../../platform/feed/live-feed.ts';

/** Milliseconds between two writes to a stream. Users do not notice this delay, and a thousand events a second need only forty writes. */
export const REST_MS = 25;

/**
 * Maximum length of a filter text in characters. It equals the maximum for ids and types in lists, so that every actor in a list can be
 * selected by a filter.
 */
const MAX_TEXT = 1_000;
const text = v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_TEXT));

/** Schema of the feed's filters in addition to index keys. An event is sent only if it matches all filters. */
export const actorFilters = v.object({
  type: v.optional(text),
  id: v.optional(text),
});
export type ActorFilters = v.InferOutput<typeof actorFilters> & { readonly keys: { readonly [name: string]: string | number } };

export function isOfActors(event: SeenEvent, { type, id, keys }: ActorFilters): boolean {
  return (id === undefined || event.id === id) && (type === undefined || isOfType(event, type)) && hasKeys(event, keys);
}

/** Whether an event has the index keys of a filter. It must be fast, because it is called for every event and subscriber. */
function hasKeys(event: SeenEvent, keys: ActorFilters['keys']): boolean {
  for (const name in keys) if (event.indexKeys?.[name] !== keys[name]) return false;
  return true;
}

/**
 * Whether an event concerns an actor of a type. No string is built for the comparison, because the function is called for every event and
 * every subscriber.
 */
function isOfType(event: SeenEvent, type: string): boolean {
  if (event.type !== undefined) return event.type === type;
  return event.id !== undefined && event.id[type.length] === '/' && event.id.startsWith(type);
}
