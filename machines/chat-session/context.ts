import type { ChainAddress } from '../../src/values/address.ts';
import type { ChatAction } from '../../src/values/assistant/chat-actions.ts';
import type { BotAnswer, ChatTurn, HeldTurn, PendingQuestion, RecentTurn, UnderstoodTurn } from '../../src/values/assistant/chat-turn.ts';
import { cutText } from '../../src/values/cut-text.ts';

export type ChatContext = {
  /** The wallet that owns the conversation. Null for a session that began without a wallet, until a wallet sends a message to it. */
  readonly wallet: ChainAddress | null;
  /** Name of the conversation: the beginning of its first message. */
  readonly name: string;
  /** Number of messages of the session that were accepted. */
  readonly turns: number;
  /** Number of the session's accepted messages that are answered. */
  readonly answered: number;
  /** The message that is being answered; null when there is none. */
  readonly current: ChatTurn | null;
  readonly understood: UnderstoodTurn | null;
  /** The accepted messages that wait to be answered after the current message, oldest first. */
  readonly waiting: readonly ChatTurn[];
  /** The question that the last answer asked, even if it is too old for an answer; null when the last answer asked nothing. */
  readonly pending: PendingQuestion | null;
  readonly recent: readonly RecentTurn[];
  readonly known: readonly { readonly messageId: string; readonly turn: number }[];
  readonly activeDappProjectId: string | null;
  readonly lastAction: ChatAction | null;
  /** Why the current message cannot be answered; null when no problem has occurred while answering it. */
  readonly failure: string | null;
  /** The answered messages that may not be in the collection of messages yet, oldest first. */
  readonly held: readonly HeldTurn[];
};

export type ChatInput = { readonly wallet: ChainAddress | null };

/** Maximum number of recent messages that are stored together with their recognized meaning, so that later messages can refer to them. */
const MOST_RECENT = 5;
const MOST_KNOWN = 12;
const NAME_CHARACTERS = 60;
const REPLY_CHARACTERS = 300;
const RECENT_TEXT_CHARACTERS = 500;

export function newChat({ wallet }: ChatInput): ChatContext {
  return {
    ...{ wallet, name: '', turns: 0, answered: 0, current: null, understood: null, waiting: [], pending: null, recent: [], known: [] },
    ...{ activeDappProjectId: null, lastAction: null, failure: null, held: [] },
  };
}

/** Adds a message at the end of the queue of waiting messages. */
export function accepted(
  context: ChatContext,
  message: Omit<ChatTurn, 'turn' | 'sentAtMs'>,
  wallet: ChainAddress | null,
  atMs: number,
): Partial<ChatContext> {
  const turn = context.turns + 1;
  const { messageId, text, chainId, currency } = message;
  return {
    wallet: context.wallet ?? wallet,
    name: context.name === '' ? cutText(text.replace(/\s+/g, ' ').trim(), NAME_CHARACTERS) : context.name,
    turns: turn,
    waiting: [...context.waiting, { turn, messageId, text, chainId, currency, sentAtMs: atMs }],
    known: [...context.known, { messageId, turn }].slice(-MOST_KNOWN),
  };
}

/** Starts answering the oldest waiting message. */
export function begun(context: ChatContext): Partial<ChatContext> {
  const [current = null, ...waiting] = context.waiting;
  return { current, waiting, understood: null, failure: null };
}

/** Ends the current turn. */
export function ended(
  context: ChatContext,
  answer: { readonly action: ChatAction; readonly reply: string; readonly pending: PendingQuestion | null },
): Partial<ChatContext> {
  const { current, understood } = context;
  if (current === null) return {};
  const recent: RecentTurn = {
    text: cutText(current.text, RECENT_TEXT_CHARACTERS),
    action: answer.action,
    intent: understood?.intent ?? null,
    slots: understood?.slots ?? {},
    reply: cutText(answer.reply, REPLY_CHARACTERS),
    ...(understood?.operation === undefined ? {} : { operation: understood.operation }),
    sentAtMs: current.sentAtMs,
  };
  return {
    ...{ current: null, understood: null, failure: null, pending: answer.pending, lastAction: answer.action },
    answered: context.answered + 1,
    recent: [...context.recent, recent].slice(-MOST_RECENT),
  };
}

/** Accepts a message together with its prepared answer: the whole turn in one step. */
export function answeredAtOnce(
  context: ChatContext,
  message: Omit<ChatTurn, 'turn' | 'sentAtMs'>,
  wallet: ChainAddress | null,
  { understood, answer }: { readonly understood: UnderstoodTurn; readonly answer: BotAnswer },
  atMs: number,
): Partial<ChatContext> {
  const waiting = { ...context, ...accepted(context, message, wallet, atMs) };
  const answering = { ...waiting, ...begun(waiting), understood };
  const { current } = answering;
  if (current === null) return {};
  const { action, text: reply, pending } = answer;
  return {
    ...{ ...answering, ...ended(answering, { action, reply, pending }) },
    held: [...context.held, { ...current, answer, answeredAtMs: atMs }],
  };
}

/** Removes the turns up to number `turn` from the held ones, because they are now in the collection of messages. */
export function written(context: ChatContext, turn: number): Partial<ChatContext> {
  return { held: context.held.filter((one) => one.turn > turn) };
}

/** Returns the context of a deleted session, which only keeps its owner and the number of its messages. */
export function emptied(context: ChatContext): Partial<ChatContext> {
  return { ...newChat({ wallet: context.wallet }), turns: context.turns, answered: context.turns };
}
