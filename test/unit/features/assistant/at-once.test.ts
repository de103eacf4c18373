import { expect, test } from 'bun:test';
import { chatSession } from '../../../../actors/chat-session/actor.ts';
import { askBack, say } from '../../../../src/features/assistant/answers/answer.ts';
import { createReadConversation } from '../../../../src/features/assistant/read-conversation.ts';
import { MOST_HELD_TURNS } from '../../../../src/values/assistant/chat-turn.ts';
import { ALICE, BOB, chatBench, understood } from './chat-bench.ts';

// Answers that the sender of a message prepares, so that the conversation stores the message and its answer in one write.
const never = new AbortController().signal;
const AFTER_WRITE_MS = 2_000;

/** A chat in which the words "later" need the effect that understands messages, and all others are answered at once. */
function bench(options: Parameters<typeof chatBench>[0] = {}) {
  const made = chatBench({
    atOnce: ({ input }) => (input.includes('later') ? null : understood({ text: `You said: ${input}` })),
    ...options,
  });
  const effects: string[] = [];
  made.test.system().feed.subscribe((event) => {
    if (event.kind === 'effect-ended') effects.push(event.name);
  });
  const revision = async (chatId: string) => (await made.test.system().of(chatSession, chatId).read())?.revision ?? 0;
  const listed = async (chatId: string) => {
    const { messages } = await made.assistant.messages(chatId, ALICE, { limit: 50 });
    return messages.map(({ senderType, text }) => `${senderType}: ${text}`);
  };
  return { ...made, effects, revision, listed };
}

test('a message and its answer are stored in one commit, without an effect before the answer', async () => {
  const { send, assistant, effects, revision, all, test: system } = bench();
  const first = await send('hello');
  const before = await revision(first.chatId);
  const { chatId, turn } = await send('again', { chatId: first.chatId });
  expect((await revision(chatId)) - before).toBe(1);
  expect(effects).toEqual([]);
  const answer = await assistant.answerTo({ ...first }, never);
  expect(answer).toMatchObject({ id: `${chatId}.1.bot`, text: 'You said: hello', action: 'text' });
  expect(turn).toBe(2);
  const [session] = (await assistant.sessions(ALICE, { limit: 10 })).sessions;
  expect(session).toMatchObject({ messages: 4, isAnswering: false, lastAction: 'text' });
  // Nobody has read the messages until now, so the session still holds both turns. One effect writes them together.
  expect(await all()).toEqual([]);
  await system.advance(AFTER_WRITE_MS);
  expect(effects).toEqual(['writeHeld']);
  expect((await all()).map(({ text }) => text)).toEqual(['hello', 'You said: hello', 'again', 'You said: again']);
  expect((await all())[1]).toMatchObject({ data: { understood: { intent: 'text', by: 'grammar' } }, wallet: ALICE });
});

test('a turn that is added while others are written is written afterwards', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let writes = 0;
  const {
    send,
    all,
    effects,
    sessions,
    test: system,
  } = bench({
    async beforeInsert() {
      writes += 1;
      if (writes === 1) await promise;
    },
  });
  const { chatId } = await send('1');
  await system.advance(AFTER_WRITE_MS);
  await send('2', { chatId });
  resolve();
  await system.advance(AFTER_WRITE_MS);
  expect(effects).toEqual(['writeHeld', 'writeHeld']);
  expect(await all()).toHaveLength(4);
  expect((await sessions.read(chatId))?.held).toEqual([]);
});

test('messages are listed in order while the session holds some of them', async () => {
  const { send, listed, test: system } = bench();
  const { chatId } = await send('1');
  await send('2 later', { chatId });
  await system.settle();
  await send('3', { chatId });
  expect(await listed(chatId)).toEqual([
    ...['user: 1', 'bot: You said: 1', 'user: 2 later', 'bot: You said: 2 later', 'user: 3', 'bot: You said: 3'],
  ]);
  await system.advance(AFTER_WRITE_MS);
  expect(await listed(chatId)).toHaveLength(6);
});

test('an answer that was prepared for another state of the conversation is not used', async () => {
  const { send, sessions, all, effects, test: system } = bench();
  const { chatId } = await send('1');
  const prepared = {
    turn: 1,
    understood: { ...understood(), slots: {}, options: [], text: 'old' },
    answer: { text: 'old', action: 'text', data: {}, pending: null },
  } as const;
  await sessions.send(chatId, { messageId: 'm2', text: '2', wallet: ALICE, chainId: null, currency: null, prepared }, { mayBegin: false });
  await system.advance(AFTER_WRITE_MS);
  expect(effects).toEqual(['understand', 'writeHeld']);
  expect((await all()).map(({ text }) => text)).toEqual(['1', 'You said: 1', '2', 'You said: 2']);
});

test('messages that wait for an earlier one are not answered before it', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const {
    send,
    listed,
    test: system,
  } = bench({
    async understand({ input }) {
      await promise;
      return understood({ text: `You said: ${input}` });
    },
  });
  const { chatId } = await send('1 later');
  expect(await send('2', { chatId })).toEqual({ chatId, turn: 2 });
  expect(await listed(chatId)).toEqual(['user: 1 later', 'user: 2']);
  resolve();
  await system.settle();
  expect(await listed(chatId)).toEqual(['user: 1 later', 'bot: You said: 1 later', 'user: 2', 'bot: You said: 2']);
});

test('what the bot asked back is answered at once, while the question is open', async () => {
  const seen: (readonly string[] | null)[] = [];
  const {
    send,
    sessions,
    clock,
    test: system,
  } = bench({
    atOnce({ input, pending }) {
      seen.push(pending?.asked ?? null);
      return understood(input === 'swap' ? { intent: 'quotes', missing: ['toToken'], text: 'Which token?' } : { text: 'Thank you.' });
    },
  });
  const { chatId } = await send('swap');
  expect(await sessions.read(chatId)).toMatchObject({ pending: { intent: 'quotes', missing: ['toToken'] }, lastAction: 'text' });
  await send('eth', { chatId });
  expect((await sessions.read(chatId))?.pending).toBeNull();
  await send('swap', { chatId });
  const before = clock.now();
  await system.advance(16 * 60_000);
  expect(clock.now() - before).toBe(16 * 60_000);
  await send('eth', { chatId });
  expect(seen).toEqual([null, ['toToken'], null, null]);
});

test('a session that holds as many turns as it may has the next message answered by effects', async () => {
  const { send, assistant, effects, listed, test: system } = bench();
  const { chatId } = await send('0');
  for (let n = 1; n < MOST_HELD_TURNS; n += 1) await send(String(n), { chatId });
  expect(effects).toEqual([]);
  const next = await send('next', { chatId });
  expect(next).toEqual({ chatId, turn: MOST_HELD_TURNS + 1 });
  expect(await assistant.answerTo(next, never)).toMatchObject({ text: 'You said: next' });
  await system.advance(AFTER_WRITE_MS);
  expect(effects).toEqual(['answer', 'writeHeld']);
  expect(await listed(chatId)).toHaveLength(2 * (MOST_HELD_TURNS + 1));
});

test('a message that is understood at once, but needs data, is answered by one effect', async () => {
  const {
    send,
    effects,
    revision,
    listed,
    asked,
    test: system,
  } = bench({ atOnce: ({ input }) => understood({ intent: 'market_intel', text: input }) });
  const { chatId } = await send('first');
  await system.settle();
  const before = await revision(chatId);
  await send('price', { chatId });
  await system.settle();
  expect((await revision(chatId)) - before).toBe(2);
  expect(effects).toEqual(['answer', 'answer']);
  expect(asked).toEqual([]);
  expect(await listed(chatId)).toEqual(['user: first', 'bot: first', 'user: price', 'bot: price']);
});

test('a large answer is not held by the session', async () => {
  const options = Array.from({ length: 100 }, (_, n) => ({ label: `${n} ${'x'.repeat(100)}`, slots: {} }));
  const { send, sessions, test: system } = bench({ handler: async () => askBack('Which one?', ['toToken'], options) });
  const { chatId } = await send('hello');
  expect((await sessions.read(chatId))?.held).toEqual([]);
  await system.settle();
  expect(await sessions.read(chatId)).toMatchObject({ answered: 1, held: [], pending: { missing: ['toToken'] } });
});

for (const type of ['SEND', 'WRITTEN'] as const)
  for (const point of ['before', 'after'] as const)
    test(`a process that dies ${point} ${type} of an answer at once is stored leaves one answer`, async () => {
      let handled = 0;
      const {
        assistant,
        all,
        test: system,
      } = bench({
        handler: async () => {
          handled += 1;
          return say(`answer ${handled}`);
        },
      });
      // The conversation exists already, so its session is in memory when the process dies.
      const { chatId } = await assistant.send({ ...sent('first', null), messageId: '11111111-0000-4000-8000-000000000001' });
      await system.advance(AFTER_WRITE_MS);
      system.faults(({ note }) => (note.event.type === type && system.crashes() === 0 ? { kind: 'crash', point } : null));
      const message = sent('second', chatId);
      void assistant.send(message).catch(() => undefined);
      await system.advance(AFTER_WRITE_MS);
      const again = await assistant.send(message);
      const shown = assistant.answerTo(again, never);
      await system.advance(120_000);
      expect(system.crashes()).toBe(1);
      const rows = await all();
      expect(rows.map(({ senderType }) => senderType)).toEqual(['user', 'bot', 'user', 'bot']);
      expect(rows[3]?.text).toBe((await shown).text);
    });

function sent(message: string, chatId: string | null) {
  return { message, chatId, wallet: ALICE, chainId: null, currency: null, messageId: '11111111-0000-4000-8000-000000000002' };
}

test('a repeated request gets the same answer, and is not prepared again', async () => {
  let understoodTimes = 0;
  const { assistant, test: system } = bench({
    atOnce() {
      understoodTimes += 1;
      return understood({ text: `understood ${understoodTimes} times` });
    },
  });
  const first = await assistant.send(sent('hello', null));
  const again = await assistant.send(sent('hello', first.chatId));
  expect(again).toEqual(first);
  await system.advance(AFTER_WRITE_MS);
  const late = await assistant.send(sent('hello', first.chatId));
  expect(late).toEqual({ chatId: first.chatId, turn: 1 });
  const answer = assistant.answerTo(late, never);
  await system.advance(AFTER_WRITE_MS);
  expect(await answer).toMatchObject({ text: 'understood 1 times' });
  expect(understoodTimes).toBe(1);
});

test('a failure to prepare an answer leaves the message to the effects', async () => {
  const {
    send,
    listed,
    test: system,
  } = bench({
    atOnce() {
      throw new Error('the grammar failed');
    },
  });
  const { chatId } = await send('hello');
  await system.settle();
  expect(await listed(chatId)).toEqual(['user: hello', 'bot: You said: hello']);
});

test('nothing is prepared for a message to the conversation of another wallet', async () => {
  const inputs: string[] = [];
  const { send } = bench({
    atOnce({ input }) {
      inputs.push(input);
      return understood();
    },
  });
  const { chatId } = await send('hello');
  await expect(send('mine', { chatId, wallet: BOB })).rejects.toMatchObject({ code: 'chat-not-found' });
  await expect(send('unknown', { chatId: '22222222-0000-4000-8000-000000000000' })).rejects.toMatchObject({ code: 'chat-not-found' });
  expect(inputs).toEqual(['hello']);
});

test('a deleted conversation leaves nothing, though its session held answers', async () => {
  const { send, assistant, all, sessions, test: system } = bench();
  const { chatId } = await send('a secret');
  const removed = assistant.remove(chatId, ALICE);
  await system.advance(AFTER_WRITE_MS);
  await removed;
  expect(await all()).toEqual([]);
  expect(await sessions.read(chatId)).toBeNull();
  expect(await system.store.history(`chat-session/${chatId}`, { limit: 10 })).toEqual([]);
});

test('a conversation that is deleted while its held answers are written leaves nothing', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let started = () => {};
  const writing = new Promise<void>((begun) => {
    started = begun;
  });
  const {
    send,
    assistant,
    all,
    test: system,
  } = bench({
    async beforeInsert() {
      started();
      await promise;
    },
  });
  const { chatId } = await send('a secret');
  await system.advance(AFTER_WRITE_MS);
  await writing;
  const removed = assistant.remove(chatId, ALICE);
  await system.settle();
  resolve();
  await system.advance(AFTER_WRITE_MS);
  await removed;
  expect(await all()).toEqual([]);
});

test('a reader that writes held messages removes them when the conversation was deleted meanwhile', async () => {
  const { send, sessions, messages, all } = bench();
  const { chatId } = await send('a secret');
  const read = createReadConversation({
    sessions,
    messages: {
      ...messages,
      async keepHeld(session) {
        await sessions.remove(chatId, ALICE);
        await messages.keepHeld(session);
      },
    },
  });
  expect((await read(chatId))?.state).toBe('deleted');
  expect(await all()).toEqual([]);
});

test('feedback on an answer is accepted while the session still holds the answer', async () => {
  const { send, assistant, feedback, all } = bench();
  const { id } = await assistant.answerTo(await send('hello'), never);
  expect(await all()).toEqual([]);
  expect(await feedback.submit({ messageId: id, wallet: ALICE, rating: 'up', correction: null })).toMatchObject({
    message: 'hello',
    rating: 'up',
  });
  expect(await all()).toHaveLength(2);
});
