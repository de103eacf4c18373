import type { ChainAddress } from '../../values/address.ts';
import type { ChatSessionView, ChatTurn } from '../../values/assistant/chat-turn.ts';

/** A message for a session. */
export type NewMessage = Omit<ChatTurn, 'turn' | 'sentAtMs'> & { readonly wallet: ChainAddress | null };

/** Access to the actors of sessions. All throw the errors of `ActorRef.ask`. */
export type ChatActors = {
  readonly read: (chatId: string) => Promise<ChatSessionView | null>;
  /** Lists the sessions of a wallet, newest first. */
  readonly list: (
    wallet: ChainAddress,
    page: { readonly limit: number; readonly cursor?: string | undefined },
  ) => Promise<{ readonly sessions: readonly ChatSessionView[]; readonly cursor: string | null }>;
  /** Hands a session a message, and creates the session if needed. The session after it says why it was not accepted. */
  readonly send: (chatId: string, message: NewMessage) => Promise<{ readonly isAccepted: boolean; readonly session: ChatSessionView }>;
  /** Deletes what a session holds; false when it is another wallet's. */
  readonly remove: (chatId: string, wallet: ChainAddress | null) => Promise<boolean>;
  /** Removes the record and its history of a deleted session; false when that is not possible yet. */
  readonly forget: (chatId: string) => Promise<boolean>;
};
