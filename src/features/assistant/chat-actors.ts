import type { ChainAddress } from '../../values/address.ts';
import type { ChatSessionView, ChatTurn } from '../../values/assistant/chat-turn.ts';

/** A user's message that is sent to a chat session. */
export type NewMessage = Omit<ChatTurn, 'turn' | 'sentAtMs'> & { readonly wallet: ChainAddress | null };

/** Access to the actors of chat sessions. All functions throw the errors of `ActorRef.ask`. */
export type ChatActors = {
  readonly read: (chatId: string) => Promise<ChatSessionView | null>;
  /** Lists the sessions of a wallet, newest first. */
  readonly list: (
    wallet: ChainAddress,
    page: { readonly limit: number; readonly cursor?: string | undefined },
  ) => Promise<{ readonly sessions: readonly ChatSessionView[]; readonly cursor: string | null }>;
  /**
   * Sends a message to a chat session. If the message was not accepted, the returned session state shows why.
   * @param options.mayBegin whether the session is created if it does not exist; otherwise the result is null
   */
  readonly send: (
    chatId: string,
    message: NewMessage,
    options: { readonly mayBegin: boolean },
  ) => Promise<{ readonly isAccepted: boolean; readonly session: ChatSessionView } | null>;
  /** Deletes the content of a chat session. Returns false when the session belongs to another wallet. */
  readonly remove: (chatId: string, wallet: ChainAddress | null) => Promise<boolean>;
  /** Removes the record and the history of a deleted session. Returns false when that is not possible yet. */
  readonly forget: (chatId: string) => Promise<boolean>;
};
