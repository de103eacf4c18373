import type { ChatActors } from '../../src/features/assistant/chat-actors.ts';
import type { ActorClient } from '../../src/runtime/define/client.ts';
import type { ActorStore } from '../../src/runtime/record/actor-store.ts';
import { TerminalError } from '../../src/values/errors/terminal-error.ts';
import { chatSession } from './actor.ts';

/** Gives the assistant service access to the actors of chat sessions. */
export function createChatActors(deps: { readonly actors: ActorClient; readonly store: Pick<ActorStore, 'load' | 'forget'> }): ChatActors {
  const { actors, store } = deps;
  const of = (chatId: string) => actors.of(chatSession, chatId);

  return {
    read: async (chatId) => (await of(chatId).read())?.view ?? null,
    peek: async (chatId) => (await of(chatId).read({ mayBeCached: true }))?.view ?? null,
    async list(wallet, { limit, cursor }) {
      const page = await actors.list(chatSession, {
        ...{ keys: { wallet }, statuses: STATUSES, order: 'newest', limit },
        ...(cursor === undefined ? {} : { cursor }),
      });
      return { sessions: page.actors.map(({ view }) => view), cursor: page.cursor };
    },
    async send(chatId, message, { mayBegin }) {
      try {
        const { accepted, view } = await of(chatId).ask(
          { type: 'SEND', ...message },
          { eventId: `send/${message.messageId}`, mustExist: !mayBegin },
        );
        return { isAccepted: accepted, session: view() };
      } catch (error) {
        if (error instanceof TerminalError && error.code === 'actor-not-found') return null;
        throw error;
      }
    },
    async remove(chatId, wallet) {
      const { accepted } = await of(chatId).ask({ type: 'DELETE', wallet });
      return accepted;
    },
    async forget(chatId) {
      const [found] = await store.load([of(chatId).id]);
      if (found === undefined || found === null) return true;
      const { outbox, keys } = found.record;
      if (outbox.length > 0 || keys.status !== 'deleted') return false;
      const [isGone = false] = await store.forget([found]);
      return isGone;
    },
  };
}

const STATUSES = ['idle', 'understanding', 'answering', 'apologizing'];
