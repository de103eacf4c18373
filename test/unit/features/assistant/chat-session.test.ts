import { expect, test } from 'bun:test';
import { chatSession } from '../../../../actors/chat-session/actor.ts';
import { whyChat } from '../../../../actors/chat-session/why.ts';
import { createAnswerWaiters } from '../../../../src/features/assistant/answer-waiters.ts';
import { askBack, say } from '../../../../src/features/assistant/answers/answer.ts';
import { RetryableError } from '../../../../src/values/errors/retryable-error.ts';
import { TerminalError } from '../../../../src/values/errors/terminal-error.ts';
import { ALICE, BOB, chatBench, understood } from './chat-bench.ts';

const forever = () => new Promise<never>(() => undefined);

test('a message is answered once, and both messages are stored', async () => {
  const { send, test: system, all, assistant } = chatBench();
  const { chatId, turn } = await send('hello');
  await system.settle();
  expect(turn).toBe(1);
  expect(await all()).toMatchObject([
    { session: chatId, senderType: 'user', text: 'hello', action: null, wallet: ALICE },
    {
      session: chatId,
      senderType: 'bot',
      text: 'You said: hello',
      action: 'text',
      data: { understood: { intent: 'text', by: 'grammar' } },
    },
  ]);
  const [session] = (await assistant.sessions(ALICE, { limit: 10 })).sessions;
  expect(session).toMatchObject({ chatId, name: 'hello', messages: 2, isAnswering: false, lastAction: 'text' });
});

test('the message is in the conversation before it is understood', async () => {
  const { send, assistant } = chatBench({ understand: forever });
  const { chatId } = await send('hello');
  const { messages } = await assistant.messages(chatId, ALICE, { limit: 10 });
  expect(messages).toMatchObject([{ senderType: 'user', text: 'hello' }]);
});

test('messages are answered in order; five wait, and the next one is refused', async () => {
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
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

test('a repeated request is the same message', async () => {
  const { send, test: system, all } = chatBench();
  const messageId = '11111111-0000-4000-8000-000000000000';
  const { chatId, turn } = await send('hello', { messageId });
  await system.settle();
  expect(await send('hello', { messageId, chatId })).toEqual({ chatId, turn });
  await system.settle();
  expect(await all()).toHaveLength(2);
});

const deaths = [
  // The answer to a message that needs only words is stored by the effect that understands the message.
  ...(['SEND', 'UNDERSTOOD'] as const).map((type) => ({ type, intent: 'text' }) as const),
  ...(['SEND', 'UNDERSTOOD', 'ANSWERED'] as const).map((type) => ({ type, intent: 'market_intel' }) as const),
];
for (const { type, intent } of deaths)
  for (const point of ['before', 'after'] as const)
    test(`a process that dies ${point} ${type} of "${intent}" is stored leaves one answer`, async () => {
      let handled = 0;
      const {
        send,
        test: system,
        all,
        sessions,
      } = chatBench({
        understand: async () => understood({ intent }),
        handler: async () => {
          handled += 1;
          return say(`answer ${handled}`);
        },
      });
      const messageId = '11111111-0000-4000-8000-000000000000';
      const chatId = '22222222-0000-4000-8000-000000000000';
      const sent = { messageId, text: 'hello', wallet: ALICE, chainId: null, currency: null };
      system.faults(({ note }) => (note.event.type === type && system.crashes() === 0 ? { kind: 'crash', point } : null));
      // The process died before it replied, so the client sends the same message again.
      void sessions.send(chatId, sent, { mayBegin: true });
      await system.settle();
      await sessions.send(chatId, sent, { mayBegin: true });
      await system.advance(120_000);
      expect(system.crashes()).toBe(1);
      const rows = await all();
      expect(rows.map(({ senderType }) => senderType)).toEqual(['user', 'bot']);
      // After the crash the handler may have run a second time. The answer that was stored first must stay.
      expect(rows[1]?.text).toBe('answer 1');
      expect(await send('again', { chatId })).toMatchObject({ turn: 2 });
    });

test('an answer that needs only words takes one effect and two commits after the conversation began', async () => {
  const { send, test: system, sessions } = chatBench();
  const { chatId } = await send('hello');
  await system.settle();
  const effects: string[] = [];
  system.system().feed.subscribe((event) => {
    if (event.kind === 'effect-ended') effects.push(event.name);
  });
  const revision = async () => (await system.system().of(chatSession, chatId).read())?.revision ?? 0;
  const before = await revision();
  await send('hello again', { chatId });
  await system.settle();
  expect(effects).toEqual(['understand']);
  expect((await revision()) - before).toBe(2);
  expect(await sessions.read(chatId)).toMatchObject({ state: 'idle', answered: 2, lastAction: 'text' });
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

test('an unknown conversation is not created by a message', async () => {
  const { send, sessions } = chatBench();
  const chatId = '22222222-0000-4000-8000-000000000000';
  expect(send('hello', { chatId })).rejects.toMatchObject({ code: 'chat-not-found', status: 404 });
  expect(await sessions.read(chatId)).toBeNull();
});

test('the id of a message of another wallet shows nothing of its conversation', async () => {
  const { send, test: system, all } = chatBench();
  const messageId = '11111111-0000-4000-8000-000000000000';
  const { chatId } = await send('hello', { messageId });
  await system.settle();
  expect(send('hello', { chatId, messageId, wallet: BOB })).rejects.toMatchObject({ code: 'chat-not-found', status: 404 });
  expect(await all()).toHaveLength(2);
});

test('a conversation that is deleted while a message is understood keeps no answer', async () => {
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const {
    send,
    test: system,
    all,
    sessions,
  } = chatBench({
    understand: async () => {
      await gate;
      return understood();
    },
  });
  const { chatId } = await send('hello');
  await sessions.remove(chatId, ALICE);
  release();
  await system.settle();
  expect(await all()).toEqual([]);
});

test('an agent service that fails leaves a message that says why', async () => {
  const {
    send,
    test: system,
    all,
  } = chatBench({
    understand: async () => {
      throw new RetryableError({ code: 'model-away', message: 'The model is away.' });
    },
  });
  await send('hello');
  await system.advance(60_000);
  expect((await all())[1]).toMatchObject({ action: 'error', text: 'This message could not be answered: The model is away.' });
});

test('a handler that fails, hangs or gives too much leaves a message that says why', async () => {
  const cases = [
    [() => Promise.reject(new TerminalError({ code: 'no-such', message: 'There is none.' })), 'no-such'],
    [() => Promise.reject(new Error('a secret')), 'internal'],
    [async () => ({ action: 'text', text: 'x', data: { error: { code: 'a', message: 'b' } } }) as const, 'invalid-answer'],
  ] as const;
  for (const [handler, code] of cases) {
    const { send, test: system, all } = chatBench({ handler });
    await send('hello');
    await system.settle();
    const [, bot] = await all();
    expect(bot).toMatchObject({ action: 'error', data: { error: { code } } });
    expect(bot?.text).not.toContain('secret');
  }
});

test('a question that is asked back waits for the next message, and is dropped when it is too late', async () => {
  const options = [{ label: 'USDC', slots: { fromToken: 'USDC' } }];
  const bench = chatBench({
    understand: async () => understood({ intent: 'check_balance', slots: {}, missing: ['fromToken'], text: 'Which token?', options }),
  });
  const { chatId } = await bench.send('balance of it');
  await bench.test.settle();
  expect((await bench.all())[1]).toMatchObject({
    action: 'text',
    text: 'Which token?',
    data: { options, asked: { missing: ['fromToken'] } },
  });
  const reading = await bench.test.system().of(chatSession, chatId).read();
  expect(reading?.view.pending).toMatchObject({ intent: 'check_balance', missing: ['fromToken'] });
  if (reading === null) throw new Error('the session is gone');
  expect(whyChat(reading.snapshot, bench.clock.now()).sentence).toStartWith(
    'The assistant asked the user for details of "check_balance" (fromToken)',
  );
  await bench.send('usdc', { chatId });
  await bench.test.settle();
  expect(bench.asked[1]).toMatchObject({
    pending: { intent: 'check_balance', asked: ['fromToken'], options },
    recent: [{ from: 'user' }, { from: 'bot' }],
  });
  await bench.test.advance(16 * 60_000);
  await bench.send('usdc', { chatId });
  await bench.test.settle();
  expect(bench.asked[2]).not.toHaveProperty('pending');
  expect(bench.asked[2]).toMatchObject({ expired: { intent: 'check_balance', asked: ['fromToken'], options } });
});

test('a handler may ask back as well', async () => {
  const { send, test: system, sessions } = chatBench({ handler: async () => askBack('Which one?', ['toToken']) });
  const { chatId } = await send('hello');
  await system.settle();
  expect((await sessions.read(chatId))?.pending?.missing).toEqual(['toToken']);
});

test('a conversation of another wallet is not found', async () => {
  const { send, test: system, assistant } = chatBench();
  const { chatId } = await send('hello');
  await system.settle();
  const notFound = { code: 'chat-not-found', status: 404 };
  expect(send('hello', { chatId, wallet: BOB })).rejects.toMatchObject(notFound);
  expect(send('hello', { chatId, wallet: null })).rejects.toMatchObject(notFound);
  expect(assistant.messages(chatId, BOB, { limit: 1 })).rejects.toMatchObject(notFound);
  expect(assistant.remove(chatId, BOB)).rejects.toMatchObject(notFound);
  expect(assistant.messages(`${chatId.slice(0, -1)}f`, ALICE, { limit: 1 })).rejects.toMatchObject(notFound);
  expect((await assistant.sessions(BOB, { limit: 1 })).sessions).toEqual([]);
});

test('a conversation without a wallet gets the first one that sends a message to it', async () => {
  const { send, test: system, assistant } = chatBench();
  const { chatId } = await send('hello', { wallet: null });
  await system.settle();
  await send('me again', { chatId, wallet: BOB });
  await system.settle();
  expect((await assistant.messages(chatId, BOB, { limit: 10 })).messages).toHaveLength(4);
  expect(assistant.messages(chatId, null, { limit: 10 })).rejects.toMatchObject({ code: 'chat-not-found' });
});

test('messages are paged in order, those without an answer at the end', async () => {
  const hanging = chatBench({ understand: async ({ input }) => (input === '3' ? await forever() : understood({ text: input })) });
  const { chatId } = await hanging.send('1');
  await hanging.send('2', { chatId });
  await hanging.test.settle();
  await hanging.send('3', { chatId });
  await hanging.send('4', { chatId });
  const seen: string[] = [];
  let cursor: string | null | undefined;
  do {
    const page = await hanging.assistant.messages(chatId, ALICE, { limit: 2, ...(cursor == null ? {} : { cursor }) });
    seen.push(...page.messages.map(({ senderType, text }) => `${senderType} ${text}`));
    cursor = page.cursor;
  } while (cursor !== null);
  expect(seen).toEqual(['user 1', 'bot 1', 'user 2', 'bot 2', 'user 3', 'user 4']);
});

test('a deleted conversation leaves nothing, though an answer was being prepared', async () => {
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
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
