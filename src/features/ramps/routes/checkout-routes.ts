import { isIP } from 'node:net';
import { type AnyElysia, Elysia } from 'elysia';
import { addRoute } from '../../../http/add-route.ts';
import { type RouteLimits, unlimited } from '../../../http/rate-limit.ts';
import { reply } from '../../../http/reply.ts';
import { isoOf } from '../../../values/iso-time.ts';
import type { RampSide } from '../../../values/ramp-status.ts';
import type { Checkouts } from '../create-checkouts.ts';
import { type RampName, rampNames } from '../ramp-provider.ts';
import { type RegisteredRamp, rampOf, rampOff } from '../registry.ts';
import { PAGE_NAMES, pageBody, requirePageParams } from './page-inputs.ts';
import { assignQuery, checkoutBody, offerInputOf } from './ramp-inputs.ts';
import { checkoutSchema, referenceSchema, signedPageSchema } from './ramp-schemas.ts';

/** The documented routes that assign a reference, with the side (purchase or sale) that applies when the request names none. */
const ASSIGNED: readonly { readonly provider: RampName; readonly path: string; readonly side: RampSide; readonly isFiat: boolean }[] = [
  { provider: 'onramp-money', path: 'assign', side: 'buy', isFiat: false },
  { provider: 'guardarian', path: 'assign', side: 'buy', isFiat: false },
  { provider: 'guardarian', path: 'assign-fiat', side: 'sell', isFiat: true },
  { provider: 'alchemy-pay', path: 'assign', side: 'buy', isFiat: false },
  { provider: 'alchemy-pay', path: 'assign-fiat', side: 'sell', isFiat: true },
  { provider: 'transak', path: 'assign', side: 'buy', isFiat: false },
];

/** Creates the routes that begin an order: references, signed pages and checkouts (API specification, "Fiat on/off-ramp"). */
export function createCheckoutRoutes(deps: {
  readonly checkouts: Checkouts;
  readonly providers: readonly RegisteredRamp[];
  readonly webhookUrlOf: (provider: RampName) => string | null;
  readonly limits?: RouteLimits;
}): AnyElysia {
  const { checkouts, limits = unlimited } = deps;
  const app = new Elysia({ name: 'ramp-checkouts', prefix: '/defi' });
  const rateLimit = limits.perMinute('ramp-checkouts');
  const limited = { cost: 'limited' as const, ...(rateLimit === undefined ? {} : { rateLimit }) };

  for (const { provider, path, side, isFiat } of ASSIGNED) {
    addRoute(app, {
      ...limited,
      keeps: true,
      method: 'GET',
      path: `/${provider}/${path}`,
      summary: `Assign a reference for an order at ${provider}`,
      description:
        `\`side\` is ${side} by default. \`amount\` is ${isFiat ? 'in the currency of the money' : 'what the person pays: money on a purchase, crypto on a sale'}; ` +
        'Use `fiatAmount` or `cryptoAmount` instead to choose explicitly. Each call assigns a new reference. A reference without an order expires after 24 hours.',
      input: { query: assignQuery },
      responses: { 200: { description: 'The reference.', data: referenceSchema } },
      async handle({ query: { amount, wallet, ...query } }) {
        const of = query.side ?? side;
        const named = amount === undefined ? {} : isFiat || of === 'buy' ? { fiatAmount: amount } : { cryptoAmount: amount };
        const input = offerInputOf({ ...query, ...named, side: of }, 'query');
        const { reference, expiresAtMs } = await checkouts.assign(provider, { ...input, wallet });
        return reply({ reference, expiresAt: isoOf(expiresAtMs), provider });
      },
    });
  }

  addRoute(app, {
    ...limited,
    keeps: false,
    method: 'POST',
    path: '/alchemy-pay/sign',
    summary: 'Sign the checkout page of alchemy-pay',
    description:
      `\`side\` is buy or sell. The other members are parameters of the checkout page: ${PAGE_NAMES.join(', ')}. ` +
      'A purchase needs crypto, network, address and merchantOrderNo; a sale needs crypto, network, cryptoAmount and merchantOrderNo. ' +
      '`fiatAmount` needs `fiat`, and on a sale `fiat` needs `country`. Values keep the digits that the client wrote, and the signature covers ' +
      'exactly the parameters of the returned URL.',
    input: { body: pageBody },
    hasExactNumbers: true,
    responses: { 200: { description: 'The signature, and the URL of the signed checkout page.', data: signedPageSchema } },
    async handle({ body: { side = 'buy', ...params } }) {
      const { provider, missing } = rampOf(deps.providers, 'alchemy-pay');
      const signPage = provider?.signPage ?? null;
      if (signPage === null) throw rampOff('alchemy-pay', missing);
      const given = Object.fromEntries(
        Object.entries(params).filter((entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== ''),
      );
      requirePageParams(side, given);
      const webhookUrl = deps.webhookUrlOf('alchemy-pay');
      return reply(
        signPage(side, {
          ...{ showTable: side },
          ...given,
          ...(webhookUrl === null ? {} : { callbackUrl: webhookUrl }),
        }),
      );
    },
  });

  for (const provider of rampNames) {
    addRoute(app, {
      ...limited,
      keeps: true,
      method: 'POST',
      path: `/${provider}/checkout`,
      summary: `Open the checkout of ${provider}`,
      description:
        'The body has the members of a request for offers, and also `wallet`, `reference` and `redirectUrl`. `reference` is a ' +
        "reference that was assigned before; if it is omitted, a new one is assigned. The returned URL leads to the provider's " +
        'checkout page and contains the wallet and the reference.',
      input: { body: checkoutBody },
      hasExactNumbers: ['fiatAmount', 'cryptoAmount'],
      responses: { 201: { description: 'The checkout.', data: checkoutSchema } },
      async handle({ body: { wallet, reference, redirectUrl, ...body }, request }) {
        const client = limits.clientOf(request);
        const { terms, checkout } = await checkouts.open(
          provider,
          {
            ...{ ...offerInputOf(body, 'body'), wallet, reference: reference ?? null, redirectUrl: redirectUrl ?? null },
            clientAddress: isIP(client) === 0 ? null : client,
          },
          request.signal,
        );
        const { url, orderId, expiresAtMs } = checkout;
        const expiresAt = isoOf(expiresAtMs);
        return reply({ provider, reference: terms.reference, url, orderId, expiresAt }, { status: 201 });
      },
    });
  }
  return app;
}
