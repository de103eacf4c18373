import type { ChatWork, Of } from '../../../actors/chat-session/effects.ts';
import type { ChainAddress } from '../../values/address.ts';
import type { StoredAnswer } from '../../values/assistant/chat-turn.ts';
import { asJson } from '../../values/json.ts';
import { type AnswerTurn, needsOnlyWords } from './answer-turn.ts';
import type { AnswerWaiters } from './answer-waiters.ts';
import type { BotMessage, Messages } from './create-messages.ts';
import type { UnderstandTurn } from './understand-turn.ts';

/**
 * Creates the operations that chat sessions call. Each operation stores its result under the id of the answered message, so repeating the
 * operation changes nothing.
 */
export function createChatWork(deps: {
  readonly understand: UnderstandTurn;
  readonly answer: AnswerTurn;
  readonly messages: Messages;
  readonly waiters: Pick<AnswerWaiters, 'prepare' | 'tell'>;
  /** Returns the wallet that a conversation belongs to. The function is for agent services that limit their cost per wallet. */
  readonly walletOf?: (chatId: string) => Promise<ChainAddress | null>;
  /** Deletes all stored data of a conversation. */
  readonly forgetAll: (chatId: string) => Promise<void>;
}): ChatWork {
  const { messages, waiters, walletOf } = deps;

  const told = (chatId: string, turn: number, answer: BotMessage): StoredAnswer => {
    waiters.tell(chatId, turn, answer);
    const { action, text, pending } = answer;
    return { action, reply: text, pending };
  };

  async function answered(asked: Parameters<ChatWork['answer']>[0], { chatId, key, attempt, signal }: Of): Promise<StoredAnswer> {
    const { turn, wallet } = asked;
    // An earlier attempt may have stored the answer before its node stopped, so the store is checked first.
    const stored = attempt > 1 ? await messages.answerTo(chatId, turn.turn) : null;
    if (stored !== null) return told(chatId, turn.turn, stored);
    const prepared = await deps.answer(asked, { chatId, key, signal });
    return told(chatId, turn.turn, await messages.keepTurn(chatId, turn, { wallet }, prepared));
  }

  return {
    async understand({ wallet, ...asked }, of) {
      of.onEnd(waiters.prepare(of.chatId, asked.turn.turn));
      const understood = await deps.understand({ ...asked, walletOf: async () => (await walletOf?.(of.chatId)) ?? null }, of.signal);
      if (wallet === undefined || !needsOnlyWords(understood)) return { understood };
      return { understood, answer: await answered({ turn: asked.turn, wallet, understood }, of) };
    },

    answer(asked, of) {
      of.onEnd(waiters.prepare(of.chatId, asked.turn.turn));
      return answered(asked, of);
    },

    async apologize({ turn, wallet, reason }, { chatId, onEnd }) {
      onEnd(waiters.prepare(chatId, turn.turn));
      const message = reason === '' ? 'This message could not be answered.' : `This message could not be answered: ${reason}`;
      const data = asJson({ error: { code: 'turn-failed', message } });
      const answer = await messages.keepTurn(chatId, turn, { wallet }, { action: 'error', text: message, data, pending: null });
      return told(chatId, turn.turn, answer);
    },

    writeHeld: messages.keepHeld,
    forgetMessages: ({ chatId }) => deps.forgetAll(chatId),
  };
}
