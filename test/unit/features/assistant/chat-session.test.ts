import { expect, test } from 'bun:test';
import { chatSession } from '../../../../actors/chat-session/actor.ts';
import { whyChat } from '../../../../actors/chat-session/why.ts';
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
  const { promise: gate, resolve: release } = Promise.withResolvers<void>();
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
