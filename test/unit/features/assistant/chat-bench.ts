import { createChatActor } from '../../../../actors/chat-session/effects.ts';
import { createChatActors } from '../../../../actors/chat-session/sessions-client.ts';
import { type AnswerTurn, createAnswerTurn } from '../../../../src/features/assistant/answer-turn.ts';
import { createAnswerWaiters } from '../../../../src/features/assistant/answer-waiters.ts';
import { type Handler, type Handlers, say } from '../../../../src/features/assistant/answers/answer.ts';
import type { IncomingMessage } from '../../../../src/features/assistant/assistant.ts';
import { CHAT_MESSAGES, type StoredMessage } from '../../../../src/features/assistant/chat-message.ts';
import { createChatWork } from '../../../../src/features/assistant/chat-work.ts';
import { createAssistant } from '../../../../src/features/assistant/create-assistant.ts';
import { createMessages } from '../../../../src/features/assistant/create-messages.ts';
import { createForgetAll } from '../../../../src/features/assistant/forget-all.ts';
import { createPrepareTurn } from '../../../../src/features/assistant/prepare-turn.ts';
import { createReadConversation } from '../../../../src/features/assistant/read-conversation.ts';
import { createFeedback, type Feedback } from '../../../../src/features/assistant/training/create-feedback.ts';
import { createQuestionOf, createUnderstandAtOnce, createUnderstandTurn } from '../../../../src/features/assistant/understand-turn.ts';
import {
  INTENTS,
  type Question,
  type TokenWords,
  type Understood,
} from '../../../../src/features/assistant/understanding/agent-service.ts';
import { silentLog } from '../../../../src/platform/log/log.ts';
import { createMemoryActorStore } from '../../../../src/platform/store/memory/memory-actor-store.ts';
import { createMemoryRecordStore } from '../../../../src/platform/store/memory/memory-record-store.ts';
import type { RecordStore } from '../../../../src/platform/store/record-store.ts';
import type { ActorClient } from '../../../../src/runtime/define/client.ts';
import { createTestSystem, type TestSystem } from '../../../../src/test-kit/create-test-system.ts';
import type { ChainAddress } from '../../../../src/values/address.ts';
import type { Clock } from '../../../../src/values/clock.ts';
import { parseWallet } from '../../../../src/values/parse-wallet.ts';

export const ALICE: ChainAddress = parseWallet(`0x${'a1'.repeat(20)}`);
export const BOB: ChainAddress = parseWallet(`0x${'b0'.repeat(20)}`);

const NO_TOKENS: TokenWords = {
  size: 0,
  bySymbol: () => [],
  byName: () => [],
  startsName: () => false,
  byAddress: () => [],
  near: () => [],
  renewed: async () => null,
};

/**
 * Creates the chat feature with stores in memory. The test provides the function that interprets messages, and the handler that answers
 * them.
 */
export function chatBench(
  options: {
    readonly understand?: (question: Question) => Promise<Understood>;
    readonly handler?: Handler;
    readonly openRecords?: (clock: Clock) => RecordStore;
    /**
     * Whether the agent service can understand a message without waiting, so that the answer is stored with the message. `understand` is
     * then not called.
     */
    readonly atOnce?: (question: Question) => Understood | null;
    /** Runs before the messages of a turn are stored. */
    readonly beforeInsert?: () => Promise<void>;
  } = {},
) {
  const start = Date.UTC(2026, 0, 1);
  let test: TestSystem | null = null;
  const clock = { now: () => test?.time.clock.now() ?? start };
  const records = options.openRecords?.(clock) ?? createMemoryRecordStore({ clock });
  const store = createMemoryActorStore();
  let [storeReads, answerReads] = [0, 0];
  const stored = createMessages({ records, clock, keptMs: 86_400_000 });
  const messages: typeof stored = {
    ...stored,
    async keepTurn(...turn) {
      await options.beforeInsert?.();
      return await stored.keepTurn(...turn);
    },
    async keepHeld(session) {
      await options.beforeInsert?.();
      await stored.keepHeld(session);
    },
    answerTo(...turn) {
      answerReads += 1;
      return stored.answerTo(...turn);
    },
  };
  const errors: unknown[] = [];
  const asked: Question[] = [];
  const understand = options.understand ?? (async ({ input }) => understood({ text: `You said: ${input}` }));
  const agent = {
    understand: async (question: Question) => {
      asked.push(question);
      return await understand(question);
    },
    ...(options.atOnce === undefined ? {} : { understandAtOnce: options.atOnce }),
  };
  const handler = options.handler ?? (async ({ said }) => say(said ?? ''));
  const handlers = Object.fromEntries(INTENTS.map((intent) => [intent, handler])) as Handlers;
  const timers = {
    after: (ms: number, run: () => void) => test?.time.timers.after(ms, run) ?? (() => undefined),
    soon: (run: () => void) => void setImmediate(run),
  };
  const waiters = createAnswerWaiters({
    ...{ read: messages.answerTo, sessions: { read: (chatId) => sessions.read(chatId) }, timers },
    onError: (error) => errors.push(error),
  });
  const answer: AnswerTurn = createAnswerTurn({ handlers, clock, log: silentLog, withinMs: 20_000 });
  const forgotten: string[] = [];
  let feedback: Feedback | null = null;
  const forgetAll = async (chatId: string) => {
    forgotten.push(chatId);
    await createForgetAll({ messages, waiters, feedback: { removeAll: async (id) => (await feedback?.removeAll(id)) ?? 0 } })(chatId);
  };
  const questionOf = createQuestionOf({ tokens: async () => NO_TOKENS, networks: { list: async () => [] }, clock });
  const prepare = createPrepareTurn({ understand: createUnderstandAtOnce(agent, questionOf), answer, clock });
  const work = createChatWork({
    understand: createUnderstandTurn(agent, questionOf),
    ...{ answer, messages, waiters, forgetAll, walletOf: async () => ALICE },
  });
  test = createTestSystem({ actors: [createChatActor(work)], store });
  const system = test;
  const actors: ActorClient = {
    of: (definition, key) => system.system().of(definition, key),
    send: (id, event, sent) => system.system().send(id, event, sent),
    list: (definition, query) => system.system().list(definition, query),
  };
  let ids = 0;
  const session = createChatActors({ actors, store });
  const sessions: typeof session = {
    ...session,
    read(chatId) {
      storeReads += 1;
      return session.read(chatId);
    },
  };
  const read = createReadConversation({ sessions, messages });
  const given = createFeedback({ records, read, messages, clock });
  feedback = given;
  const assistant = createAssistant({
    ...{ sessions, read, messages, waiters, prepare, forgetAll, timers },
    ids() {
      ids += 1;
      return `00000000-0000-4000-8000-${String(ids).padStart(12, '0')}`;
    },
  });
  const rows = records.collection<StoredMessage>(CHAT_MESSAGES);
  return {
    storeReads: () => storeReads,
    answerReads: () => answerReads,
    feedback: given,
    ...{ test, assistant, read, sessions, messages, waiters, records, rows, asked, errors, forgotten, clock, timers },
    send: (message: string, rest: Partial<IncomingMessage> = {}) =>
      assistant.send({ message, wallet: ALICE, chatId: null, chainId: null, currency: null, messageId: null, ...rest }),
    async all() {
      return (await rows.scan({ limit: 1_000 })).rows.toSorted((a, b) => a.position - b.position);
    },
  };
}

export function understood(parts: Partial<Understood> = {}): Understood {
  return { intent: 'text', slots: {}, confidence: 1, by: 'grammar', missing: [], leftOut: [], ...parts };
}
