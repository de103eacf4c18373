import type { ChainAddress } from '../../values/address.ts';
import type { ChatSessionView, ChatTurn, PreparedTurn } from '../../values/assistant/chat-turn.ts';

/** A user's message that is sent to a chat session. */
export type NewMessage = Omit<ChatTurn, 'turn' | 'sentAtMs'> & {
  readonly wallet: ChainAddress | null;
  /** What could be prepared before the message is sent: its meaning, and perhaps its answer. */
  readonly prepared?: PreparedTurn;
};

/** Access to the actors of chat sessions. All functions throw the errors of `ActorRef.ask`. */
export type ChatActors = {
  readonly read: (chatId: string) => Promise<ChatSessionView | null>;
  /** Like `read`, but returns the copy in this node's memory, if there is one. Another node may have changed the session since. */
  readonly peek: (chatId: string) => Promise<ChatSessionView | null>;
  /** Lists the chat sessions of a wallet, newest first. */
  readonly list: (
    wallet: ChainAddress,
    page: { readonly limit: number; readonly cursor?: string | undefined },
  ) => Promise<{ readonly sessions: readonly ChatSessionView[]; readonly cursor: string | null }>;
  /**
   * Sends a message to a chat session. If the session did not accept the message, the returned state of the session shows why.
   * @param options.mayBegin true to create the session if it does not exist; if false, the result for a missing session is null
   */
  readonly send: (
    chatId: string,
    message: NewMessage,
    options: { readonly mayBegin: boolean },
  ) => Promise<{ readonly isAccepted: boolean; readonly session: ChatSessionView } | null>;
  /** Deletes the content of a chat session. Returns false when the session belongs to another wallet. */
  readonly remove: (chatId: string, wallet: ChainAddress | null) => Promise<boolean>;
  /** Removes the record and the history of a deleted session. Returns false when they cannot be removed yet. */
  readonly forget: (chatId: string) => Promise<boolean>;
};
