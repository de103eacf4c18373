import * as v from 'valibot';
import { chainIdText } from '../../http/fields.ts';
import type { SeenEvent } from '../../platform/feed/live-feed.ts';

/** Of streams between two looks: too short to be seen, and long enough that a thousand events a second cost forty writes. */
export const REST_MS = 25;

/** As of the ids and types that the list takes: what can be looked at can be followed. */
const MAX_TEXT = 1_000;
const text = v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_TEXT));

/** Whose events a follower wants; all filters must match. */
export const actorFilters = v.object({
  type: v.optional(text),
  id: v.optional(text),
  wallet: v.optional(
    v.pipe(
      text,
      // Hex addresses are kept in lower case; those of other chains are as they are.
      v.transform((wallet) => (wallet.startsWith('0x') || wallet.startsWith('0X') ? wallet.toLowerCase() : wallet)),
    ),
  ),
  chainId: v.optional(chainIdText),
});
export type ActorFilters = v.InferOutput<typeof actorFilters>;

export function isOfActors(event: SeenEvent, { type, id, wallet, chainId }: ActorFilters): boolean {
  return (
    (id === undefined || event.id === id) &&
    (type === undefined || isOfType(event, type)) &&
    (wallet === undefined || event.wallet === wallet) &&
    (chainId === undefined || event.chainId === chainId)
  );
}

/** Asked of every event for each follower: without making a text of it. */
function isOfType(event: SeenEvent, type: string): boolean {
  if (event.type !== undefined) return event.type === type;
  return event.id !== undefined && event.id[type.length] === '/' && event.id.startsWith(type);
}
