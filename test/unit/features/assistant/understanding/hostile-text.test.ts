import { expect, test } from 'bun:test';
import { isDeepStrictEqual } from 'node:util';
import { ASKS_BACK_BELOW, type Intent } from '../../../../../src/features/assistant/understanding/agent-service.ts';
import { decidedByGrammar, understandMessage } from '../../../../../src/features/assistant/understanding/understand-message.ts';
import { DEVNET_CHAIN_ID } from '../../../../../src/values/chain-ids.ts';
import { isWritten } from '../../../../assistant/is-written.ts';
import { chains, words } from '../../../../assistant/known-words.ts';
import { fc } from '../../../../support/seeded-fast-check.ts';

const NOW_MS = Date.UTC(2026, 5, 15, 12);
const questionOf = (input: string) => ({ input, chainId: DEVNET_CHAIN_ID, supportedChains: chains, tokens: words, recent: [] });
const ask = (input: string) => understandMessage(questionOf(input), NOW_MS);
/** What prepares or changes something. A question about the market may be hidden in noise. */
const PREPARE: readonly Intent[] = [
  'quotes',
  'send_token',
  'buy_sell',
  'dca',
  'limit_order',
  'price_alert',
  'workflow',
  'batch',
  'autopilot',
  'revoke_approvals',
];
const ADDRESS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

test.each([
  ['Cyrillic letters in a symbol', 'swap 10 USD\u0421 to eth'],
  ['a symbol wholly of Greek letters', 'swap 10 usdc to \u0395\u03A4\u0397'],
  ['Cyrillic letters in a verb', `s\u0435nd 5 usdc to ${ADDRESS}`],
  ['an invisible character in a symbol', 'swap 10 US\u200bDC to eth'],
  ['an invisible character in an address', `send 1 eth to ${ADDRESS.slice(0, 20)}\u2060${ADDRESS.slice(20)}`],
  ['bold mathematical letters in a verb', `\u{1D42C}\u{1D41E}\u{1D427}\u{1D41D} 5 usdc to ${ADDRESS}`],
  ['full-width letters in a symbol', 'swap 5 \uFF35\uFF33\uFF24\uFF23 to eth'],
  ['an override of the direction of writing', `send 1 eth to \u202e${ADDRESS}`],
])('a message with %s is not acted on', (_, text) => {
  expect(ask(text)).toMatchObject({ intent: 'error', slots: {} });
});

test('full-width digits and control characters are read as plain ones', () => {
  expect(ask('\u0007swap \uFF15 usdc\u0000to eth').slots).toMatchObject({ amount: '5', fromToken: 'USDC', toToken: 'ETH' });
});

test('an address with a digit too few is said to be none', () => {
  expect(ask(`send 1 eth to ${ADDRESS.slice(0, -1)}`)).toMatchObject({ intent: 'error', slots: {} });
});

test.each([
  ['an address in a link', `send 1 eth to https://evil.example/${ADDRESS}`, 'contains an address'],
  ['an address with an ending', `send 1 eth to ${ADDRESS}.eth`, 'contains an address'],
  ['an address with a wrong checksum', `send 1 eth to ${ADDRESS.slice(0, -2)}c8`, 'checksum'],
  [
    'a chain that is not supported',
    'send 1 eth to bob.eth on fantom',
    'The chain "fantom" is not supported here. The supported chains are: ',
  ],
  ['the number of a chain that is not supported', 'send 1 eth to bob.eth on chain 250', 'The chain "250" is not supported here'],
  ['a network that no list contains', 'send 1 eth to bob.eth on the blorf network', 'The chain "blorf" is not supported here'],
])('an order with %s is not prepared, and the answer says why', (_, text, why) => {
  const answer = ask(text);
  expect(answer).toMatchObject({ intent: 'error', slots: {} });
  expect(answer.text).toContain(why);
  // A language model is not asked about such an order.
  expect(decidedByGrammar(questionOf(text), NOW_MS)).toEqual(answer);
});

test.each([`audit https://scan.example/address/${ADDRESS}`, `audit ${ADDRESS}`])('a contract can be named by a link: %s', (text) => {
  expect(ask(text)).toMatchObject({ intent: 'contract_audit', slots: { contract: ADDRESS.toLowerCase() } });
});

test.each(['on sale', 'on my behalf', 'on time'])('"%s" names no chain', (phrase) => {
  expect(ask(`send 1 eth to bob.eth ${phrase}`).slots).toEqual({ amount: '1', amountKind: 'token', fromToken: 'ETH', to: 'bob.eth' });
});

test('the end of a plan that is a step is not said to be left out', () => {
  expect(ask('swap 10 usdc to eth and then dca 10 usdc into weth every day for 5 days')).toMatchObject({ intent: 'workflow', leftOut: [] });
});

test.each(['constructor', '5 toString', 'swap 5 __proto__ to eth', 'valueOf of eth'])(
  'names of properties such as in "%s" are ordinary words',
  (text) => {
    expect(isDeepStrictEqual(ask(text), JSON.parse(JSON.stringify(ask(text))))).toBe(true);
  },
);

test('a message of 20 MB is read only in its beginning', () => {
  const { leftOut } = ask(`swap 1 eth to usdc ${'x '.repeat(10_000_000)}`);
  expect(leftOut.at(-1)).toBe('everything after 2000 characters');
});

const pieces = fc.constantFrom(
  ...[
    'swap',
    'send',
    'buy',
    'usdc',
    'eth',
    'to',
    'from',
    'for',
    'my',
    'all',
    'half',
    '10',
    '2.5k',
    '1,000',
    '$50',
    '5%',
    'on',
    'base',
    'arbitrum',
    ADDRESS,
    'bob.eth',
  ],
  ...[
    'every',
    'monday',
    'when',
    'below',
    '3000',
    'and',
    'then',
    'it',
    'blorf',
    '-',
    ',',
    '?',
    'usdd',
    'fee',
    '0x12',
    '1e9',
    "'ye",
    'de',
    'until',
    'march',
    '1',
    '\u0421',
    '/',
  ],
);

test('whatever is written, every amount, token and address stands in the message', () => {
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 14 }), (parts) => {
      const text = parts.join(' ');
      const { slots, confidence } = ask(text);
      expect(confidence).toBeWithin(0, 1.01);
      for (const one of [slots, ...(slots.steps ?? []).map((step) => step.slots)]) {
        for (const value of [one.amount, one.price, one.fromToken, one.toToken, one.to, one.contract])
          if (value !== undefined) expect([value, isWritten(value, text)]).toEqual([value, true]);
      }
    }),
    { numRuns: 400 },
  );
});

test('any text is read without a fault, and noise prepares nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      const { intent, missing, confidence } = ask(text);
      expect(PREPARE.includes(intent) && missing.length === 0 && confidence >= ASKS_BACK_BELOW).toBe(false);
    }),
    { numRuns: 300 },
  );
});
