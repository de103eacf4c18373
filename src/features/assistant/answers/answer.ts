import type { ChainAddress } from '../../../values/address.ts';
import type { ChatAction } from '../../../values/assistant/chat-actions.ts';
import type { Intent, Option, Slots } from '../understanding/agent-service.ts';
import type { AnswerData } from './answer-data.ts';

/** The answer to a message: the sentence for the person, and the card. */
export type Answer = {
  readonly action: ChatAction;
  /** Plain text, never HTML. */
  readonly text: string;
  readonly data: AnswerData;
  /** What is asked back: the slots that the next message may fill. */
  readonly asks?: { readonly missing: readonly string[]; readonly options: readonly Option[] };
};

/** A message that was understood, as handlers get it. */
export type Asked = {
  /** The wallet that sends the message; null when none is connected. */
  readonly wallet: ChainAddress | null;
  /** The wallet's current chain; null when the client did not say. */
  readonly chainId: number | null;
  /** The currency for amounts, such as EUR; null for dollars. */
  readonly currency: string | null;
  readonly text: string;
  readonly intent: Intent;
  readonly slots: Slots;
  /** A sentence of the agent service itself; null: none. */
  readonly said: string | null;
  /** The same for each repetition of this work. */
  readonly key: string;
  readonly chatId: string;
  readonly turn: number;
  readonly signal: AbortSignal;
};

/** Answers the messages of an intent. It may be run again with the same key, and does nothing that cannot be repeated. */
export type Handler = (asked: Asked) => Promise<Answer>;

export type Handlers = { readonly [I in Intent]: Handler };

/** Asks the person for something that is missing. */
export function askBack(text: string, missing: readonly string[], options: readonly Option[] = []): Answer {
  return { action: 'text', text, data: {}, asks: { missing, options } };
}

export function say(text: string): Answer {
  return { action: 'text', text, data: {} };
}

/** Says that an answer cannot be given, and why. */
export function refuse(code: string, message: string): Answer {
  return { action: 'error', text: message, data: { error: { code, message } } };
}

/** Asks for a wallet, without which an intent cannot be answered. */
export function needWallet(intent: string, what: string): Answer {
  const message = `Connect a wallet first: ${what}.`;
  return { action: 'connect_wallet', text: message, data: { connect: { intent, message } } };
}
