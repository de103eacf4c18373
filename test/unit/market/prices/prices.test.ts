import { describe, expect, test } from 'bun:test';
import { createPrices } from '../../../../src/market/prices/create-prices.ts';
import { noPrice, type PriceAnswer, type PricedToken, type PriceSource } from '../../../../src/market/prices/price.ts';
import { tokenKey } from '../../../../src/market/tokens/token.ts';
import { silentLog } from '../../../../src/platform/log/log.ts';
import { asChainAddress } from '../../../support/branded.ts';

const START = 1_700_000_000_000;
const tokenOf = (address: string): PricedToken => ({ chainId: 1, address: asChainAddress(address), decimals: 18 });
const said = (usd: string, atMs = START): PriceAnswer => ({ price: { usd, atMs, source: 'test' }, reason: null });

function sourceOf(name: string, answers: Record<string, PriceAnswer | undefined>, more: Partial<PriceSource> = {}) {
  const asked: string[][] = [];
  const source: PriceSource = {
    name,
    maxAgeMs: 60_000,
    timeoutMs: 1_000,
    isOffChain: true,
    serves: (token) => token.address in answers,
    async pricesOf(tokens) {
      asked.push(tokens.map((token) => token.address));
      return new Map(tokens.map((token) => [tokenKey(1, token.address), answers[token.address] ?? noPrice('unknown-token')]));
    },
    ...more,
  };
  return { source, asked };
}

function pricesOver(sources: PriceSource[], more: { keepMs?: number; mostKept?: number } = {}) {
  const clock = { nowMs: START, now: () => clock.nowMs };
  return { clock, prices: createPrices({ sources, clock, log: silentLog, ...more }) };
}

describe('prices', () => {
  test('come from the first source that has one, and each source is asked once for all that is left', async () => {
    const first = sourceOf('first', { a: said('1.5'), b: noPrice('unknown-token') });
    const second = sourceOf('second', { a: said('9'), b: said('2'), c: said('3') });
    const { prices } = pricesOver([first.source, second.source]);
    const answers = await prices.pricesOf(['a', 'b', 'c', 'd'].map(tokenOf));
    expect(['a', 'b', 'c', 'd'].map((name) => answers.get(tokenKey(1, name))?.price?.usd)).toEqual(['1.5', '2', '3', undefined]);
    expect(answers.get(tokenKey(1, 'd'))).toEqual(noPrice('no-source'));
    expect(first.asked).toEqual([['a', 'b']]);
    expect(second.asked).toEqual([['b', 'c']]);
  });

  test('that are stale, from the future, zero or not decimal text count as missing, with the reason counted', async () => {
    const { source } = sourceOf('odd', {
      old: said('1', START - 60_001),
      ahead: said('1', START + 3_600_000),
      zero: said('0.00'),
      negative: said('-1'),
      exponent: said('1e3'),
      good: said('1', START - 60_000),
    });
    const { prices } = pricesOver([source]);
    const reasonOf = async (address: string) => (await prices.priceOf(tokenOf(address))).reason;
    expect(await Promise.all(['old', 'ahead', 'zero', 'negative', 'exponent', 'good'].map(reasonOf))).toEqual([
      'stale',
      'stale',
      'not-positive',
      'not-positive',
      'not-positive',
      null,
    ]);
    expect(prices.failures()).toEqual({ 'odd/stale': 2, 'odd/not-positive': 3 });
  });

  test('a source that throws or hangs is counted and skipped, and never throws at the caller', async () => {
    const broken = sourceOf('broken', { a: undefined }, { pricesOf: () => Promise.reject(new Error('boom')) });
    let wasAborted = false;
    const hanging = sourceOf(
      'hanging',
      { a: undefined },
      {
        timeoutMs: 5,
        pricesOf: (_, signal) =>
          new Promise(() => {
            signal.addEventListener('abort', () => {
              wasAborted = true;
            });
          }),
      },
    );
    const last = sourceOf('last', { a: said('4') });
    const { prices } = pricesOver([broken.source, hanging.source, last.source]);
    expect((await prices.priceOf(tokenOf('a'))).price?.usd).toBe('4');
    expect(prices.failures()).toEqual({ 'broken/upstream-error': 1, 'hanging/timeout': 1 });
    expect(wasAborted).toBe(true);
  });

  test('are cached for a while, then read again, also when the clock was set back', async () => {
    const { source, asked } = sourceOf('one', { a: said('1') });
    const { prices, clock } = pricesOver([source], { keepMs: 20_000 });
    await prices.priceOf(tokenOf('a'));
    clock.nowMs += 19_999;
    await prices.priceOf(tokenOf('a'));
    expect(asked).toHaveLength(1);
    clock.nowMs += 1;
    await prices.priceOf(tokenOf('a'));
    expect(asked).toHaveLength(2);
    clock.nowMs -= 30_000;
    await prices.priceOf(tokenOf('a'));
    expect(asked).toHaveLength(3);
  });

  test('are cached up to a bound', async () => {
    const { source, asked } = sourceOf('one', { a: said('1'), b: said('1'), c: said('1') });
    const { prices } = pricesOver([source], { mostKept: 2 });
    await prices.pricesOf(['a', 'b', 'c'].map(tokenOf));
    await prices.pricesOf(['a', 'b', 'c'].map(tokenOf));
    expect(asked).toEqual([['a', 'b', 'c'], ['a']]);
  });

  test('for checking pools never come from pools', async () => {
    const pool = sourceOf('pool', { a: said('1') }, { isOffChain: false });
    const { prices } = pricesOver([pool.source]);
    expect(await prices.priceOf(tokenOf('a'), { offChainOnly: true })).toEqual(noPrice('no-source'));
    expect((await prices.priceOf(tokenOf('a'))).price?.usd).toBe('1');
  });
});
