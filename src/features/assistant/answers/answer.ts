import type { ChainAddress } from '../../../values/address.ts';
import type { ChatAction } from '../../../values/assistant/chat-actions.ts';
import { type Intent, type Operation, type Option, type Slots, WALLET } from '../understanding/agent-service.ts';
import type { AnswerData } from './answer-data.ts';

/** The assistant's answer to a message: a text for the user, and the data that clients show below the text. */
export type Answer = {
  readonly action: ChatAction;
  /** The text of the answer; plain text, never HTML. */
  readonly text: string;
  readonly data: AnswerData;
  /** The question that the answer asks the user: the missing slots (values that the request needs), and the options to choose from. */
  readonly asks?: { readonly missing: readonly string[]; readonly options: readonly Option[] };
};

/** A user's message after it was understood: the input of the handlers that prepare answers. */
export type Asked = {
  /** The wallet that sent the message; null when no wallet is connected. */
  readonly wallet: ChainAddress | null;
  /** The wallet's current chain; null when the client did not state it. */
  readonly chainId: number | null;
  /** The currency in which amounts are shown, such as EUR; null for dollars. */
  readonly currency: string | null;
  readonly text: string;
  readonly intent: Intent;
  readonly slots: Slots;
  /** The operation (list, cancel, pause or resume) on existing plans, orders or alerts; null when the message is about a new one. */
  readonly operation: Operation | null;
  /** A reply text that the agent service, which interprets messages, has written; null when it wrote none. */
  readonly said: string | null;
  /** The key of the answer. When preparing the answer is repeated, the key stays the same. */
  readonly key: string;
  readonly chatId: string;
  readonly turn: number;
  readonly signal: AbortSignal;
};

/**
 * Prepares the answer to a message of one intent. It may be called again with the same key, so a second call must not change anything more
 * than the first one.
 */
export type Handler = (asked: Asked) => Promise<Answer>;

export type Handlers = { readonly [I in Intent]: Handler };

/** The only choice after the wallet is connected. The request that it continues is in the pending question. */
const CONTINUE: Option = { label: 'Continue', slots: {} };

/** Builds an answer that asks the user for missing information. */
export function askBack(text: string, missing: readonly string[], options: readonly Option[] = []): Answer {
  return { action: 'text', text, data: {}, asks: { missing, options } };
}

export function say(text: string): Answer {
  return { action: 'text', text, data: {} };
}

/** Builds an answer which says that the request cannot be fulfilled, and why. */
export function refuse(code: string, message: string): Answer {
  return { action: 'error', text: message, data: { error: { code, message } } };
}

/**
 * Builds an answer that asks the user to connect a wallet, because the intent of the message needs one. The request stays open, so that the
 * user can continue it from the connected wallet.
 */
export function needWallet(intent: string, what: string): Answer {
  const message = `Connect a wallet first: ${what}.`;
  const text = `${message} Then say "continue".`;
  return { action: 'connect_wallet', text, data: { connect: { intent, message } }, asks: { missing: [WALLET], options: [CONTINUE] } };
}
