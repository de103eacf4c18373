import { Elysia } from 'elysia';
import { createChatActor } from '../../../actors/chat-session/effects.ts';
import { createChatActors } from '../../../actors/chat-session/sessions-client.ts';
import { createAnswerTurn } from '../../../src/features/assistant/answer-turn.ts';
import { createAnswerWaiters } from '../../../src/features/assistant/answer-waiters.ts';
import type { Handlers } from '../../../src/features/assistant/answers/answer.ts';
import { createChatWork } from '../../../src/features/assistant/chat-work.ts';
import { createAssistant } from '../../../src/features/assistant/create-assistant.ts';
import { createMessages } from '../../../src/features/assistant/create-messages.ts';
import { answerText } from '../../../src/features/assistant/handlers/words.ts';
import { createPrepareTurn } from '../../../src/features/assistant/prepare-turn.ts';
import { createReadConversation } from '../../../src/features/assistant/read-conversation.ts';
import { createChatRoutes } from '../../../src/features/assistant/routes/chat-routes.ts';
import { createGuardWallet } from '../../../src/features/assistant/routes/guard-wallet.ts';
import { createQuestionOf, createUnderstandAtOnce, createUnderstandTurn } from '../../../src/features/assistant/understand-turn.ts';
import { INTENTS } from '../../../src/features/assistant/understanding/agent-service.ts';
import { createGrammar } from '../../../src/features/assistant/understanding/create-grammar.ts';
import { createApi } from '../../../src/http/create-api.ts';
import { createHttpServer } from '../../../src/http/http-server.ts';
import { systemClock } from '../../../src/platform/clock/system-clock.ts';
import { systemTimers } from '../../../src/platform/clock/system-timers.ts';
import { silentLog } from '../../../src/platform/log/log.ts';
import { randomIds } from '../../../src/values/id-source.ts';
import { parseWallet } from '../../../src/values/parse-wallet.ts';
import { words } from '../../assistant/known-words.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { benchLine, type Round } from '../support/bench-line.ts';
import { benchActor } from '../support/bench-machine.ts';
import { createBenchSystem } from '../support/bench-system.ts';
import { walletOf } from '../support/fill-store.ts';
import { median, timed } from '../support/measure.ts';

// Measures turns of the chat with the embedded agent: understood, answered, and stored. Conversations copy their messages to the collection
// of messages half a second later. So turns also run, unmeasured, for more than that time before each measurement: while it runs, the
// messages of as many turns are copied as are taken. The reference of their rate are bare durable asks, 64 of each in flight; those of the first frame of their stream are a bare route that streams one frame, and one
// that makes a durable ask before.
const ROUNDS = 7;
const IN_FLIGHT = 64;
const [ASKS, TURNS, STREAMS, CHATS] = [20_000, 10_000, 60, 256];
const COPIED_AFTER_MS = 1_000;
const WALLET = parseWallet(`0x${'a1'.repeat(20)}`);
const MESSAGE = 'what can you do?';

using folder = tempFolder();
const asking = createBenchSystem(folder.file('asks.db'));
const refs = Array.from({ length: 1_000 }, (_, i) => asking.system.of(benchActor, `p${i}`));
await Promise.all(refs.map((ref, i) => ref.create({ wallet: walletOf(i), nextOrderAtMs: 0 })));

type Work = ReturnType<typeof createChatWork>;
let work: Work | null = null;
const works = (): Work => work ?? fail('There is no work yet');
const chatting = createBenchSystem(folder.file('chat.db'), {
  actor: createChatActor({
    understand: (...asked) => works().understand(...asked),
    answer: (...asked) => works().answer(...asked),
    apologize: (...asked) => works().apologize(...asked),
    writeHeld: (...asked) => works().writeHeld(...asked),
    forgetMessages: (...asked) => works().forgetMessages(...asked),
  }),
});
const { records, actors: store } = chatting.store;
const messages = createMessages({ records, clock: systemClock, keptMs: 86_400_000 });
const waiters = createAnswerWaiters({
  ...{ read: messages.answerTo, sessions: { read: (chatId) => sessions.read(chatId) }, timers: systemTimers },
  onError: (error) => console.error(error),
});
const forgetAll = async () => undefined;
const agent = createGrammar({ clock: systemClock });
const questionOf = createQuestionOf({ tokens: async () => words, networks: { list: async () => [] }, clock: systemClock });
const answer = createAnswerTurn({
  handlers: Object.fromEntries(INTENTS.map((intent) => [intent, answerText])) as Handlers,
  ...{ clock: systemClock, log: silentLog, withinMs: 20_000 },
});
const prepare = createPrepareTurn({ understand: createUnderstandAtOnce(agent, questionOf), answer, clock: systemClock });
work = createChatWork({
  ...{ understand: createUnderstandTurn(agent, questionOf), answer },
  ...{ messages, waiters, forgetAll },
});
const sessions = createChatActors({ actors: chatting.system, store });
const assistant = createAssistant({
  sessions,
  read: createReadConversation({ sessions, messages }),
  messages,
  waiters,
  prepare,
  forgetAll,
  ids: randomIds,
  timers: systemTimers,
});
const routes = createChatRoutes({ assistant, guard: createGuardWallet(null), tokenDelayMs: 0, timers: systemTimers, log: silentLog });
const server = createHttpServer({
  ...{ api: createApi({ resources: [routes], log: silentLog }), host: '127.0.0.1', port: 0 },
  ...{ corsOrigins: [], log: silentLog, requestIdPrefix: 'bench' },
});
const bare = new Elysia()
  .post('/stream', async function* () {
    yield 'event: meta\ndata: {}\n\n';
  })
  .post('/durable', async function* () {
    await ask();
    yield 'event: meta\ndata: {}\n\n';
  })
  .listen({ port: 0, hostname: '127.0.0.1' });

let order = 0;
async function inFlight(count: number, one: () => Promise<unknown>): Promise<void> {
  let left = count;
  const client = async () => {
    while (left > 0) {
      left -= 1;
      await one();
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, client));
}

async function ask(): Promise<void> {
  order += 1;
  await refs[order % refs.length]?.ask({ type: 'FILL', order, spent: '1000000', received: '271828' });
}

const never = new AbortController().signal;
const sent = { message: MESSAGE, wallet: WALLET, chatId: null, chainId: null, currency: null, messageId: null };
const chats = await Promise.all(
  Array.from({ length: CHATS }, async () => {
    const accepted = await assistant.send(sent);
    await assistant.answerTo(accepted, never);
    return accepted.chatId;
  }),
);
let next = 0;
function nextChat(): string {
  next += 1;
  return chats[next % CHATS] ?? fail('There are no conversations');
}

async function turn(): Promise<void> {
  await assistant.answerTo(await assistant.send({ ...sent, chatId: nextChat() }), never);
}

async function firstFrameMs(url: string): Promise<number> {
  const startedAt = performance.now();
  const response = await fetch(url, {
    ...{
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ message: MESSAGE, wallet: WALLET, chatId: nextChat() }),
    },
  });
  const reader = response.body?.getReader();
  let text = '';
  while (!text.includes('event: meta')) {
    const { value, done } = (await reader?.read()) ?? fail('The stream has no body');
    if (done) fail('The stream ended before its first frame');
    text += new TextDecoder().decode(value);
  }
  const ms = performance.now() - startedAt;
  while ((await reader?.read())?.done === false);
  return ms;
}

const perSecond = async (count: number, one: () => Promise<unknown>) => (1_000 * count) / (await timed(() => inFlight(count, one)));
const medianFrame = async (url: string) => {
  const times: number[] = [];
  for (let i = 0; i < STREAMS; i += 1) times.push(await firstFrameMs(url));
  return median(times);
};

const own = `${server.url}/api/v1/assistant/message/stream`;
const [reference, durable] = ['stream', 'durable'].map((path) => `http://127.0.0.1:${bare.server?.port}/${path}`) as [string, string];
await perSecond(ASKS, ask);
await perSecond(TURNS, turn);
for (const url of [own, reference, durable]) await medianFrame(url);
const rates: Round[] = [];
const frames: Round[] = [];
const overAsks: Round[] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  const before = await perSecond(ASKS, ask);
  await perSecond(TURNS, turn);
  const ours = await perSecond(TURNS, turn);
  await new Promise((resolve) => setTimeout(resolve, COPIED_AFTER_MS));
  const after = await perSecond(ASKS, ask);
  rates.push({ ours, reference: (before + after) / 2 });
  const frame = await medianFrame(own);
  frames.push({ ours: frame, reference: await medianFrame(reference) });
  overAsks.push({ ours: frame, reference: await medianFrame(durable) });
}
await server.stop(0);
await bare.stop();
await Promise.all([asking.close(), chatting.close()]);

const note = `SQLite synchronous=FULL, ${CHATS} conversations; medians of ${ROUNDS} rounds`;
console.log(
  JSON.stringify([
    benchLine('turns of the chat, 64 in flight, over durable asks', 'turns/s', rates, '>= 0.15', note, median),
    benchLine('first frame of a streamed answer, over a bare route with a stream', 'ms', frames, '<= 3', note, median),
    benchLine('the same, over a route that makes one durable ask before its frame', 'ms', overAsks, null, note, median),
  ]),
);
process.exit(0);

function fail(why: string): never {
  throw new Error(why);
}
