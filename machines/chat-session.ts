// A conversation of one wallet with the assistant. Messages are answered one at a time, in the order in which they arrived.
//
// idle --SEND--> understanding --UNDERSTOOD--> answering --ANSWERED--> (end of the turn)
//                |    |                        |
//                |    |                        +--NOT_ANSWERED--> apologizing --ANSWERED--> (end of the turn)
//                |    +--NOT_UNDERSTOOD--> apologizing
//                +--UNDERSTOOD with an answer, because it needed nothing but words--> (end of the turn)
// idle --SEND with what the message means--> answering
// idle --SEND with a prepared answer--> idle; effect: writeHeld (a moment later, for all turns that were answered by then)
// any --WRITTEN--> the same state, without the turns that are now in the collection of messages
// (end of the turn): when a message waits --> understanding; otherwise --> idle
// understanding, answering, apologizing --SEND, while fewer than five wait--> the same state, the message waits
// any --DELETE--> deleted; effect: forgetMessages
//
// The collection of messages gets the user's message and the answer from the effect that has prepared the answer: `understand` (when the
// answer needs no data besides the message), `answer` or `apologize`. If the sender has prepared the answer, the step that accepts the
// message also stores the answer, in the session itself, and the effect `writeHeld` copies both to the collection. All these effects use
// ids that are derived from the message's number, so repeating an effect changes nothing.

import { assign, setup } from 'xstate';
import type { ChainAddress } from '../src/values/address.ts';
import {
  type ChatTurn,
  MOST_HELD_TURNS,
  MOST_TURNS,
  MOST_WAITING_MESSAGES,
  type PendingQuestion,
  type PreparedTurn,
  type RecentTurn,
  type StoredAnswer,
  type UnderstoodTurn,
} from '../src/values/assistant/chat-turn.ts';
import {
  accepted,
  answeredAtOnce,
  begun,
  type ChatContext,
  type ChatInput,
  emptied,
  ended,
  newChat,
  written,
} from './chat-session/context.ts';

type Timed<T> = T & { readonly at: number };

export type ChatEvent =
  | Timed<{
      readonly type: 'SEND';
      readonly messageId: string;
      readonly text: string;
      readonly wallet: ChainAddress | null;
      readonly chainId: number | null;
      readonly currency: string | null;
      /** What the sender was able to prepare: the meaning of the message, and perhaps its answer. */
      readonly prepared?: PreparedTurn;
    }>
  | Timed<{
      readonly type: 'UNDERSTOOD';
      readonly turn: number;
      readonly understood: UnderstoodTurn;
      /** The stored answer, when the effect `understand` was already able to prepare the answer. */
      readonly answer?: StoredAnswer;
    }>
  | Timed<{ readonly type: 'NOT_UNDERSTOOD'; readonly turn: number; readonly reason: string }>
  | Timed<{ readonly type: 'ANSWERED'; readonly turn: number } & StoredAnswer>
  | Timed<{ readonly type: 'NOT_ANSWERED'; readonly turn: number; readonly reason: string }>
  | Timed<{ readonly type: 'WRITTEN'; readonly turn: number }>
  | Timed<{ readonly type: 'DELETE'; readonly wallet: ChainAddress | null }>;

export type UnderstandParams = {
  readonly turn: ChatTurn;
  /** The owner of the conversation. It is missing in effects that an older version of the program requested. */
  readonly wallet?: ChainAddress | null;
  readonly pending: PendingQuestion | null;
  readonly recent: readonly RecentTurn[];
  readonly activeDappProjectId: string | null;
};
export type AnswerParams = {
  readonly turn: ChatTurn;
  readonly wallet: ChainAddress | null;
  readonly understood: UnderstoodTurn;
};
export type ApologizeParams = { readonly turn: ChatTurn; readonly wallet: ChainAddress | null; readonly reason: string };

function currentOf({ current }: ChatContext): ChatTurn {
  if (current === null) throw new TypeError('A message is being answered, but the state of the conversation contains no such message');
  return current;
}

function isRoom(context: ChatContext, event: ChatEvent): boolean {
  return (
    event.type === 'SEND' &&
    (context.wallet === null || context.wallet === event.wallet) &&
    context.waiting.length < MOST_WAITING_MESSAGES &&
    context.turns < MOST_TURNS
  );
}

/** Whether the event brings the meaning of its message, found out for the session as it is now. */
function isUnderstood(context: ChatContext, event: ChatEvent): boolean {
  return event.type === 'SEND' && event.prepared?.turn === context.turns + 1 && isRoom(context, event);
}

/** Whether the event also brings the answer to its message, and the session can hold it. */
function isAnsweredAtOnce(context: ChatContext, event: ChatEvent): boolean {
  const isAnswered = event.type === 'SEND' && event.prepared?.answer !== undefined;
  return isAnswered && context.held.length < MOST_HELD_TURNS && isUnderstood(context, event);
}

function isOfCurrent({ current }: ChatContext, event: ChatEvent): boolean {
  return 'turn' in event && event.turn === current?.turn;
}

const understandParams = ({ context }: { readonly context: ChatContext }): UnderstandParams => {
  const { wallet, pending, recent, activeDappProjectId } = context;
  return { turn: currentOf(context), wallet, pending, recent, activeDappProjectId };
};

const forgetMessages = {
  type: 'forgetMessages',
  params: ({ context }: { readonly context: ChatContext }) => ({ turns: context.turns }),
} as const;

/** The transitions after a message has been answered: the next waiting message is answered or, if none waits, the session becomes idle. */
const ENDS_TURN = [
  { guard: 'isLast', target: 'idle', actions: 'end' },
  { guard: 'isCurrent', target: 'understanding', actions: 'end' },
] as const;

export const chatSessionMachine = setup({
  types: {
    context: {} as ChatContext,
    events: {} as ChatEvent,
    input: {} as ChatInput,
  },
  actions: {
    understand: (_, _params: UnderstandParams) => {},
    answer: (_, _params: AnswerParams) => {},
    apologize: (_, _params: ApologizeParams) => {},
    writeHeld: () => {},
    forgetMessages: (_, _params: { readonly turns: number }) => {},
    accept: assign(({ context, event }) => (event.type === 'SEND' ? accepted(context, event, event.wallet, event.at) : {})),
    answerAtOnce: assign(({ context, event }) => {
      if (event.type !== 'SEND' || event.prepared?.answer === undefined) return {};
      const { understood, answer } = event.prepared;
      return answeredAtOnce(context, event, event.wallet, { understood, answer }, event.at);
    }),
    dropWritten: assign(({ context, event }) => (event.type === 'WRITTEN' ? written(context, event.turn) : {})),
    begin: assign(({ context }) => begun(context)),
    noteUnderstood: assign(({ event }) => {
      if (event.type === 'UNDERSTOOD') return { understood: event.understood };
      return event.type === 'SEND' && event.prepared !== undefined ? { understood: event.prepared.understood } : {};
    }),
    noteFailure: assign(({ event }) => ('reason' in event ? { failure: event.reason } : {})),
    end: assign(({ context, event }) => {
      const answer = event.type === 'UNDERSTOOD' ? event.answer : event;
      return answer !== undefined && 'reply' in answer ? ended(context, answer) : {};
    }),
    empty: assign(({ context }) => emptied(context)),
  },
  guards: {
    isRoom: ({ context, event }) => isRoom(context, event),
    isUnderstood: ({ context, event }) => isUnderstood(context, event),
    isAnsweredAtOnce: ({ context, event }) => isAnsweredAtOnce(context, event),
    isFirstHeld: ({ context, event }) => context.held.length === 0 && isAnsweredAtOnce(context, event),
    holdsMore: ({ context, event }) => event.type === 'WRITTEN' && context.held.some(({ turn }) => turn > event.turn),
    isOwner: ({ context, event }) => event.type === 'DELETE' && (context.wallet === null || event.wallet === context.wallet),
    isCurrent: ({ context, event }) => isOfCurrent(context, event),
    isLast: ({ context, event }) => isOfCurrent(context, event) && context.waiting.length === 0,
    isAnswered: ({ context, event }) => isOfCurrent(context, event) && 'answer' in event,
    isLastAnswered: ({ context, event }) => isOfCurrent(context, event) && 'answer' in event && context.waiting.length === 0,
  },
}).createMachine({
  id: 'chat-session',
  context: ({ input }) => newChat(input),
  initial: 'idle',
  on: {
    DELETE: { guard: 'isOwner', target: '.deleted' },
    // Results of effects that arrive in the state `idle` belong to a message that was already answered, so the results are ignored.
    UNDERSTOOD: {},
    NOT_UNDERSTOOD: {},
    ANSWERED: {},
    NOT_ANSWERED: {},
    WRITTEN: [{ guard: 'holdsMore', actions: ['dropWritten', 'writeHeld'] }, { actions: 'dropWritten' }],
  },
  states: {
    idle: {
      on: {
        SEND: [
          // While turns are held, the effect `writeHeld` has already been requested. It also writes the turns that are added until it runs.
          { guard: 'isFirstHeld', actions: ['answerAtOnce', 'writeHeld'] },
          { guard: 'isAnsweredAtOnce', actions: 'answerAtOnce' },
          { guard: 'isUnderstood', target: 'answering', actions: ['accept', 'begin', 'noteUnderstood'] },
          { guard: 'isRoom', target: 'understanding', actions: 'accept' },
        ],
      },
    },
    understanding: {
      entry: ['begin', { type: 'understand', params: understandParams }],
      on: {
        SEND: { guard: 'isRoom', actions: 'accept' },
        UNDERSTOOD: [
          { guard: 'isLastAnswered', target: 'idle', actions: ['noteUnderstood', 'end'] },
          { guard: 'isAnswered', target: 'understanding', reenter: true, actions: ['noteUnderstood', 'end'] },
          { guard: 'isCurrent', target: 'answering', actions: 'noteUnderstood' },
        ],
        NOT_UNDERSTOOD: { guard: 'isCurrent', target: 'apologizing', actions: 'noteFailure' },
      },
    },
    answering: {
      entry: {
        type: 'answer',
        params: ({ context }) => {
          const { wallet, understood } = context;
          if (understood === null) throw new TypeError('A message is being answered before its intent was recognised');
          return { turn: currentOf(context), wallet, understood };
        },
      },
      on: {
        SEND: { guard: 'isRoom', actions: 'accept' },
        ANSWERED: ENDS_TURN,
        NOT_ANSWERED: { guard: 'isCurrent', target: 'apologizing', actions: 'noteFailure' },
      },
    },
    /** Preparing the answer failed. In this state, a message is stored that explains the failure to the user. */
    apologizing: {
      entry: {
        type: 'apologize',
        params: ({ context }) => ({ turn: currentOf(context), wallet: context.wallet, reason: context.failure ?? '' }),
      },
      on: {
        SEND: { guard: 'isRoom', actions: 'accept' },
        ANSWERED: ENDS_TURN,
      },
    },
    deleted: {
      entry: [forgetMessages, 'empty'],
      on: {
        DELETE: {},
        // An effect that was running while the session was deleted may have stored messages after the deletion. These messages are deleted
        // as well.
        UNDERSTOOD: { actions: forgetMessages },
        NOT_UNDERSTOOD: { actions: forgetMessages },
        ANSWERED: { actions: forgetMessages },
        NOT_ANSWERED: { actions: forgetMessages },
        WRITTEN: { actions: forgetMessages },
      },
    },
  },
});
