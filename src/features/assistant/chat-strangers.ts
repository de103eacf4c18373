import { MOST_UNPROVED } from '../../http/strangers/bounds.ts';
import type { StrangersActors } from '../../module/forget-strangers.ts';
import type { ActorStore } from '../../runtime/record/actor-store.ts';

/** Maximum number of stored conversations of unauthenticated clients. It is limited because anybody can start one. */
export const MOST_CONVERSATIONS = MOST_UNPROVED;
/** Maximum number of stored messages in all conversations of unauthenticated clients together. */
export const MOST_MESSAGES = 5 * MOST_CONVERSATIONS;

/**
 * Declares how conversations of unauthenticated clients are cleaned up: a conversation is removed some time after its last message, and a
 * conversation that a client has deleted is removed at once.
 */
export function chatStrangers(deps: {
  readonly type: string;
  readonly keptMs: number;
  readonly store: Pick<ActorStore, 'count'>;
  /** Deletes all stored data of a conversation. */
  readonly forgetAll: (chatId: string) => Promise<void>;
}): readonly StrangersActors[] {
  const { type, keptMs, store, forgetAll } = deps;
  const common = {
    ...{ type, isListExact: true, isUnproved: () => true },
    async letGo({ key }: { readonly key: string }) {
      await forgetAll(key);
      return true;
    },
  };
  return [
    {
      ...{ ...common, statuses: ['deleted'], keptMs: 0, most: 0, sinceMs: () => 0 },
      count: () => store.count({ type, statuses: ['deleted'] }),
    },
    {
      ...{ ...common, statuses: ['idle'], keptMs, most: MOST_CONVERSATIONS },
      sinceMs: ({ updatedAtMs }) => updatedAtMs,
      count: () => store.count({ type, statuses: ['idle'] }),
    },
  ];
}
