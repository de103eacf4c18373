import { type AnyElysia, Elysia } from 'elysia';
import { addRoute } from '../../../http/add-route.ts';
import { type RouteLimits, unlimited } from '../../../http/rate-limit.ts';
import { reply } from '../../../http/reply.ts';
import type { RampOffers } from '../create-offers.ts';
import type { Offer } from '../offer.ts';
import type { RampName } from '../ramp-provider.ts';
import { offerBody, offerInputOf } from './ramp-inputs.ts';
import { offerSchema, offersSchema } from './ramp-schemas.ts';

/** The providers that have a documented route for their own quotes. */
const WITH_QUOTES: readonly RampName[] = ['onramp-money', 'guardarian', 'alchemy-pay', 'transak', 'banxa'];

const BODY =
  '`side` is buy or sell. `fiat` is a currency code such as EUR. Name the coin by `chainId` and `token`, or by `crypto` and ' +
  '`network` with the names that a provider uses. Give either `fiatAmount` or `cryptoAmount`, as decimal text or as a ' +
  'number. `country` is a two-letter code. `paymentMethod` is card, bank, wallet or a code of the provider.';

/** Creates the routes for offers of the ramp providers (API specification, "Fiat on/off-ramp"). */
export function createRampRoutes(deps: { readonly offers: RampOffers; readonly limits?: RouteLimits }): AnyElysia {
  const { offers, limits = unlimited } = deps;
  const app = new Elysia({ name: 'ramps', prefix: '/defi' });
  const rateLimit = limits.perMinute('ramp-quotes');

  addRoute(app, {
    cost: 'limited',
    keeps: false,
    method: 'POST',
    path: '/on-off-ramp-quotes',
    summary: 'Request offers of all ramp providers',
    description: `${BODY} Offers are sorted by what the person receives after all fees. If a provider fails, the reply has no offer of this provider, and \`providers\` states the reason.`,
    input: { body: offerBody },
    hasExactNumbers: ['fiatAmount', 'cryptoAmount'],
    ...(rateLimit === undefined ? {} : { rateLimit }),
    responses: { 200: { description: 'The offers, the best first.', data: offersSchema } },
    async handle({ body, request }) {
      const { offers: quotes, providers } = await offers.all(offerInputOf(body, 'body'), request.signal);
      return reply({ quotes: quotes.map(shown), providers: [...providers] });
    },
  });

  for (const name of WITH_QUOTES) {
    addRoute(app, {
      cost: 'limited',
      keeps: false,
      method: 'POST',
      path: `/${name}/quotes`,
      summary: `Request an offer of ${name}`,
      description: BODY,
      input: { body: offerBody },
      hasExactNumbers: ['fiatAmount', 'cryptoAmount'],
      ...(rateLimit === undefined ? {} : { rateLimit }),
      responses: { 200: { description: 'The offer.', data: offerSchema } },
      handle: async ({ body, request }) => reply(shown(await offers.one(name, offerInputOf(body, 'body'), request.signal))),
    });
  }
  return app;
}

function shown(offer: Offer) {
  return { ...offer, fees: [...offer.fees] };
}
