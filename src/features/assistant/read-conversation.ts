import type { ChatSessionView } from '../../values/assistant/chat-turn.ts';
import type { ChatActors } from './chat-actors.ts';
import type { Messages } from './create-messages.ts';

/** Reads a conversation, and makes sure that all its answered messages are in the collection of messages. Null when it does not exist. */
export type ReadConversation = (chatId: string) => Promise<ChatSessionView | null>;

/**
 * Creates the function for readers of conversations. A session holds some of its answered messages for a moment before it writes them to the
 * collection of messages. A reader that comes in that moment writes them itself.
 */
export function createReadConversation({
  sessions,
  messages,
}: {
  readonly sessions: Pick<ChatActors, 'read'>;
  readonly messages: Pick<Messages, 'keepHeld' | 'removeAll'>;
}): ReadConversation {
  return async (chatId) => {
    const session = await sessions.read(chatId);
    if (session === null || session.held.length === 0) return session;
    await messages.keepHeld(session);
    // If the conversation was deleted in the meantime, its messages may have been written after they had been removed.
    const now = await sessions.read(chatId);
    if (now === null || now.state === 'deleted') await messages.removeAll(chatId);
    return now;
  };
}
