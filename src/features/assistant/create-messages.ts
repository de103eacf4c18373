import type { RecordStore, Stored } from '../../platform/store/record-store.ts';
import type { ChainAddress } from '../../values/address.ts';
import { isChatAction } from '../../values/assistant/chat-actions.ts';
import type { BotAnswer, ChatSessionView, ChatTurn, HeldTurn, PendingQuestion } from '../../values/assistant/chat-turn.ts';
import type { Clock } from '../../values/clock.ts';
import { asJson } from '../../values/json.ts';
import { CHAT_MESSAGES, messageId, positionOf, type StoredMessage } from './chat-message.ts';

/** A message of the chat assistant (the bot), as it is stored. */
export type BotMessage = BotAnswer & { readonly id: string };

/**
 * Access to the stored messages of conversations. Invariant: a turn (a message of the user with its answer) is stored as exactly one
 * message of the user and one of the bot, even when it is stored repeatedly.
 */
export type Messages = {
  /**
   * Stores a message of the user together with the bot's answer. If an answer to the message is already stored, that answer is kept and
   * returned.
   */
  readonly keepTurn: (chatId: string, turn: ChatTurn, of: { readonly wallet: ChainAddress | null }, bot: BotAnswer) => Promise<BotMessage>;
  /** Stores the answered messages that a session holds. Those that are already stored are kept. */
  readonly keepHeld: (session: Pick<ChatSessionView, 'chatId' | 'wallet' | 'held'>) => Promise<void>;
  readonly answerTo: (chatId: string, turn: number) => Promise<BotMessage | null>;
  readonly list: (
    chatId: string,
    page: { readonly limit: number; readonly cursor?: string | undefined },
  ) => Promise<{ readonly rows: readonly Stored<StoredMessage>[]; readonly cursor: string | null }>;
  /** Returns the numbers of those turns (messages of the user with their answers) in `turns` that are stored. */
  readonly storedOf: (chatId: string, turns: readonly number[]) => Promise<ReadonlySet<number>>;
  readonly find: (id: string) => Promise<Stored<StoredMessage> | null>;
  readonly removeAll: (chatId: string) => Promise<number>;
};

export function createMessages(deps: { readonly records: RecordStore; readonly clock: Clock; readonly keptMs: number }): Messages {
  const { clock, keptMs } = deps;
  const messages = deps.records.collection<StoredMessage>(CHAT_MESSAGES);

  return {
    async keepTurn(chatId, turn, { wallet }, bot) {
      const rows = rowsOf({ session: chatId, wallet }, turn, bot, clock.now());
      const inserted = await messages.insertMany(rows);
      const kept = inserted === rows.length ? null : await answerTo(chatId, turn.turn);
      return kept ?? { ...bot, id: messageId(chatId, turn.turn, 'bot') };
    },

    async keepHeld({ chatId: session, wallet, held }) {
      await messages.insertMany(held.flatMap((turn) => rowsOf({ session, wallet }, turn, turn.answer, turn.answeredAtMs)));
    },

    answerTo,

    list: (chatId, { limit, cursor }) =>
      messages.find({
        where: { session: chatId },
        sort: { field: 'position', order: 'ascending' },
        limit,
        ...(cursor === undefined ? {} : { cursor }),
      }),

    async storedOf(chatId, turns) {
      const found = await messages.getMany(turns.map((turn) => messageId(chatId, turn, 'user')));
      return new Set(found.map(({ turn }) => turn));
    },

    find: (id) => messages.get(id),
    removeAll: (chatId) => messages.removeWhere({ session: chatId }),
  };

  /** Returns the documents of a turn: the message of the user and that of the bot. */
  function rowsOf(of: Pick<StoredMessage, 'session' | 'wallet'>, turn: ChatTurn, bot: BotAnswer, answeredAtMs: number) {
    const own = { ...of, turn: turn.turn, expiresAtMs: turn.sentAtMs + keptMs };
    const { text, action, data, pending } = bot;
    const rows: readonly Omit<StoredMessage, 'position' | keyof typeof own>[] = [
      { senderType: 'user', text: turn.text, action: null, data: null, pending: null, createdAtMs: turn.sentAtMs },
      { senderType: 'bot', text, action, data, pending: pending === null ? null : asJson(pending), createdAtMs: answeredAtMs },
    ];
    return rows.map((row) => ({
      id: messageId(of.session, turn.turn, row.senderType),
      value: { ...own, ...row, position: positionOf(turn.turn, row.senderType) },
    }));
  }

  async function answerTo(chatId: string, turn: number): Promise<BotMessage | null> {
    const found = await messages.get(messageId(chatId, turn, 'bot'));
    return found === null ? null : botMessageOf(found);
  }
}

/** Returns the bot's message of a turn that its session holds. */
export function messageOfHeld(chatId: string, { turn, answer }: HeldTurn): BotMessage {
  return { ...answer, id: messageId(chatId, turn, 'bot') };
}

export function botMessageOf({ _id, text, action, data, pending }: Stored<StoredMessage>): BotMessage {
  return {
    ...{ id: _id, text, data: data ?? {} },
    action: action !== null && isChatAction(action) ? action : 'text',
    // The cast is safe, because only `keepTurn` writes the field `pending`, and it writes a value of this type.
    pending: pending as PendingQuestion | null,
  };
}
