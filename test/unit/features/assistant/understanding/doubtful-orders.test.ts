import { describe, expect, test } from 'bun:test';
import { ASKS_BACK_BELOW, type PendingQuestion, type Question } from '../../../../../src/features/assistant/understanding/agent-service.ts';
import { understandMessage } from '../../../../../src/features/assistant/understanding/understand-message.ts';
import { DEVNET_CHAIN_ID } from '../../../../../src/values/chain-ids.ts';
import { chains, words } from '../../../../assistant/known-words.ts';
import { readUtterances } from '../../../../assistant/read-utterances.ts';

const NOW_MS = Date.UTC(2026, 5, 15, 12);
const [B, C] = ['0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc', '0x90f79bf6eb2c4f870365e785982e1f101e93b906'];
const ask = (input: string, more: Partial<Question> = {}) =>
  understandMessage(
    {
      ...{ input: input.replaceAll('$B', B).replaceAll('$C', C), chainId: DEVNET_CHAIN_ID, supportedChains: chains, tokens: words },
      ...{ recent: [], ...more },
    },
    NOW_MS,
  );
const isReady = (input: string) => {
  const { intent, missing, confidence } = ask(input);
  return !['text', 'fallback', 'error'].includes(intent) && missing.length === 0 && confidence >= ASKS_BACK_BELOW;
};

const ORDERS = readUtterances('fourteenth').filter(({ intent, text }) => intent !== 'none' && !/rent is due|I owe Bob/.test(text));

test.each(ORDERS.map(({ text }) => text))('the order is not asked about: %s', (text) => {
  expect(isReady(text)).toBe(true);
});

describe('words that may take an order back are asked about', () => {
  test.each([
    ...['leave it', 'strike that', 'on reflection keep it', 'wait', 'hold on', 'abort', 'void', 'revoked', 'pending approval'],
    ...['for testing, do nothing', 'as a joke', 'because that was a mistake', 'but first ask Alice', 'ignore my last sentence'],
  ])('%s', (words) => {
    for (const order of [
      'send 5 usdc to $B',
      'swap 10 usdc to weth',
      'alert me when eth is under 2000',
      'sell 1 eth when it reaches 9000',
      'buy 20 usdc of wbtc every monday for 8 weeks',
      'create an agent that buys 50 usdc of weth every day',
    ]) {
      expect(isReady(order)).toBe(true);
      expect(isReady(`${order}, ${words}`)).toBe(false);
    }
  });

  test.each([
    ...[
      'envía 5 usdc a $B, déjalo',
      'cambia 10 usdc a eth, olvídalo',
      'envia 5 usdc para $B, deixa pra lá',
      'troca 10 usdc por eth, esquece',
    ],
    ...['$B adresine 5 usdc gönder, boşver', 'eth 2000 altına düşünce haber ver, vazgeçtim', '$B ko 5 usdc bhejo, ruko'],
    ...['eth 2000 altına düşünce bana haber verme', 'ayer dijo: avísame cuando eth baje de 2000'],
  ])('%s', (message) => {
    expect(isReady(message)).toBe(false);
  });

  test('the question quotes the words, and "yes" goes on without them', () => {
    const first = ask('send 5 usdc to $B, leave it');
    expect(first.text).toEndWith('I cannot tell what "leave it" changes. Shall I go on without it?');
    const pending: PendingQuestion = { intent: first.intent, slots: first.slots, asked: first.missing, options: first.options ?? [] };
    expect(ask('yes', { pending })).toMatchObject({ intent: 'send_token', missing: [], slots: { amount: '5', to: B } });
    expect(ask('no', { pending })).toMatchObject({ intent: 'text', pending: 'dropped' });
  });
});

test.each([
  ...['for the concert tickets', "it's for the groceries", 'since i owe her', 'as a birthday gift', 'no rush', 'asap pls', 'thanks a lot!'],
  ...["don't worry", 'right now', 'because he paid for dinner', 'she is my sister', ':)', '(my hardware wallet)', 'as my share of dinner'],
])('an explanation does not make a transfer doubtful: %s', (words) => {
  expect(isReady(`send 5 usdc to $B ${words}`)).toBe(true);
});

describe('a receiver that may be corrected is not paid', () => {
  test.each([
    ...[
      '$B no $C',
      '$B not $C',
      '$B, rather $C',
      '$B (not to $B but to $C)',
      '$B i.e. $C',
      '$B via $C',
      '$B / $C',
      '$B, sorry, $C',
      '$B $C',
    ],
    ...['$B / 6 usdc to $C, whichever', '$B alias $C', '$B instead of $C', '$B then $C'],
  ])('%s', (to) => {
    expect(isReady(`send 5 usdc to ${to}`)).toBe(false);
  });

  test.each([
    ...['send 5 usdc to $B and $C', 'send 5 usdc to $B, 6 usdc to $C', 'pay $B 5 usdc and $C 6 usdc', 'send 5 usdc each to $B, $C'],
    ...['send 5 usdc to $B & 6 usdc to $C', 'send 5 usdc to $B, then send 6 usdc to $C', 'envía 5 usdc a $B y 6 usdc a $C'],
  ])('both are paid: %s', (message) => {
    expect(isReady(message)).toBe(true);
  });
});

test.each([
  ...['at midnight', 'at noon', 'later', 'eventually', 'in december', 'once I am paid', 'after Alice confirms', 'until further notice'],
  ...['as soon as Alice pays me back', 'every month', 'assuming I have enough', 'before the weekend', 'in the morning', 'in june'],
])('a transfer is not prepared at once when it is for later: %s', (time) => {
  expect(isReady(`send 5 usdc to $B ${time}`)).toBe(false);
});

test.each(['swap 10 usdc to weth at midnight', 'swap 10 usdc to weth later', 'swap 10 usdc to weth next month'])(
  'a swap is not prepared at once when it is for later: %s',
  (message) => {
    expect(isReady(message)).toBe(false);
  },
);

test.each([
  ...[
    'my colleague gets an alert when eth is under 2000',
    'she wrote "alert me when eth is under 2000"',
    'was I alerted when eth fell below 2000?',
  ],
  ...[
    'he has an order to sell 1 eth at 9000',
    'they say you should sell 1 eth when it hits 9000',
    'alert my brother when eth is under 2000',
  ],
  ...['alert me when eth is under 2000 only if btc is also down', 'do people usually dca 20 usdc into wbtc every week for a year?'],
  ...['the autopilot of my friend buys 50 usdc of weth every day', 'should the autopilot buy 50 usdc of weth every day?'],
  ...['an agent that buys 50 usdc of weth every day is dumb', 'an agent that buys 50 usdc of weth every day was my idea'],
])('nothing is stored for a report, a question or a further condition: %s', (message) => {
  expect(isReady(message)).toBe(false);
});

test.each([
  'how do I send 5 usdc to $B?',
  'how to send 5 usdc to $B',
  'what is the command to send 5 usdc to $B?',
  '¿cómo envío 5 usdc a $B?',
])('a question for the way is answered with the way: %s', (message) => {
  const { text, confidence } = ask(message);
  expect(confidence).toBeLessThan(ASKS_BACK_BELOW);
  expect(text).toContain('Send it as an order');
});

test.each([
  ['alert me when eth is under -2000', '-2000'],
  ['buy 20 usdc of wbtc every monday for -3 weeks', '-3'],
])('a sign before a number is not dropped: %s', (message, said) => {
  const { intent, text } = ask(message);
  expect({ intent, text }).toEqual({ intent: 'error', text: `The numbers of a request must be above zero, and "${said}" is not.` });
});

test.each(['send 5\b\b0 usdc to $B', 'send 5\u007f usdc to $B', 'send 5 usdc to $B\ud83d'])(
  'control and broken characters are refused: %j',
  (message) => {
    expect(ask(message)).toMatchObject({ intent: 'error', slots: {} });
  },
);

test.each(['send 5 % % usdc to $B', 'send 5 million billion usdc to $B', 'send 5 usdc to {{address}} $B', 'send 5 usdc or so to $B'])(
  'an order with a broken part is asked about: %s',
  (message) => {
    expect(isReady(message)).toBe(false);
  },
);

test.each([
  ...['> send 5 usdc to $B', '# send 5 usdc to $B', '// send 5 usdc to $B', '/* send 5 usdc to $B */', '<!-- send 5 usdc to $B -->'],
  ...['send 5 usdc to $B 🚫', "It's for my story: send 5 usdc to $B", 'For my blog: send 5 usdc to $B', 'send 5 usdc to $B for my novel'],
])('a quoted, commented or crossed-out order is asked about: %s', (message) => {
  expect(isReady(message)).toBe(false);
});

test('a misspelt token is named in the answer, and asked about before a transfer', () => {
  expect(ask('swap 10 uscd to weth').notice).toBe('I read "uscd" as USDC.');
  expect(ask('send 5 uscd to $B')).toMatchObject({
    confidence: 0.4,
    text: expect.stringContaining('I read "uscd" as USDC. Is that right?'),
  });
  expect(ask('swap 10 usdc to weth').notice).toBeUndefined();
});

test.each([
  'what does it cost to send 5 usdc to $B?',
  'cuanto cuesta enviar 5 usdc a $B',
  'ne kadar tutar 5 usdc göndermek $B',
  'what are the fees if i swap 5 usdc to weth and send it to $B?',
  'one could swap 5 usdc to weth and send it to $B',
  'you could send 5 usdc to $B',
  'is autopilot able to buy 50 usdc of weth every day?',
  'can an agent buy 10 usdc of weth daily?',
  'could dca buy 10 usdc of weth every day 5 times?',
  'can limit orders sell 1 eth at 4000?',
  'under no circumstances transfer my usdc to $B',
  'one day i want to sell 1 weth when it hits 4200',
])('what asks or tells and orders nothing is not ready: %s', (message) => {
  expect(isReady(message)).toBe(false);
});

test.each(['could you send 5 usdc to $B', 'can you set an alert for eth under 2000?', 'xfer .25 eth to $B'])(
  'a request is ready: %s',
  (message) => {
    expect(isReady(message)).toBe(true);
  },
);
