import { describe, expect, test } from 'bun:test';
import { actorDefinitions } from '../../../src/app/registry.ts';
import { createSummaries } from '../../../src/operator/inspection/create-summaries.ts';
import { titleText } from '../../../src/operator/inspection/title-text.ts';
import { actorWithoutEffects } from '../../../src/runtime/define/implement-actor.ts';
import { createSummarize } from '../../../src/runtime/operator/summarize-actors.ts';
import { address, amount, symbol, text } from '../../../src/values/inspection/section-values.ts';
import { definitions, recordedActors } from '../../support/recorded-actors.ts';

const USDC = '0x00000000000000000000000000000000000000aa';
const BAD = '0x00000000000000000000000000000000000000bb';
const named = (chainId: number, token: string) => {
  if (chainId !== 1) return null;
  if (token === USDC) return { symbol: 'USDC', decimals: 6 };
  return token === BAD ? { symbol: '\u202eCDSU\u202c\u200b <b>free</b>\n0123456789abcdefghijklmnop', decimals: 18 } : null;
};

describe('a title', () => {
  test('names amounts and tokens by the token list', () => {
    const phrase = [text('DCA'), amount({ amount: '300000000', token: USDC, chainId: 1 }), text('to'), symbol(1, USDC), text(', 2 of 3')];
    expect(titleText(phrase, named)).toBe('DCA 300 USDC to USDC, 2 of 3');
    expect(titleText([text('Agent 2 of'), address('0x90f79bf6eb2c4f870365e785982e1f101e93b906')], named)).toBe('Agent 2 of 0x90f7…b906');
  });
  test('names a token that is not listed by its address, and claims no amount of it', () => {
    const phrase = [text('Swap'), amount({ amount: '5', token: USDC, chainId: 2 })];
    expect(titleText(phrase, named)).toBe('Swap an amount of 0x0000…00aa');
  });
  test('is one line of plain text without hidden characters, whatever a token calls itself', () => {
    const title = titleText([text('Swap'), amount({ amount: '1', token: BAD, chainId: 1 }), text('to'), symbol(1, BAD)], named);
    expect(title).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u);
    expect(title.length).toBeLessThan(100);
    expect(title).toBe('Swap 0.000000000000000001 CDSU <b>free</b>0123456… to CDSU <b>free</b>0123456…');
    expect([...titleText([text('\u{1f600}'.repeat(500))], named)]).toHaveLength(120);
  });
});

const recorded = recordedActors();
const summarize = createSummarize({
  actors: actorDefinitions.map((definition) => actorWithoutEffects(definition)),
  clock: { now: () => 1_900_000_000_000 },
  tickEveryMs: 60_000,
  pauseOf: () => null,
});

test.each([...definitions.keys()])('every recorded %s has a title and says why it waits', async (type) => {
  const records = recorded.filter((record) => record.type === type);
  const summaries = await createSummaries({
    summarize,
    outages: async () => [],
    store: { load: async () => [] },
    tokens: { findMany: () => Promise.reject(new Error('the token list is away')) },
  }).of(records);
  expect(summaries).toHaveLength(records.length);
  for (const { title, why } of summaries) {
    expect(title ?? '').not.toBe('');
    expect(why?.sentence ?? '').not.toBe('');
  }
});

test('an actor of an unknown type has no title, nor has a record of a later version', () => {
  const [first] = recorded;
  if (first === undefined) throw new Error('nothing is recorded');
  const unknown = { ...first, type: 'unheard-of', id: 'unheard-of/1' };
  expect([summarize.titleOf(unknown), summarize.whyOf(unknown)]).toEqual([null, null]);
  expect(summarize.titleOf({ ...first, version: 99_999 })).toBeNull();
});
