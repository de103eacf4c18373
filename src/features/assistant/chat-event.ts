import type { WalletEvent } from '../../module/wallet-event.ts';
import type { Messages } from './create-messages.ts';
import { presentSession } from './present-chat.ts';
import type { ReadConversation } from './read-conversation.ts';

/**
 * Builds the event of the live feed that notifies the owner of a conversation about a change in the conversation. The event contains the
 * conversation and its newest answer.
 */
export function chatEvent(
  type: string,
  { read, messages }: { readonly read: ReadConversation; readonly messages: Pick<Messages, 'answerTo'> },
): WalletEvent {
  return {
    ...{ name: 'chat', type },
    async read(chatId) {
      const session = await read(chatId);
      if (session === null || session.wallet === null || session.state === 'deleted') return null;
      const last = session.answered === 0 ? null : await messages.answerTo(chatId, session.answered);
      const answer = last === null ? null : { messageId: last.id, text: last.text, action: last.action, data: last.data };
      return { wallet: session.wallet, record: { ...presentSession(session), answer } };
    },
  };
}
