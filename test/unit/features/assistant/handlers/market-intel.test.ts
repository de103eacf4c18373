import { describe, expect, test } from 'bun:test';
import type { Asked } from '../../../../../src/features/assistant/answers/answer.ts';
import { createMarketIntel } from '../../../../../src/features/assistant/handlers/market-intel.ts';
import { createMoney } from '../../../../../src/features/assistant/lookup/money.ts';
import { found } from '../../../../../src/features/assistant/lookup/outcome.ts';
import type { SeriesPoint } from '../../../../../src/market/price-series/price-series.ts';
import { ETH, OWNER } from '../../../../support/alert-bench.ts';

const NOW = Date.UTC(2026, 5, 15, 12);
const MINUTE = 60_000;

/** Answers the question for the price of ETH, with a current price and recorded prices by their age in minutes. */
async function answerTo(usd: string, recorded: readonly (readonly [minutes: number, usd: string])[]) {
  const points = recorded.map(([minutes, price]): SeriesPoint => ({ atMs: NOW - minutes * MINUTE, usd: price, highUsd: price }));
  const handler = createMarketIntel({
    ...{ findToken: async () => found(ETH), clock: { now: () => NOW }, series: { points: async () => points } },
    prices: { priceOf: async () => ({ price: { usd, atMs: NOW, source: 'test' }, reason: null }) },
    openMoney: createMoney({ fiatRates: { read: async () => ({ atMs: NOW, source: 'test', perUsd: {} }) } }).open,
  });
  const asked: Asked = {
    ...{ wallet: OWNER, chainId: 1, currency: null, text: '', intent: 'market_intel', slots: { fromToken: 'ETH' }, operation: null },
    ...{ said: null, chatId: 'c', turn: 1, key: 'k', signal: new AbortController().signal },
  };
  const { text, data } = await handler(asked);
  return { text, range: data.market?.range };
}

describe('the range of a price', () => {
  test('contains the current price, also right after it has jumped', async () => {
    const up = await answerTo('3250', [
      [3, '2650'],
      [2, '3000'],
    ]);
    expect(up).toMatchObject({
      range: { lowUsd: '2650', highUsd: '3250' },
      text: expect.stringContaining('between $2,650.00 and $3,250.00'),
    });
    expect((await answerTo('2000', [[2, '2650']])).range).toMatchObject({ lowUsd: '2000', highUsd: '2650' });
    expect((await answerTo('2650', [])).range).toBeNull();
  });

  test('may be shown without a change, and the answer then does not say that there are no prices', async () => {
    const { text } = await answerTo('3250', [[3, '2650']]);
    expect(text).toContain('no price of the token from an hour, a day or a week ago');
    expect((await answerTo('3250', [[60, '2600']])).text).toContain('+25');
  });
});
