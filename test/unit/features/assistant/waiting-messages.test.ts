import { expect, test } from 'bun:test';
import { createAnswerWaiters } from '../../../../src/features/assistant/answer-waiters.ts';
import { say } from '../../../../src/features/assistant/answers/answer.ts';
import { ALICE, BOB, chatBench, understood } from './chat-bench.ts';

const forever = () => new Promise<never>(() => undefined);

test('messages are answered in order; five wait, and the next one is refused', async () => {
  const { promise: gate, resolve: release } = Promise.withResolvers<void>();
  const {
    send,
    test: system,
    all,
  } = chatBench({
    understand: async ({ input }) => {
      await gate;
      return understood({ text: `You said: ${input}` });
    },
  });
  const { chatId } = await send('0');
  for (const text of ['1', '2', '3', '4', '5']) await send(text, { chatId });
  expect(send('6', { chatId })).rejects.toMatchObject({ code: 'too-many-messages-waiting', status: 429 });
  release();
  await system.settle();
  const bots = (await all()).filter(({ senderType }) => senderType === 'bot');
  expect(bots.map(({ text }) => text)).toEqual(['0', '1', '2', '3', '4', '5'].map((text) => `You said: ${text}`));
  expect(await send('6', { chatId })).toMatchObject({ turn: 7 });
});

for (const intent of ['text', 'market_intel'] as const)
  test(`of nine messages that arrive while "${intent}" is being answered, five wait and four are refused`, async () => {
    const bench = chatBench(
      intent === 'text' ? { understand: forever } : { understand: async () => understood({ intent }), handler: forever },
    );
    const { chatId } = await bench.send('first');
    const sent = await Promise.allSettled(Array.from({ length: 9 }, (_, i) => bench.send(`${i}`, { chatId })));
    const refused = sent.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(refused).toMatchObject(Array(4).fill({ code: 'too-many-messages-waiting', status: 429 }));
  });

test('nine messages that are each answered before the next one arrives are all accepted', async () => {
  const { send } = chatBench({ atOnce: ({ input }) => understood({ text: input }) });
  const { chatId } = await send('0');
  const turns: number[] = [];
  for (const text of ['1', '2', '3', '4', '5', '6', '7', '8', '9']) turns.push((await send(text, { chatId })).turn);
  expect(turns).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10]);
});

test('the end of an answer is awaited without reads of the store', async () => {
  const { send, test: system, sessions, assistant, waiters, storeReads } = chatBench();
  const accepted = await send('hello');
  const signal = new AbortController().signal;
  await assistant.answerTo(accepted, signal);
  await assistant.settled(accepted);
  expect(storeReads()).toBe(0);
  expect(await sessions.read(accepted.chatId)).toMatchObject({ state: 'idle', answered: 1 });
  await system.settle();
  // On another node, which did not prepare the answer, the stored conversation is read.
  expect(waiters.ended(accepted.chatId, accepted.turn)).toBeNull();
  await assistant.settled(accepted);
  expect(storeReads()).toBe(2);
});

test('a request does not look for an answer in the store while its own node prepares it', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const {
    send,
    test: system,
    assistant,
    answerReads,
  } = chatBench({
    async understand({ input }) {
      await promise;
      return understood({ text: input });
    },
  });
  const answer = assistant.answerTo(await send('hello'), new AbortController().signal);
  await system.advance(500);
  expect(answerReads()).toBe(0);
  await system.advance(1_000);
  expect(answerReads()).toBe(1);
  resolve();
  expect(await answer).toMatchObject({ text: 'hello' });
});

test('a deleted conversation leaves nothing, though an answer was being prepared', async () => {
  const { promise: gate, resolve: release } = Promise.withResolvers<void>();
  const {
    send,
    test: system,
    all,
    assistant,
    sessions,
    forgotten,
    records,
  } = chatBench({
    handler: async () => {
      await gate;
      return say('late');
    },
  });
  const { chatId } = await send('a secret');
  await system.settle();
  await assistant.remove(chatId, ALICE);
  expect(assistant.messages(chatId, ALICE, { limit: 1 })).rejects.toMatchObject({ code: 'chat-not-found' });
  release();
  await system.settle();
  expect(await all()).toEqual([]);
  expect(JSON.stringify((await sessions.read(chatId)) ?? {})).not.toContain('secret');
  expect(await sessions.forget(chatId)).toBe(true);
  expect(await system.store.history(`chat-session/${chatId}`, { limit: 10 })).toEqual([]);
  expect(forgotten).toContain(chatId);
  expect(records).toBeDefined();
});

const deletions = {
  'a deleted conversation': (bench: ReturnType<typeof chatBench>, chatId: string) => bench.assistant.remove(chatId, ALICE),
  'a wallet whose conversations are all deleted': (bench: ReturnType<typeof chatBench>) => bench.assistant.removeAll(ALICE),
};
for (const [what, remove] of Object.entries(deletions))
  test(`all requests that wait for answers of ${what} end at once`, async () => {
    const bench = chatBench({ understand: forever });
    const { signal } = new AbortController();
    const first = await bench.send('0');
    const { chatId } = first;
    const sent = [first, ...(await Promise.all(['1', '2', '3'].map((text) => bench.send(text, { chatId }))))];
    const answers = Promise.allSettled(sent.map((accepted) => bench.assistant.answerTo(accepted, signal)));
    await remove(bench, chatId);
    const error = { code: 'chat-not-found', status: 404, message: 'This conversation was deleted before the message was answered.' };
    expect(await answers).toMatchObject(sent.map(() => ({ status: 'rejected', reason: error })));
    expect(bench.waiters.count()).toBe(0);
  });

test('a request that waits on another node ends when the conversation is deleted', async () => {
  const bench = chatBench({ understand: forever });
  const { chatId } = await bench.send('0');
  const { turn } = await bench.send('1', { chatId });
  const { sessions, timers, messages, errors } = bench;
  const ofOther = createAnswerWaiters({ read: messages.answerTo, sessions, timers, onError: (error) => errors.push(error) });
  const answer = ofOther.wait(chatId, turn, { withinMs: 75_000, signal: new AbortController().signal });
  await bench.test.advance(1_500);
  expect(ofOther.count()).toBe(1);
  await bench.assistant.remove(chatId, ALICE);
  await bench.test.advance(1_000);
  expect(await answer).toBe('deleted');
  expect(errors).toEqual([]);
});

test('the record of a deleted conversation is removed at once when nothing is running', async () => {
  const { send, test: system, assistant, sessions } = chatBench();
  const { chatId } = await send('hello');
  await system.settle();
  await assistant.remove(chatId, ALICE);
  await system.settle();
  await sessions.forget(chatId);
  expect(await system.store.load([`chat-session/${chatId}`])).toEqual([null]);
});

test('all conversations of a wallet can be deleted', async () => {
  const { send, test: system, all, assistant } = chatBench();
  for (const text of ['1', '2', '3']) await send(text);
  await send('of another', { wallet: BOB });
  await system.settle();
  expect(await assistant.removeAll(ALICE)).toBe(3);
  await system.settle();
  expect((await all()).map(({ wallet }) => wallet)).toEqual([BOB, BOB]);
});
