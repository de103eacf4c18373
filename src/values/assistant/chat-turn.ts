import type { ChainAddress } from '../address.ts';
import type { Json, JsonObject } from '../json.ts';
import type { ChatAction } from './chat-actions.ts';

/** A message of a user, as its session has accepted it. Each gets exactly one message of the bot. */
export type ChatTurn = {
  /** Counts the turns of a session from 1. */
  readonly turn: number;
  /** Names the message for repeated requests. */
  readonly messageId: string;
  readonly text: string;
  /** The wallet's current chain; null when the client did not say. */
  readonly chainId: number | null;
  /** The currency in which amounts are shown, such as EUR; null for dollars. */
  readonly currency: string | null;
  readonly sentAtMs: number;
};

/** What the agent service understood of a message. */
export type UnderstoodTurn = {
  readonly intent: string;
  readonly slots: JsonObject;
  readonly confidence: number;
  readonly by: string;
  readonly missing: readonly string[];
  readonly options: readonly Json[];
  /** Parts of the message that were not used. */
  readonly leftOut: readonly string[];
  /** A sentence of the agent service itself: a question that it asks back, or an answer without data. */
  readonly text: string | null;
};

/** What was asked back. The next message answers it, or is about something else. */
export type PendingQuestion = {
  readonly intent: string;
  readonly slots: JsonObject;
  /** The slots that were asked for. */
  readonly missing: readonly string[];
  readonly options: readonly Json[];
  /** UTC ms until which the next message may be an answer. */
  readonly untilMs: number;
};

/** A turn that ended, as later messages refer to it ("the same again"). */
export type RecentTurn = {
  readonly text: string;
  readonly action: ChatAction;
  readonly intent: string | null;
  readonly slots: JsonObject;
  /** The beginning of the bot's text. */
  readonly reply: string;
};

/** A session as its readers see it, with the messages that have no answer yet. */
export type ChatSessionView = {
  readonly chatId: string;
  readonly wallet: ChainAddress | null;
  readonly name: string;
  readonly state: string;
  readonly pending: PendingQuestion | null;
  readonly activeDappProjectId: string | null;
  readonly turns: number;
  readonly answered: number;
  /** In the order in which they are answered. */
  readonly unanswered: readonly ChatTurn[];
  /** The newest turns by their messages' ids, for repeated requests. */
  readonly known: readonly { readonly messageId: string; readonly turn: number }[];
  readonly lastAction: ChatAction | null;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
};

/** So many messages may wait for the one that is being answered. */
export const MOST_WAITING_MESSAGES = 5;
/** So many messages has a session; a user then begins a new one. */
export const MOST_TURNS = 2_000;
/** The maximum length of a message in characters. */
export const MOST_MESSAGE_CHARACTERS = 4_000;
/** How long a question that was asked back may be answered. */
export const PENDING_FOR_MS = 15 * 60_000;
