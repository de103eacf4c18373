// A node that the chat campaign kills. It holds conversations with the assistant in a store, and reads commands from standard input; commands
// and answers are lines of JSON. Its clock runs SPEED times as fast as real time, so that the work of a killed node is soon taken over.
// bun test/crash/chat/node.ts STORE_URL NODE SPEED BASE_MS POINT#PASS|- [--hasty]
// It kills itself with SIGKILL when it passes POINT for the PASS-th time. With --hasty it acknowledges messages before they are stored, which
// the checks of the campaign must detect.
import { writeSync } from 'node:fs';
import { createChatActor } from '../../../actors/chat-session/effects.ts';
import { createChatActors } from '../../../actors/chat-session/sessions-client.ts';
import { withCommitPoints } from '../../../src/app/fault-points.ts';
import { openStoreAt } from '../../../src/app/open-store.ts';
import { createAnswerTurn } from '../../../src/features/assistant/answer-turn.ts';
import { createAnswerWaiters } from '../../../src/features/assistant/answer-waiters.ts';
import { type Handler, type Handlers, say as sayText } from '../../../src/features/assistant/answers/answer.ts';
import { CHAT_MESSAGES, type StoredMessage } from '../../../src/features/assistant/chat-message.ts';
import { createChatWork } from '../../../src/features/assistant/chat-work.ts';
import { createAssistant } from '../../../src/features/assistant/create-assistant.ts';
import { createMessages } from '../../../src/features/assistant/create-messages.ts';
import { createPrepareTurn } from '../../../src/features/assistant/prepare-turn.ts';
import { createReadConversation } from '../../../src/features/assistant/read-conversation.ts';
import { INTENTS } from '../../../src/features/assistant/understanding/agent-service.ts';
import { silentLog } from '../../../src/platform/log/log.ts';
import { createActorSystem } from '../../../src/runtime/system.ts';
import type { ChatTurn, UnderstoodTurn } from '../../../src/values/assistant/chat-turn.ts';
import { CoxswainError } from '../../../src/values/errors/coxswain-error.ts';
import { pagesOf } from '../../../src/values/pages-of.ts';
import { parseWallet } from '../../../src/values/parse-wallet.ts';
import { deadlyPoint, fastTime, serveCommands, startSystem } from '../support/dying-program.ts';
import type { Answer, Command, SentMessage, Shown, TurnPoint } from './commands.ts';

const [url = '', nodeId = '', speedText = '1', baseText = '0', deadly = '-', ...flags] = process.argv.slice(2);
const speed = Number(speedText);
const MINUTE_MS = 60_000;
const ANSWER_WITHIN_MS = 2_000;
const WALLET = parseWallet(`0x${'a1'.repeat(20)}`);

const point = deadlyPoint(deadly);
const at = async (name: TurnPoint) => await point(name);

const { clock, timers } = fastTime(Number(speedText), Number(baseText));
const opened = await openStoreAt(url, clock);
const store = withCommitPoints(opened.actors, point);
const stored = createMessages({ records: opened.records, clock, keptMs: 1_000 * MINUTE_MS * 60 });
const messages: typeof stored = {
  ...stored,
  async keepHeld(session) {
    await at('held:before');
    await stored.keepHeld(session);
    await at('held:stored');
  },
  async keepTurn(chatId, turn, of, bot) {
    const kind = bot.action === 'error' ? 'apology' : 'answer';
    await at(`${kind}:prepared`);
    const kept = await stored.keepTurn(chatId, turn, of, bot);
    await at(`${kind}:stored`);
    return kept;
  },
};
const waiters = createAnswerWaiters({
  ...{ read: messages.answerTo, sessions: { read: (chatId) => sessions.read(chatId) }, timers },
  onError: (error) => console.error(error),
});

let answers = 0;
/** Every prepared answer has another text, so that an answer that was shown and then replaced is noticed. */
const handler: Handler = async ({ said }) => {
  await at('handler:inside');
  answers += 1;
  return sayText(`Answer to ${said ?? ''} (${nodeId}, ${process.pid}, ${answers})`);
};
const forgetAll = async (chatId: string) => void (await messages.removeAll(chatId));
const answer = createAnswerTurn({
  handlers: Object.fromEntries(INTENTS.map((intent) => [intent, handler])) as Handlers,
  ...{ clock, log: silentLog, withinMs: 20_000 },
});
const understoodAs = (intent: string, { text }: ChatTurn): UnderstoodTurn => {
  return { intent, slots: {}, confidence: 1, by: 'grammar', missing: [], options: [], leftOut: [], text };
};
const prepare = createPrepareTurn({
  async understand({ turn }) {
    await at('prepare:before');
    if (turn.text.includes('understood')) return understoodAs('market_intel', turn);
    return turn.text.includes('at once') ? understoodAs('text', turn) : null;
  },
  ...{ answer, clock },
});
const work = createChatWork({
  async understand({ turn }) {
    await at('understand:before');
    if (turn.text.includes('fails')) throw new Error('this message is not understood');
    // Answers to "text" are stored by the effect that understands the message, the others by an effect of their own.
    const understood = understoodAs(turn.turn % 2 === 0 ? 'text' : 'market_intel', turn);
    await at('understand:after');
    return understood;
  },
  answer,
  ...{ messages, forgetAll },
  waiters: {
    ...waiters,
    tell(chatId, turn, answer) {
      waiters.tell(chatId, turn, answer);
      void at('answer:told');
    },
  },
});
const system = createActorSystem({
  actors: [createChatActor(work)],
  ...{ store, clock, timers, ids: () => crypto.randomUUID(), random: Math.random, nodeId: `${nodeId}-${process.pid}` },
  onError: (error) => console.error(error),
});
const sessions = createChatActors({ actors: system, store });
const assistant = createAssistant({
  sessions,
  read: createReadConversation({ sessions, messages }),
  messages,
  waiters,
  prepare,
  forgetAll,
  ids: () => crypto.randomUUID(),
  timers,
});
await startSystem(system, { clock, timers, isShared: opened.isShared });
await serveCommands(act);

async function act(command: Command): Promise<Answer> {
  if (command.do === 'send') return { sent: await Promise.all(command.messages.map(send)) };
  if (command.do === 'answer') {
    const answer = await waiters.wait(command.chatId, command.turn, {
      ...{ withinMs: ANSWER_WITHIN_MS * speed, signal: new AbortController().signal },
    });
    return { text: answer === null || answer === 'deleted' ? null : answer.text };
  }
  if (command.do === 'progress') {
    const views = await Promise.all(command.chatIds.map(sessions.read));
    return { unanswered: views.reduce((sum, view) => sum + (view === null ? 0 : view.unanswered.length + view.held.length), 0) };
  }
  const rows = opened.records.collection<StoredMessage>(CHAT_MESSAGES);
  const found = await rows.find({ where: { session: command.chatId }, sort: { field: 'position', order: 'ascending' }, limit: 1_000 });
  const listed: string[] = [];
  if ((await sessions.read(command.chatId)) !== null)
    for await (const page of pagesOf((after) => assistant.messages(command.chatId, WALLET, { limit: 200, ...after })))
      listed.push(...page.messages.map(({ text }) => text));
  return {
    rows: found.rows.map(({ turn, position, senderType, text, action }) => ({ turn, position, senderType, text, action })),
    listed,
  };
}

/** Writes that a client was shown an answer. It is written synchronously, because the process may die at the next point. */
function showClient(note: Shown): void {
  writeSync(1, `!${JSON.stringify(note)}\n`);
}

async function send({ chatId, messageId, text }: SentMessage): Promise<number | string> {
  const message = { messageId, text, wallet: WALLET, chainId: null, currency: null };
  const prepared = await prepare(chatId, await sessions.peek(chatId), message);
  const asked = sessions.send(chatId, { ...message, ...(prepared === null ? {} : { prepared }) }, { mayBegin: true });
  if (flags.includes('--hasty')) {
    asked.catch((error: unknown) => console.error(error));
    return 0;
  }
  try {
    const { known = [], held = [] } = (await asked)?.session ?? {};
    const own = held.find((one) => one.messageId === messageId);
    if (own !== undefined) showClient({ chatId, turn: own.turn, text: own.answer.text });
    return known.find((one) => one.messageId === messageId)?.turn ?? 'refused';
  } catch (error) {
    if (error instanceof CoxswainError) return error.code;
    throw error;
  }
}
