import { expect, test } from 'bun:test';
import { chat } from '../../../src/cli/commands/chat.ts';
import { loadConfig } from '../../../src/config.ts';
import { createChatRoutes } from '../../../src/features/assistant/routes/chat-routes.ts';
import { createGuardWallet } from '../../../src/features/assistant/routes/guard-wallet.ts';
import { silentLog } from '../../../src/platform/log/log.ts';
import { ALICE, chatBench, understood } from '../../unit/features/assistant/chat-bench.ts';
import { failureOf } from '../../unit/runtime/support/order-system.ts';
import { startTestServer } from '../http/start-test-server.ts';

function start(options: Parameters<typeof chatBench>[0] = {}) {
  const bench = chatBench(options);
  const { assistant, timers } = bench;
  const guard = createGuardWallet(null);
  const server = startTestServer({ resources: [createChatRoutes({ assistant, guard, tokenDelayMs: 0, timers, log: silentLog })] });
  return {
    ...bench,
    async run(args: readonly string[], typed: readonly string[] = []) {
      const lines: string[] = [];
      const left = [...typed];
      const context = { folder: '/', ask: async () => null, prompt: async () => left.shift() ?? null, config: () => loadConfig({}) };
      await chat.run([...args, '--url', server.url], { ...context, say: (line) => void lines.push(line) });
      return lines;
    },
    [Symbol.asyncDispose]: async () => await server.stop(0),
  };
}

test('a message is answered, whole or as a stream, for people or as JSON', async () => {
  await using node = start();
  const [text, card] = await node.run(['hello', 'there', '--wallet', ALICE]);
  expect(text).toBe('You said: hello there');
  expect(card).toMatch(/^\(text; chat [0-9a-f-]{36}; --json shows the data\)$/);
  const chatId = /chat (\S+);/.exec(card ?? '')?.[1] ?? '';
  expect((await node.run(['one\ntwo three four five', '--wallet', ALICE, '--chat', chatId, '--stream'])).slice(0, -1)).toEqual([
    'You said: one',
    'two three four five',
  ]);
  const [json = ''] = await node.run(['again', '--wallet', ALICE, '--chat', chatId, '--json']);
  expect(JSON.parse(json)).toMatchObject({ text: 'You said: again', action: 'text', chatId });
  const events = (await node.run(['more', '--stream', '--json'])).map((line) => JSON.parse(line));
  expect(events.map(({ event }) => event)).toEqual(['meta', 'token', 'done']);
  expect((await node.all()).filter(({ session }) => session === chatId)).toHaveLength(6);
});

test('without a message it is a conversation at a terminal', async () => {
  await using node = start();
  const lines = await node.run(['--wallet', ALICE], ['one', '  ', 'two', 'exit', 'three']);
  expect(lines.filter((line) => !line.startsWith('('))).toEqual(['You said: one', 'You said: two']);
  expect(new Set((await node.all()).map(({ session }) => session)).size).toBe(1);
  expect(await failureOf(node.run([]))).toMatchObject({ message: expect.stringContaining('give a MESSAGE') });
});

test('options of the answer are listed, and nothing that strangers wrote reaches the terminal as a command', async () => {
  await using node = start({
    understand: async () => understood({ intent: 'quotes', missing: ['toToken'], options: [{ label: 'US\u001b[2JDC\u202e', slots: {} }] }),
  });
  const lines = await node.run(['swap', '--wallet', ALICE]);
  expect(lines).toContain('- US[2JDC');
});

test('refusals say what is accepted', async () => {
  await using node = start();
  expect(await failureOf(node.run(['x', '--chain', 'base']))).toMatchObject({ message: '--chain must be the id of a chain, such as 8453' });
  expect(await failureOf(node.run(['x', '--wallet', 'me']))).toMatchObject({ message: expect.stringContaining('wallet') });
  const unknown = ['x', '--chat', '00000000-0000-4000-8000-00000000ffff', '--wallet', ALICE];
  for (const more of [[], ['--stream']]) expect(await failureOf(node.run([...unknown, ...more]))).toMatchObject({ code: 'chat-not-found' });
});
