import type { ChainAddress } from '../../values/address.ts';
import type { BotMessage } from './create-messages.ts';
import type { PresentedMessage, PresentedSession } from './present-chat.ts';

/** A user's message as a client sends it. */
export type IncomingMessage = {
  readonly message: string;
  readonly wallet: ChainAddress | null;
  readonly chatId: string | null;
  readonly chainId: number | null;
  readonly currency: string | null;
  /**
   * An id that stays the same when the client repeats the request, so that the message is stored only once; null when the client sends no
   * id, so that every request counts as a new message.
   */
  readonly messageId: string | null;
};

/** A message that a chat session has accepted and will answer. */
export type AcceptedMessage = {
  readonly chatId: string;
  readonly turn: number;
  /** The answer, when it was stored together with the message. */
  readonly answer?: BotMessage;
};

type Page = { readonly limit: number; readonly cursor?: string | undefined };

/** The service that runs the assistant's conversations (API specification, "Assistant chat"). */
export type Assistant = {
  /**
   * Stores a user's message and starts preparing its answer.
   * @throws TerminalError 404 `chat-not-found` for an unknown conversation or another wallet's; 409 `chat-full`; OverloadError 429
   * `too-many-messages-waiting`
   */
  readonly send: (message: IncomingMessage) => Promise<AcceptedMessage>;
  /**
   * Waits for the answer to a message. When the signal aborts, only the waiting ends; the answer is still prepared. @throws TerminalError 404
   * `chat-not-found` when the conversation is deleted; RetryableError 503 `answer-pending` when the answer takes too long
   */
  readonly answerTo: (accepted: AcceptedMessage, signal: AbortSignal) => Promise<BotMessage>;
  /**
   * Waits briefly until the stored conversation shows the message as answered, because the session's record is written a moment after its
   * answer.
   */
  readonly settled: (accepted: AcceptedMessage) => Promise<void>;
  /** Lists the messages of a conversation in order. @throws the errors of `send`; 400 `invalid-cursor` */
  readonly messages: (
    chatId: string,
    wallet: ChainAddress | null,
    page: Page,
  ) => Promise<{ readonly messages: readonly PresentedMessage[]; readonly cursor: string | null }>;
  /** Finds a message that was sent earlier, with its answer if it has one. Null when there is no such message. @throws the errors of `send` */
  readonly accepted: (message: AcceptedMessage, wallet: ChainAddress | null) => Promise<AcceptedMessage | null>;
  /** Lists the conversations of a wallet, newest first. */
  readonly sessions: (
    wallet: ChainAddress,
    page: Page,
  ) => Promise<{ readonly sessions: readonly PresentedSession[]; readonly cursor: string | null }>;
  /** Deletes a conversation with all its data. @throws the errors of `send` */
  readonly remove: (chatId: string, wallet: ChainAddress | null) => Promise<void>;
  /** Deletes all conversations of a wallet, and returns how many were deleted. */
  readonly removeAll: (wallet: ChainAddress) => Promise<number>;
};
