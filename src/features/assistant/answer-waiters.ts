import type { ChatActors } from './chat-actors.ts';
import type { BotMessage } from './create-messages.ts';
import { createTurnsAtWork } from './turns-at-work.ts';

/** Lets HTTP requests wait for the answer to a message. It also works when another node prepares the answer. */
export type AnswerWaiters = {
  /**
   * Resolves with the answer; 'deleted' when there will be none because the conversation was deleted; null when the answer does not arrive in
   * time, or when the signal aborts.
   */
  readonly wait: (chatId: string, turn: number, options: { readonly withinMs: number; readonly signal: AbortSignal }) => Promise<Waited>;
  /**
   * Records that this node has begun to prepare an answer. Returns the function to call when the node has stopped working on the answer.
   */
  readonly prepare: (chatId: string, turn: number) => () => void;
  /** Resolves when this node no longer works on the answer to a message; null when it does not work on that answer now. */
  readonly ended: (chatId: string, turn: number) => Promise<void> | null;
  /** Passes an answer that was stored to the requests that wait for it on this node. */
  readonly tell: (chatId: string, turn: number, answer: BotMessage) => void;
  /** Lets all requests of this node that wait for answers of a conversation check at once whether it still exists. */
  readonly lookAgain: (chatId: string) => void;
  readonly count: () => number;
};

type Waited = BotMessage | 'deleted' | null;
type Waiter = { readonly resolve: (waited: Waited) => void; readonly look: () => void };

/** Number of the newest answers that a node keeps in memory, for requests that start to wait just after the answer was stored. */
const MOST_HELD = 32;
/**
 * Time in ms after which a waiting request first checks the store, because the answer may have been stored before the request started to
 * wait. Most requests wait for the answer to a message that was just sent, so an immediate check would find nothing. While this node prepares
 * the answer, this check is left out, because the answer is passed on as soon as it is stored.
 */
const FIRST_LOOK_MS = 20;
/** Time in ms between two checks of the store, because another node may have prepared the answer or deleted the conversation. */
const LOOK_EVERY_MS = 1_000;

export function createAnswerWaiters(deps: {
  readonly read: (chatId: string, turn: number) => Promise<BotMessage | null>;
  readonly sessions: Pick<ChatActors, 'read'>;
  readonly timers: { readonly after: (ms: number, run: () => void) => () => void };
  readonly onError: (error: unknown) => void;
  /** Called with the new number of waiting requests whenever it changes. */
  readonly onCount?: (count: number) => void;
}): AnswerWaiters {
  const { read, sessions, timers, onError, onCount = () => undefined } = deps;
  const waiting = new Map<string, Set<Waiter>>();
  const held = new Map<string, BotMessage>();
  const preparing = createTurnsAtWork();
  let count = 0;
  const changeCount = (by: 1 | -1) => {
    count += by;
    onCount(count);
  };

  async function lookUp(chatId: string, turn: number): Promise<Waited> {
    const answer = await read(chatId, turn);
    if (answer !== null) return answer;
    const session = await sessions.read(chatId);
    // A conversation with fewer messages is a new one, which was begun under the same id after the deletion.
    return session === null || session.state === 'deleted' || session.turns < turn ? 'deleted' : null;
  }

  return {
    async wait(chatId, turn, { withinMs, signal }) {
      const key = keyOf(chatId, turn);
      const answer = held.get(key);
      if (answer !== undefined) return answer;
      const { promise, resolve } = Promise.withResolvers<Waited>();
      let cancelLook = () => {};
      const look = () => {
        cancelLook();
        lookUp(chatId, turn).then((found) => {
          if (found !== null) resolve(found);
        }, onError);
        cancelLook = timers.after(LOOK_EVERY_MS, look);
      };
      const waiter = { resolve, look };
      const others = waiting.get(key) ?? new Set();
      waiting.set(key, others.add(waiter));
      changeCount(1);
      const leave = () => resolve(null);
      signal.addEventListener('abort', leave, { once: true });
      if (signal.aborted) leave();
      const cancelEnd = timers.after(withinMs, leave);
      cancelLook = timers.after(FIRST_LOOK_MS, () => {
        if (preparing.has(key)) cancelLook = timers.after(LOOK_EVERY_MS, look);
        else look();
      });
      try {
        return await promise;
      } finally {
        cancelLook();
        cancelEnd();
        signal.removeEventListener('abort', leave);
        others.delete(waiter);
        if (others.size === 0) waiting.delete(key);
        changeCount(-1);
      }
    },

    prepare: (chatId, turn) => preparing.begin(keyOf(chatId, turn)),
    ended: (chatId, turn) => preparing.ended(keyOf(chatId, turn)),

    tell(chatId, turn, answer) {
      const key = keyOf(chatId, turn);
      for (const { resolve } of waiting.get(key) ?? []) resolve(answer);
      hold(held, key, answer);
    },

    lookAgain(chatId) {
      const ofChat = [...waiting].filter(([key]) => key.startsWith(keyOf(chatId, '')));
      for (const { look } of ofChat.flatMap(([, waiters]) => [...waiters])) look();
    },

    count: () => count,
  };
}

function hold(answers: Map<string, BotMessage>, key: string, answer: BotMessage): void {
  answers.set(key, answer);
  if (answers.size <= MOST_HELD) return;
  const [oldest] = answers.keys();
  if (oldest !== undefined) answers.delete(oldest);
}

function keyOf(chatId: string, turn: number | ''): string {
  return `${chatId}/${turn}`;
}
