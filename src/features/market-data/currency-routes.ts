import { type AnyElysia, Elysia } from 'elysia';
import * as v from 'valibot';
import { addRoute } from '../../http/add-route.ts';
import { reply } from '../../http/reply.ts';
import type { FiatRates } from '../../market/prices/fiat-rates.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';

const ratesSchema = v.object({ base: v.literal('USD'), at: v.string(), source: v.string(), rates: v.record(v.string(), v.string()) });
const rateSchema = v.object({ base: v.literal('USD'), currency: v.string(), rate: v.string(), at: v.string(), source: v.string() });

/** Creates the routes below `/api/currency`. They are our addition: the API specification only mentions a currency proxy. */
export function createCurrencyRoutes({ fiatRates }: { readonly fiatRates: FiatRates }): AnyElysia {
  const app = new Elysia({ name: 'currency', prefix: '/currency' });
  const about = 'Units of the currency for one dollar, as decimal text; at most ten minutes old, or `at` says how old.';

  addRoute(app, {
    ...{ method: 'GET', path: '', cost: 'limited' },
    summary: 'List the exchange rates of currencies',
    description: about,
    input: {},
    responses: { 200: { description: 'The rates.', data: ratesSchema } },
    async handle() {
      const { atMs, source, perUsd } = await fiatRates.read();
      return reply({ base: 'USD', at: new Date(atMs).toISOString(), source, rates: perUsd });
    },
  });

  addRoute(app, {
    ...{ method: 'GET', path: '/:code', cost: 'limited' },
    summary: 'Read the exchange rate of a currency',
    description: about,
    input: {
      params: v.object({
        code: v.pipe(v.string(), v.regex(/^[A-Za-z]{3}$/, 'Expected the code of a currency, such as EUR.'), v.toUpperCase()),
      }),
    },
    responses: { 200: { description: 'The rate.', data: rateSchema } },
    async handle({ params: { code } }) {
      const { atMs, source, perUsd } = await fiatRates.read();
      const rate = perUsd[code];
      if (rate === undefined)
        throw new TerminalError({ code: 'currency-not-found', status: 404, message: `There is no exchange rate of the currency ${code}.` });
      return reply({ base: 'USD', currency: code, rate, at: new Date(atMs).toISOString(), source });
    },
  });
  return app;
}
