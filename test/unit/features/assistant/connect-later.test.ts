import { expect, test } from 'bun:test';
import { type Handler, needWallet, say } from '../../../../src/features/assistant/answers/answer.ts';
import { createGrammar } from '../../../../src/features/assistant/understanding/create-grammar.ts';
import { chains, words } from '../../../assistant/known-words.ts';
import { ALICE, chatBench } from './chat-bench.ts';

const handler: Handler = async ({ wallet, intent, slots, operation }) =>
  wallet === null ? needWallet(intent, 'it pays') : say(`${intent} ${JSON.stringify(slots)} ${operation}`);

function open() {
  const grammar = createGrammar({ clock: { now: () => Date.UTC(2026, 0, 1) } });
  const bench = chatBench({
    handler,
    understand: async (question) => await grammar.understand({ ...question, tokens: words, supportedChains: chains }),
  });
  return {
    /** Sends the messages one after the other to one conversation, and returns the texts of the answers. */
    async talk(...said: readonly (readonly [message: string, wallet: typeof ALICE | null])[]): Promise<readonly string[]> {
      let chatId: string | null = null;
      for (const [message, wallet] of said) {
        ({ chatId } = await bench.send(message, { chatId, wallet }));
        await bench.test.settle();
      }
      return (await bench.all()).filter(({ senderType }) => senderType === 'bot').map(({ text }) => text);
    },
    all: bench.all,
  };
}

const CONNECT = 'Connect a wallet first: it pays. Then say "continue".';
const ORDER = 'send 5 usdc to bob.eth';
const SENT = 'send_token {"amount":"5","amountKind":"token","fromToken":"USDC","to":"bob.eth"} null';

test('an order that lacked only the wallet goes on in the same conversation once the wallet is connected', async () => {
  for (const word of [
    'continue',
    'Continue',
    'yes',
    'done',
    'connected',
    'I connected my wallet',
    'ok, my wallet is connected now.',
    'go on please',
  ])
    expect([word, await open().talk([ORDER, null], [word, ALICE])]).toEqual([word, [CONNECT, SENT]]);
  const { talk, all } = open();
  await talk([ORDER, null]);
  expect((await all())[1]).toMatchObject({
    action: 'connect_wallet',
    data: { asked: { intent: 'send_token', missing: ['wallet'] }, options: [{ label: 'Continue', slots: {} }] },
  });
});

test('without a wallet the user is asked again, and the order stays open', async () => {
  expect(await open().talk([ORDER, null], ['continue', null], ['continue', ALICE])).toEqual([CONNECT, CONNECT, SENT]);
});

test('other messages end the order that waits for a wallet', async () => {
  for (const other of [
    'hello',
    'send 7 usdc to bob.eth',
    '6',
    'never mind',
    'not connected',
    'do not continue',
    'i connected the wrong wallet',
  ])
    expect([other, await open().talk([ORDER, null], [other, ALICE])]).not.toEqual([other, [CONNECT, SENT]]);
  const [, , last] = await open().talk([ORDER, null], ['what can you do?', ALICE], ['continue', ALICE]);
  expect(last).not.toBe(SENT);
});

test('a cancellation that lacked the wallet stays one', async () => {
  const texts = await open().talk(['cancel my eth alert', null], ['continue', ALICE]);
  expect(texts[1]).toBe('price_alert {"fromToken":"ETH"} cancel');
});
