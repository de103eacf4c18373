import type { Timers } from '../../runtime/engine/timers.ts';
import type { ChainAddress } from '../../values/address.ts';
import { type ChatSessionView, MOST_TURNS } from '../../values/assistant/chat-turn.ts';
import { OverloadError } from '../../values/errors/overload-error.ts';
import { RetryableError } from '../../values/errors/retryable-error.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { IdSource } from '../../values/id-source.ts';
import type { AnswerWaiters } from './answer-waiters.ts';
import type { ChatActors } from './chat-actors.ts';
import { messageId as idOfMessage } from './chat-message.ts';
import type { BotMessage, Messages } from './create-messages.ts';
import { type PresentedMessage, type PresentedSession, presentMessage, presentSession, presentUnanswered } from './present-chat.ts';

/** A user's message as a client sends it. */
export type IncomingMessage = {
  readonly message: string;
  readonly wallet: ChainAddress | null;
  readonly chatId: string | null;
  readonly chainId: number | null;
  readonly currency: string | null;
  /** Id that stays the same when the client repeats the request. When null, each request counts as a new message. */
  readonly messageId: string | null;
};

/** A message that a chat session has accepted and will answer. */
export type AcceptedMessage = { readonly chatId: string; readonly turn: number };

type Page = { readonly limit: number; readonly cursor?: string | undefined };

/** The service for the assistant's conversations (API specification, "Assistant chat"). */
export type Assistant = {
  /**
   * Stores a user's message and starts preparing its answer.
   * @throws TerminalError 404 `chat-not-found` for an unknown conversation or another wallet's; 409 `chat-full`; OverloadError 429
   * `too-many-messages-waiting`
   */
  readonly send: (message: IncomingMessage) => Promise<AcceptedMessage>;
  /**
   * Waits for the answer to a message. When the signal aborts, only the wait ends; the answer is still prepared. @throws RetryableError 503
   * `answer-pending` when it takes too long
   */
  readonly answerTo: (accepted: AcceptedMessage, signal: AbortSignal) => Promise<BotMessage>;
  /** Waits briefly until a read of the conversation shows the message as answered. Such reads can lag one write behind the answer. */
  readonly settled: (accepted: AcceptedMessage) => Promise<void>;
  /** Lists the messages of a conversation in order. @throws as `send`; 400 `invalid-cursor` */
  readonly messages: (
    chatId: string,
    wallet: ChainAddress | null,
    page: Page,
  ) => Promise<{ readonly messages: readonly PresentedMessage[]; readonly cursor: string | null }>;
  /** Whether a conversation contains this message. @throws as `send` */
  readonly has: (message: AcceptedMessage, wallet: ChainAddress | null) => Promise<boolean>;
  /** Lists the conversations of a wallet, newest first. */
  readonly sessions: (
    wallet: ChainAddress,
    page: Page,
  ) => Promise<{ readonly sessions: readonly PresentedSession[]; readonly cursor: string | null }>;
  /** Deletes a conversation with all its data. @throws as `send` */
  readonly remove: (chatId: string, wallet: ChainAddress | null) => Promise<void>;
  /** Deletes all conversations of a wallet, and returns how many were deleted. */
  readonly removeAll: (wallet: ChainAddress) => Promise<number>;
};

/** How long a request waits for an answer, in ms. It is longer than the first attempts of a turn's effects can take together. */
const ANSWER_WITHIN_MS = 75_000;
const RETRY_AFTER_MS = 2_000;
const PAGE = 100;
/**
 * How often the service checks whether reads of a conversation show its answer: the first checks without a pause, the later ones after a
 * pause each.
 */
const LOOKS_AT_ONCE = 5;
const LOOKS = 50;
const LOOK_EVERY_MS = 5;

export function createAssistant(deps: {
  readonly sessions: ChatActors;
  readonly messages: Messages;
  readonly waiters: AnswerWaiters;
  readonly forgetMore: (chatId: string) => Promise<void>;
  readonly ids: IdSource;
  readonly timers: Timers;
}): Assistant {
  const { sessions, messages, waiters, ids, timers } = deps;

  async function found(chatId: string, wallet: ChainAddress | null): Promise<ChatSessionView> {
    const session = await sessions.read(chatId);
    if (session === null || isHidden(session, wallet)) throw notFound();
    return session;
  }

  async function removeOne(chatId: string, wallet: ChainAddress | null): Promise<void> {
    if (!(await sessions.remove(chatId, wallet))) throw notFound();
    await messages.removeAll(chatId);
    await deps.forgetMore(chatId);
    // If an effect is still running, the session's record cannot be removed now. The regular clean-up removes it later.
    await sessions.forget(chatId);
  }

  return {
    async send({ message: text, wallet, chatId: known, chainId, currency, messageId }) {
      if (known !== null) await found(known, wallet);
      const chatId = known ?? ids();
      const id = messageId ?? ids();
      const { isAccepted, session } = await sessions.send(chatId, { messageId: id, text, wallet, chainId, currency });
      const turn = session.known.find((one) => one.messageId === id)?.turn;
      if (turn !== undefined) return { chatId, turn };
      if (isAccepted) {
        const message = 'A message with this id was sent earlier, followed by more than ten others. The conversation contains its answer.';
        throw new TerminalError({ code: 'message-sent-earlier', status: 409, message, details: { chatId } });
      }
      throw refusal(session, wallet);
    },

    async answerTo({ chatId, turn }, signal) {
      const answer = await waiters.wait(chatId, turn, { withinMs: ANSWER_WITHIN_MS, signal });
      if (answer !== null) return answer;
      const message = 'The answer is not ready yet. It will be added to the conversation.';
      throw new RetryableError({ code: 'answer-pending', message, retryAfterMs: RETRY_AFTER_MS, details: { chatId, turn } });
    },

    async settled({ chatId, turn }) {
      for (let look = 0; look < LOOKS; look += 1) {
        const session = await sessions.read(chatId);
        if (session === null || session.answered >= turn) return;
        const { promise, resolve } = Promise.withResolvers<void>();
        if (look < LOOKS_AT_ONCE) timers.soon(resolve);
        else timers.after(LOOK_EVERY_MS, resolve);
        await promise;
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

    has: async ({ chatId, turn }, wallet) => turn <= (await found(chatId, wallet)).turns,

    async sessions(wallet, page) {
      const { sessions: list, cursor } = await sessions.list(wallet, page);
      return { sessions: list.map(presentSession), cursor };
    },

    async remove(chatId, wallet) {
      await found(chatId, wallet);
      await removeOne(chatId, wallet);
    },

    async removeAll(wallet) {
      let removed = 0;
      // Each round reads the list from its beginning, because deleted conversations disappear from it.
      for (;;) {
        const { sessions: list } = await sessions.list(wallet, { limit: PAGE });
        if (list.length === 0) return removed;
        for (const { chatId } of list) await removeOne(chatId, wallet);
        removed += list.length;
      }
    },
  };
}

/** A conversation that began without a wallet can be used by anyone who knows its id, until the first wallet sends a message to it. */
function isHidden({ state, wallet: owner }: ChatSessionView, wallet: ChainAddress | null): boolean {
  return state === 'deleted' || (owner !== null && owner !== wallet);
}

function refusal(session: ChatSessionView, wallet: ChainAddress | null): Error {
  if (isHidden(session, wallet)) return notFound();
  if (session.turns >= MOST_TURNS) {
    const message = `This conversation has ${MOST_TURNS} messages, the maximum. Begin a new one by leaving out \`chatId\`.`;
    return new TerminalError({ code: 'chat-full', status: 409, message });
  }
  const waiting = Math.max(0, session.unanswered.length - 1);
  return new OverloadError({
    ...{ code: 'too-many-messages-waiting', status: 429, retryAfterMs: RETRY_AFTER_MS },
    message: `${waiting} messages of this conversation already wait for an answer. Wait for the next answer before you send another message.`,
    details: { waiting },
  });
}

function notFound(): TerminalError {
  return new TerminalError({ code: 'chat-not-found', status: 404, message: 'No conversation with this id exists for this wallet.' });
}
