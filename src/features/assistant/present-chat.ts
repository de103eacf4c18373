import type { Stored } from '../../platform/store/record-store.ts';
import type { ChainAddress } from '../../values/address.ts';
import type { ChatSessionView, ChatTurn } from '../../values/assistant/chat-turn.ts';
import { isoOf } from '../../values/iso-time.ts';
import type { JsonObject } from '../../values/json.ts';
import type { StoredMessage } from './chat-message.ts';

/** A message in the format in which clients receive it. */
export type PresentedMessage = {
  readonly _id: string;
  readonly id: string;
  readonly session: string;
  readonly senderType: 'user' | 'bot';
  readonly text: string;
  readonly action: string | null;
  readonly data: JsonObject | null;
  readonly createdAt: string;
};

/** A conversation in the format in which clients receive it. */
export type PresentedSession = {
  readonly _id: string;
  readonly id: string;
  readonly chatId: string;
  readonly wallet: ChainAddress | null;
  readonly name: string;
  readonly pending: {
    readonly intent: string;
    readonly missing: readonly string[];
    readonly options: readonly unknown[];
    readonly until: string;
  } | null;
  readonly activeDappProjectId: string | null;
  /** Whether the assistant is preparing an answer in this conversation now. */
  readonly isAnswering: boolean;
  /** Number of messages that wait until the assistant begins to answer them. */
  readonly waiting: number;
  readonly messages: number;
  readonly lastAction: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
};

export function presentMessage({ _id, session, senderType, text, action, data, createdAtMs }: Stored<StoredMessage>): PresentedMessage {
  return { _id, id: _id, session, senderType, text, action, data, createdAt: isoOf(createdAtMs) };
}

/** Converts a user's message that has no answer yet to the format in which clients receive it. */
export function presentUnanswered(id: string, chatId: string, { text, sentAtMs }: ChatTurn): PresentedMessage {
  return { _id: id, id, session: chatId, senderType: 'user', text, action: null, data: null, createdAt: isoOf(sentAtMs) };
}

export function presentSession(session: ChatSessionView): PresentedSession {
  const { chatId, wallet, name, pending, activeDappProjectId, unanswered, answered, turns, lastAction, createdAtMs, updatedAtMs } = session;
  return {
    ...{ _id: chatId, id: chatId, chatId, wallet, name },
    pending:
      pending === null
        ? null
        : { intent: pending.intent, missing: pending.missing, options: pending.options, until: isoOf(pending.untilMs) },
    ...{ activeDappProjectId, isAnswering: unanswered.length > 0, waiting: Math.max(0, unanswered.length - 1) },
    ...{ messages: turns + answered, lastAction, createdAt: isoOf(createdAtMs), updatedAt: isoOf(updatedAtMs) },
  };
}
