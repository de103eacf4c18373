import type { Timers } from '../../runtime/engine/timers.ts';
import type { ChainAddress } from '../../values/address.ts';
import type { ChatSessionView } from '../../values/assistant/chat-turn.ts';
import { RetryableError } from '../../values/errors/retryable-error.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { IdSource } from '../../values/id-source.ts';
import { uuidOf } from '../../values/uuid-of.ts';
import type { AnswerWaiters } from './answer-waiters.ts';
import type { Assistant } from './assistant.ts';
import type { ChatActors, NewMessage } from './chat-actors.ts';
import { messageId as idOfMessage } from './chat-message.ts';
import { chatDeleted, chatNotFound, isHidden, refusalOf } from './chat-refusals.ts';
import { type Messages, messageOfHeld } from './create-messages.ts';
import type { PrepareTurn } from './prepare-turn.ts';
import { presentMessage, presentSession, presentUnanswered } from './present-chat.ts';
import type { ReadConversation } from './read-conversation.ts';
import { createRemoveConversations } from './remove-conversations.ts';

/** How long a request waits for an answer, in ms. The first attempts to prepare an answer together take less time than this. */
const ANSWER_WITHIN_MS = 75_000;
const RETRY_AFTER_MS = 2_000;
/** Maximum time in ms for which a request waits until the stored conversation shows its answer. */
const SETTLED_WITHIN_MS = 250;
/** Time in ms between two reads of the stored conversation while another node stores the answer. */
const LOOK_EVERY_MS = 5;

/** Whether a message begins its conversation. Perhaps: a request that repeats the first message finds the conversation that this message began. */
type Begins = 'surely' | 'perhaps' | 'never';

export function createAssistant(deps: {
  readonly sessions: ChatActors;
  readonly read: ReadConversation;
  readonly messages: Messages;
  readonly waiters: AnswerWaiters;
  readonly prepare: PrepareTurn;
  /** Deletes all stored data of a conversation. */
  readonly forgetAll: (chatId: string) => Promise<void>;
  readonly ids: IdSource;
  readonly timers: Timers;
}): Assistant {
  const { sessions, read, messages, waiters, prepare, ids, timers } = deps;
  const remove = createRemoveConversations(deps);
  const pause = (ms: number) => new Promise<void>((resolve) => void timers.after(ms, resolve));

  async function found(chatId: string, wallet: ChainAddress | null): Promise<ChatSessionView> {
    const session = await read(chatId);
    if (session === null || isHidden(session, wallet)) throw chatNotFound();
    return session;
  }

  /** Sends a message to its session, with what can be prepared before. Null when the session does not exist and must not begin. */
  async function sent(chatId: string, message: NewMessage, begins: Begins) {
    const mayBegin = begins !== 'never';
    const session = begins === 'surely' ? null : await sessions.peek(chatId);
    const prepared = mayBegin || session !== null ? await prepare(chatId, session, message) : null;
    return await sessions.send(chatId, { ...message, ...(prepared === null ? {} : { prepared }) }, { mayBegin });
  }

  return {
    async send({ message: text, wallet, chatId: known, chainId, currency, messageId }) {
      const chatId = known ?? (messageId === null ? ids() : firstChatId({ wallet, messageId, text }));
      const id = messageId ?? ids();
      const begins = known !== null ? 'never' : messageId === null ? 'surely' : 'perhaps';
      const reply = await sent(chatId, { messageId: id, text, wallet, chainId, currency }, begins);
      if (reply === null || isHidden(reply.session, wallet)) throw chatNotFound();
      const { isAccepted, session } = reply;
      const held = session.held.find((one) => one.messageId === id);
      if (held !== undefined) return { chatId, turn: held.turn, answer: messageOfHeld(chatId, held) };
      const turn = session.known.find((one) => one.messageId === id)?.turn;
      if (turn !== undefined) return { chatId, turn };
      if (isAccepted) {
        const message = 'A message with this id was sent earlier, followed by more than ten others. The conversation contains its answer.';
        throw new TerminalError({ code: 'message-sent-earlier', status: 409, message, details: { chatId } });
      }
      throw refusalOf(session, wallet);
    },

    async answerTo({ chatId, turn, answer: known }, signal) {
      if (known !== undefined) return known;
      const answer = await waiters.wait(chatId, turn, { withinMs: ANSWER_WITHIN_MS, signal });
      if (answer === 'deleted') throw chatDeleted();
      if (answer !== null) return answer;
      const message = 'The answer is not ready yet. It will be added to the conversation.';
      throw new RetryableError({ code: 'answer-pending', message, retryAfterMs: RETRY_AFTER_MS, details: { chatId, turn } });
    },

    async settled({ chatId, turn, answer }) {
      if (answer !== undefined) return;
      const ended = waiters.ended(chatId, turn);
      if (ended !== null) {
        const late = Promise.withResolvers<void>();
        const cancel = timers.after(SETTLED_WITHIN_MS, late.resolve);
        await Promise.race([ended, late.promise]);
        cancel();
        return;
      }
      for (let waitedMs = 0; waitedMs < SETTLED_WITHIN_MS; waitedMs += LOOK_EVERY_MS) {
        const session = await sessions.read(chatId);
        if (session === null || session.answered >= turn) return;
        await pause(LOOK_EVERY_MS);
      }
    },

    async messages(chatId, wallet, page) {
      const { unanswered } = await found(chatId, wallet);
      const { rows, cursor } = await messages.list(chatId, page);
      const listed = rows.map(presentMessage);
      if (cursor !== null || unanswered.length === 0) return { messages: listed, cursor };
      const stored = await messages.storedOf(
        chatId,
        unanswered.map(({ turn }) => turn),
      );
      const open = unanswered.filter(({ turn }) => !stored.has(turn));
      return {
        messages: [...listed, ...open.map((turn) => presentUnanswered(idOfMessage(chatId, turn.turn, 'user'), chatId, turn))],
        cursor,
      };
    },

    async accepted({ chatId, turn }, wallet) {
      const { turns, answered } = await found(chatId, wallet);
      if (turn > turns) return null;
      const answer = turn > answered ? null : await messages.answerTo(chatId, turn);
      return { chatId, turn, ...(answer === null ? {} : { answer }) };
    },

    async sessions(wallet, page) {
      const { sessions: list, cursor } = await sessions.list(wallet, page);
      return { sessions: list.map(presentSession), cursor };
    },

    async remove(chatId, wallet) {
      await remove.one(await found(chatId, wallet), wallet);
    },

    removeAll: remove.all,
  };
}

/**
 * The id of the conversation that a message with an id of its own begins, so that a repeated request reaches the same conversation. Of a
 * message without a wallet, the text counts as well, because nothing else protects its conversation from others who know the message's id.
 */
function firstChatId({ wallet, messageId, text }: Pick<NewMessage, 'wallet' | 'messageId' | 'text'>): string {
  return uuidOf(JSON.stringify(['first message', wallet, messageId, ...(wallet === null ? [text] : [])]));
}
