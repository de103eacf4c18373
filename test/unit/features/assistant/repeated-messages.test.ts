import { expect, test } from 'bun:test';
import type { Question } from '../../../../src/features/assistant/understanding/agent-service.ts';
import { ALICE, BOB, chatBench, understood } from './chat-bench.ts';

for (const atOnce of [undefined, ({ input }: Question) => understood({ text: `You said: ${input}` })])
  test(`a first message that is repeated begins one conversation${atOnce === undefined ? '' : ', also when it is answered at once'}`, async () => {
    const { send, test: system, assistant } = chatBench(atOnce === undefined ? {} : { atOnce });
    const messageId = '11111111-0000-4000-8000-000000000000';
    const [first, twin] = await Promise.all([send('hello', { messageId }), send('hello', { messageId })]);
    await system.settle();
    expect(twin).toEqual(first);
    expect(await send('hello', { messageId })).toMatchObject({ chatId: first.chatId, turn: 1 });
    await send('more', { chatId: first.chatId });
    await system.settle();
    expect(await send('hello', { messageId })).toMatchObject({ chatId: first.chatId, turn: 1 });
    await system.settle();
    const { messages } = await assistant.messages(first.chatId, ALICE, { limit: 10 });
    expect(messages.filter(({ senderType }) => senderType === 'user').map(({ text }) => text)).toEqual(['hello', 'more']);
  });

test('the same message id begins another conversation for another wallet, and without a wallet for another text', async () => {
  const { send, test: system, assistant } = chatBench();
  const messageId = '11111111-0000-4000-8000-000000000000';
  const own = await send('my secret', { messageId });
  const others = [
    await send('my secret', { messageId, wallet: BOB }),
    await send('of nobody', { messageId, wallet: null }),
    await send('guessed', { messageId, wallet: null }),
  ].map(({ chatId }) => chatId);
  await system.settle();
  expect(new Set([own.chatId, ...others]).size).toBe(4);
  expect(await send('of nobody', { messageId, wallet: null })).toMatchObject({ chatId: others[1], turn: 1 });
  expect(assistant.messages(own.chatId, BOB, { limit: 10 })).rejects.toMatchObject({ code: 'chat-not-found' });
});

test('the conversation of a first message without a wallet stays with the wallet that continued it', async () => {
  const { send, test: system } = chatBench();
  const messageId = '11111111-0000-4000-8000-000000000000';
  const { chatId } = await send('hello', { messageId, wallet: null });
  await system.settle();
  await send('mine now', { chatId, wallet: ALICE });
  await system.settle();
  expect(send('hello', { messageId, wallet: null })).rejects.toMatchObject({ code: 'chat-not-found', status: 404 });
});
