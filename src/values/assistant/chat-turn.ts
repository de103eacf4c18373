import type { ChainAddress } from '../address.ts';
import type { Json, JsonObject } from '../json.ts';
import type { ChatAction } from './chat-actions.ts';

/** A user's message that a chat session has accepted. The bot answers each such message with exactly one message. */
export type ChatTurn = {
  /** The message's number within its session; the first message has number 1. */
  readonly turn: number;
  /** Id of the message, by which a repeated request is recognized. */
  readonly messageId: string;
  readonly text: string;
  /** The wallet's current chain; null when the client did not state it. */
  readonly chainId: number | null;
  /** The currency in which amounts are shown, such as EUR; null for dollars. */
  readonly currency: string | null;
  readonly sentAtMs: number;
};

/** How the agent service (which interprets chat messages) has understood a user's message. */
export type UnderstoodTurn = {
  readonly intent: string;
  readonly slots: JsonObject;
  readonly confidence: number;
  readonly by: string;
  readonly missing: readonly string[];
  /** What the user wants to do with existing plans, orders or alerts, such as cancel them; missing when the message asks for a new one. */
  readonly operation?: string;
  readonly options: readonly Json[];
  /** Words of the user's message that the agent service could not use. */
  readonly leftOut: readonly string[];
  /** A sentence that the agent service itself returned: a question to the user, or an answer that needs no data. */
  readonly text: string | null;
  /** A sentence that tells the user how the message was interpreted, such as why a configured language model was not used. */
  readonly notice?: string;
};

/** A question that the bot has asked. The user's next message either answers it or is about something else. */
export type PendingQuestion = {
  readonly intent: string;
  readonly slots: JsonObject;
  /** The slots (pieces of information) that the question asks for. */
  readonly missing: readonly string[];
  readonly options: readonly Json[];
  /** What to do with the existing plan, order or alert for which the question asks; missing when the question is about a new one. */
  readonly operation?: string;
  /** Time (UTC ms) until which the user's next message can count as the answer. */
  readonly untilMs: number;
};

/** The bot's answer to a user's message, with everything that clients are shown of it. */
export type BotAnswer = {
  readonly text: string;
  readonly action: ChatAction;
  readonly data: JsonObject;
  readonly pending: PendingQuestion | null;
};

/** What was prepared for a message before the message was sent to its chat session. */
export type PreparedTurn = {
  /** The number that the message gets if no other message is sent first. A session ignores what was prepared for another number. */
  readonly turn: number;
  readonly understood: UnderstoodTurn;
  /** The answer, if it needs nothing but words. The session then stores the message and its answer in one write. */
  readonly answer?: BotAnswer;
};

/** An answered message that its session keeps for a moment, until the message and its answer are in the collection of messages. */
export type HeldTurn = ChatTurn & { readonly answer: BotAnswer; readonly answeredAtMs: number };

/** The part of the assistant's answer to a user's message that the session needs for later messages. */
export type StoredAnswer = { readonly action: ChatAction; readonly reply: string; readonly pending: PendingQuestion | null };

/** A user's message together with the bot's answer. Both are stored because a later message can refer to them ("the same again"). */
export type RecentTurn = {
  readonly text: string;
  readonly action: ChatAction;
  readonly intent: string | null;
  readonly slots: JsonObject;
  /** The beginning of the text of the bot's answer. */
  readonly reply: string;
  /** What the message asked to do with existing plans, orders or alerts; missing when it asked for a new one. */
  readonly operation?: string;
  /** When the message was sent (UTC ms). It is missing in messages that an older version of the program stored. */
  readonly sentAtMs?: number;
};

/** The public state of a chat session, with the messages that have no answer yet. */
export type ChatSessionView = {
  readonly chatId: string;
  readonly wallet: ChainAddress | null;
  readonly name: string;
  readonly state: string;
  readonly pending: PendingQuestion | null;
  readonly activeDappProjectId: string | null;
  readonly turns: number;
  readonly answered: number;
  /** The unanswered messages, in the order in which they are answered. */
  readonly unanswered: readonly ChatTurn[];
  /** Ids and numbers of the newest messages. A request that repeats one of these ids is recognized as a repetition. */
  readonly known: readonly { readonly messageId: string; readonly turn: number }[];
  readonly lastAction: ChatAction | null;
  readonly recent: readonly RecentTurn[];
  /** The answered messages that may not be in the collection of messages yet, oldest first. */
  readonly held: readonly HeldTurn[];
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
};

/** Maximum number of a chat session's messages that wait while another message of the session is being answered. */
export const MOST_WAITING_MESSAGES = 5;
/** Maximum number of answered messages that a session keeps until they are in the collection of messages. */
export const MOST_HELD_TURNS = 20;
/** Maximum number of a user's messages in a chat session. After that, the user must begin a new session. */
export const MOST_TURNS = 2_000;
/** The maximum length of a user's chat message in characters. */
export const MOST_MESSAGE_CHARACTERS = 4_000;
/** How long a question of the bot remains open, in ms. The answer to a message that comes later says that it comes too late. */
export const PENDING_FOR_MS = 15 * 60_000;
