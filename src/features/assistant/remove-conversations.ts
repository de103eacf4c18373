import type { Timers } from '../../runtime/engine/timers.ts';
import type { ChainAddress } from '../../values/address.ts';
import type { ChatSessionView } from '../../values/assistant/chat-turn.ts';
import type { ChatActors } from './chat-actors.ts';
import { chatNotFound } from './chat-refusals.ts';

/** The deletion of conversations with all their data. */
export type RemoveConversations = {
  /** Deletes one conversation. @throws TerminalError 404 `chat-not-found` when it belongs to another wallet */
  readonly one: (session: ChatSessionView, wallet: ChainAddress | null) => Promise<void>;
  /** Deletes all conversations of a wallet, and returns how many were deleted. */
  readonly all: (wallet: ChainAddress) => Promise<number>;
};

const PAGE = 100;
/** Maximum time in ms that a deletion waits for the operation that copies the messages of a session. */
const COPIED_WITHIN_MS = 2_000;
/** Time in ms between two attempts to remove the record of a deleted session. */
const FORGET_EVERY_MS = 100;

export function createRemoveConversations(deps: {
  readonly sessions: Pick<ChatActors, 'list' | 'remove' | 'forget'>;
  /** Deletes all stored data of a conversation. */
  readonly forgetAll: (chatId: string) => Promise<void>;
  readonly timers: Timers;
}): RemoveConversations {
  const { sessions, forgetAll, timers } = deps;
  const pause = (ms: number) => new Promise<void>((resolve) => void timers.after(ms, resolve));

  async function one({ chatId, held }: ChatSessionView, wallet: ChainAddress | null): Promise<void> {
    if (!(await sessions.remove(chatId, wallet))) throw chatNotFound();
    await forgetAll(chatId);
    // While an operation of the session is still running, the session's record cannot be removed. If the operation only copies messages, it
    // ends soon. Otherwise the regular clean-up removes the record later.
    const mostMs = held.length === 0 ? 0 : COPIED_WITHIN_MS;
    for (let waitedMs = 0; !(await sessions.forget(chatId)) && waitedMs < mostMs; waitedMs += FORGET_EVERY_MS) await pause(FORGET_EVERY_MS);
  }

  return {
    one,
    async all(wallet) {
      let removed = 0;
      // Each round reads the first page of the wallet's conversations again, because deleted conversations disappear from the list.
      for (;;) {
        const { sessions: list } = await sessions.list(wallet, { limit: PAGE });
        if (list.length === 0) return removed;
        for (const session of list) await one(session, wallet);
        removed += list.length;
      }
    },
  };
}
