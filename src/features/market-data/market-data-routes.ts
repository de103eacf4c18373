import { type AnyElysia, Elysia } from 'elysia';
import * as v from 'valibot';
import { addRoute } from '../../http/add-route.ts';
import { chainIdText } from '../../http/fields.ts';
import { reply } from '../../http/reply.ts';
import type { PriceSeries } from '../../market/price-series/price-series.ts';
import type { Prices } from '../../market/prices/create-prices.ts';
import type { Tokens } from '../../market/tokens/create-tokens.ts';
import type { Token } from '../../market/tokens/token.ts';
import type { Clock } from '../../values/clock.ts';
import { InvalidInputError } from '../../values/errors/invalid-input-error.ts';
import { RetryableError } from '../../values/errors/retryable-error.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import { isoOf, parseIsoTime } from '../../values/iso-time.ts';

const DAY_MS = 86_400_000;
/** Maximum number of days between the start and the end of the prices that a client requests. Older prices are not stored. */
const MOST_DAYS = 31;

const tokenPath = v.object({ chainId: chainIdText, token: v.pipe(v.string(), v.nonEmpty(), v.maxLength(64)) });
const time = v.pipe(
  v.string(),
  v.check((text) => parseIsoTime(text) !== null, 'Expected a time in ISO 8601 with its zone, such as 2026-01-31T12:00:00Z.'),
  v.transform((text) => parseIsoTime(text) ?? 0),
);
const named = { chainId: v.number(), token: v.string(), symbol: v.string() };
const priceSchema = v.object({ ...named, priceUsd: v.string(), at: v.string(), source: v.string() });
const seriesSchema = v.object({
  ...named,
  from: v.string(),
  to: v.string(),
  points: v.array(v.object({ at: v.string(), usd: v.string(), highUsd: v.string() })),
});

/** Creates the routes below `/api/market-data`. They are our addition: the API specification only mentions a market-data proxy. */
export function createMarketDataRoutes(deps: {
  readonly tokens: Pick<Tokens, 'find'>;
  readonly prices: Pick<Prices, 'priceOf'>;
  readonly series: Pick<PriceSeries, 'points'>;
  readonly clock: Clock;
}): AnyElysia {
  const { tokens, prices, series, clock } = deps;
  const app = new Elysia({ name: 'market-data', prefix: '/market-data' });

  async function require(chainId: number, text: string): Promise<Token> {
    const token = await tokens.find(chainId, text);
    if (token !== null) return token;
    throw new TerminalError({ code: 'token-not-found', message: 'This token is not listed on this chain.', status: 404 });
  }

  addRoute(app, {
    ...{ method: 'GET', path: '/price/:chainId/:token', cost: 'limited' },
    summary: 'Read the price of a token',
    description:
      'The price of one whole token in dollars, as a decimal string, from the first price source that has a price; at most 20 s old.',
    input: { params: tokenPath },
    responses: { 200: { description: 'The price.', data: priceSchema } },
    async handle({ params }) {
      const { chainId, address: token, symbol, ...more } = await require(params.chainId, params.token);
      const { price, reason } = await prices.priceOf({ ...more, chainId, address: token });
      if (price === null) {
        const message = `There is no price of this token now (${reason}).`;
        throw new RetryableError({ code: 'price-unavailable', message, details: { reason } });
      }
      return reply({ chainId, token, symbol, priceUsd: price.usd, at: isoOf(price.atMs), source: price.source });
    },
  });

  addRoute(app, {
    ...{ method: 'GET', path: '/series/:chainId/:token', cost: 'limited' },
    summary: 'Read recorded prices of a token',
    description:
      'Oldest price first: one price per minute for the last day, and one per hour for the rest of the last 31 days. `from` and `to` are ISO 8601 times; the default is the last day. ' +
      'Prices are recorded while an agent watches the token.',
    input: { params: tokenPath, query: v.object({ from: v.optional(time), to: v.optional(time) }) },
    responses: { 200: { description: 'The prices.', data: seriesSchema } },
    async handle({ params, query }) {
      const { chainId, address: token, symbol } = await require(params.chainId, params.token);
      const { to: toMs = clock.now() } = query;
      const { from: fromMs = toMs - DAY_MS } = query;
      if (fromMs > toMs || toMs - fromMs > MOST_DAYS * DAY_MS) {
        const message = `Expected a time before \`to\`, and at most ${MOST_DAYS} days before it.`;
        throw new InvalidInputError([{ path: 'query.from', code: 'range', message }]);
      }
      const points = await series.points(chainId, token, { fromMs, toMs });
      const shown = points.map(({ atMs, usd, highUsd }) => ({ at: isoOf(atMs), usd, highUsd }));
      return reply({ chainId, token, symbol, from: isoOf(fromMs), to: isoOf(toMs), points: shown });
    },
  });
  return app;
}
