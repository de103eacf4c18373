import { expect, test } from 'bun:test';
import { foldText, normaliseText } from '../../../../../src/features/assistant/understanding/text/normalise.ts';
import { splitWords } from '../../../../../src/features/assistant/understanding/text/split-words.ts';
import { createTokenWords } from '../../../../../src/features/assistant/understanding/tokens/create-token-words.ts';
import { parseAddress } from '../../../../../src/values/address.ts';
import { fc } from '../../../../support/seeded-fast-check.ts';

const LONG = 'abcdefghijklmnopqrstuvwxyz';
const piecesOf = (text: string) => splitWords(text).map(({ kind, raw }) => `${kind} ${raw}`);

test.each<[string, readonly string[]]>([
  ['swap 10 usdc, please!', ['word swap', 'number 10', 'word usdc', 'sign ,', 'word please', 'sign !']],
  [
    '10usdc 2.5k 1,000 5, 7.',
    ['number 10', 'word usdc', 'number 2.5', 'word k', 'number 1,000', 'number 5', 'sign ,', 'number 7', 'sign .'],
  ],
  ['bob.eth, to x-y_z.eth. bob.ethx', ['name bob.eth', 'sign ,', 'word to', 'name x-y_z.eth', 'sign .', 'word bob', 'sign .', 'word ethx']],
  [
    "can't eth'ye stop-loss 5-10",
    ['word can', "suffix 't", 'word eth', "suffix 'ye", 'word stop', 'word loss', 'number 5', 'sign -', 'number 10'],
  ],
  ['a->b >> .5 0xAb 0x', ['word a', 'arrow ->', 'word b', 'arrow >>', 'number .5', 'hex 0xAb', 'hex 0x']],
  [`${LONG} ${LONG.slice(1)}`, [`long ${LONG}`, `word ${LONG.slice(1)}`]],
  ['fiyatı ne? naïve\u00a0café', ['word fiyatı', 'word ne', 'sign ?', 'word naïve', 'word café']],
])('"%s" is split into its pieces', (text, pieces) => {
  expect(piecesOf(text)).toEqual([...pieces]);
});

test('pieces of ASCII letters, which have patterns of their own, end where those of other letters do', () => {
  const characters = fc.constantFrom(...'aaabb11 .,-_\'"$%/>=x0'.split(''));
  fc.assert(
    fc.property(fc.array(characters, { maxLength: 40 }), (letters) => {
      const piecesIn = (text: string) => splitWords(text).map(({ kind, start, end, isGlued }) => ({ kind, start, end, isGlued }));
      const text = letters.join('');
      expect(piecesIn(text)).toEqual(piecesIn(text.replaceAll(/[ab]/g, 'é')));
    }),
    { numRuns: 1_000 },
  );
});

test('plain text is normalised and folded like any other text', () => {
  expect(normaliseText('price of `ETH`')).toEqual({ text: "price of 'ETH'", hasHidden: false });
  expect(normaliseText('price of ‘ETH’')).toEqual({ text: "price of 'ETH'", hasHidden: false });
  expect(foldText('Dönüştür ETH')).toBe('donustur eth');
});

test('names of several words begin with their first word, however it is written', () => {
  const address = parseAddress(`0x${'1'.repeat(40)}`);
  const words = createTokenWords([
    { symbol: 'USDC', name: 'USD Coin', address, chainId: 1 },
    { symbol: 'ÑAN', name: 'Ñandú-Plus', address, chainId: 1 },
    { symbol: 'ONE', name: 'Harmony', address, chainId: 1 },
  ]);
  expect(['usd', 'USD', 'ñandú', 'ÑANDÚ', 'usd_x', 'coin', 'harmony', 'plus'].filter((word) => words.startsName(word))).toEqual([
    ...['usd', 'USD', 'ñandú', 'ÑANDÚ', 'usd_x'],
  ]);
});
