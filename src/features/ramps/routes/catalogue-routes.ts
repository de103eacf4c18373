import { type AnyElysia, Elysia } from 'elysia';
import { addRoute } from '../../../http/add-route.ts';
import { type RouteLimits, unlimited } from '../../../http/rate-limit.ts';
import { reply } from '../../../http/reply.ts';
import { isoOf } from '../../../values/iso-time.ts';
import { DAY_MS } from '../../../values/utc-day.ts';
import type { Catalogues } from '../catalogue-port.ts';
import type { Catalogue } from '../catalogue-rows.ts';
import type { RampName } from '../ramp-provider.ts';
import { catalogueSchema, savedSchema } from './ramp-schemas.ts';
import { savedOf } from './saved-catalogue.ts';

/** The providers that have a documented route to save their catalogue. */
const SAVED: readonly RampName[] = ['onramp-money', 'guardarian', 'alchemy-pay'];

/**
 * Creates the routes of the provider catalogues (API specification, "Fiat on/off-ramp"). As the API specification documents, the routes
 * that save a catalogue are GET routes although they change data.
 */
export function createCatalogueRoutes(deps: {
  readonly catalogues: Catalogues;
  readonly now: () => number;
  readonly limits?: RouteLimits;
}): AnyElysia {
  const { catalogues, now, limits = unlimited } = deps;
  const app = new Elysia({ name: 'ramp-catalogues', prefix: '/defi' });
  const rateLimit = limits.perMinute('ramp-catalogues');
  const shared = { cost: 'limited' as const, keeps: false, input: {}, ...(rateLimit === undefined ? {} : { rateLimit }) };

  for (const name of SAVED) {
    for (const what of ['crypto', 'fiat'] as const) {
      addRoute(app, {
        ...shared,
        method: 'GET',
        path: `/${name}/save-${what}`,
        summary: `Refresh the catalogue of ${name}`,
        description:
          'Coins and currencies are fetched together, at most once a minute by all nodes together. A catalogue that is empty or much ' +
          'smaller than the last one is not used until an operator accepts it.',
        responses: { 200: { description: 'The catalogue that is stored now.', data: savedSchema } },
        handle: async () => reply(savedOf(await catalogues.refresh(name))),
      });
    }
  }
  addRoute(app, {
    ...shared,
    method: 'POST',
    path: '/guardarian/crypto-list',
    summary: 'List the coins and currencies of guardarian',
    responses: { 200: { description: 'The catalogue.', data: catalogueSchema } },
    handle: async () => reply(shown(await current('guardarian'))),
  });
  addRoute(app, {
    ...shared,
    method: 'GET',
    path: '/transak',
    summary: 'List the coins and currencies of transak',
    description: 'Refreshes the catalogue first, at most once a minute by all nodes together.',
    responses: { 200: { description: 'The catalogue.', data: catalogueSchema } },
    handle: async () => reply(shown((await catalogues.refresh('transak')).catalogue)),
  });
  addRoute(app, {
    ...shared,
    method: 'GET',
    path: '/banxa',
    summary: 'List the coins and currencies of banxa',
    responses: { 200: { description: 'The catalogue.', data: catalogueSchema } },
    handle: async () => reply(shown(await current('banxa'))),
  });
  return app;

  /** Returns the stored catalogue; one that is older than a day is refreshed first. */
  async function current(name: RampName): Promise<Catalogue> {
    const stored = await catalogues.read(name);
    if (stored.fetchedAtMs !== null && now() - stored.fetchedAtMs < DAY_MS) return stored;
    return (await catalogues.refresh(name)).catalogue;
  }
}

function shown({ provider, coins, fiats, fetchedAtMs, problem }: Catalogue) {
  return {
    ...{ provider, fetchedAt: isoOf(fetchedAtMs), problem },
    crypto: coins.map(({ ids: _ids, statedChainId: _stated, sides, excludedCountries, ...coin }) => ({
      ...{ ...coin, sides: [...sides], excludedCountries: [...excludedCountries] },
    })),
    fiat: fiats.map(({ code, countries, sides, methods }) => ({
      ...{ code, countries: listOf(countries), sides: [...sides] },
      methods: methods.map((method) => ({ ...method, countries: listOf(method.countries) })),
    })),
  };
}

function listOf(texts: readonly string[] | null): string[] | null {
  return texts === null ? null : [...texts];
}
