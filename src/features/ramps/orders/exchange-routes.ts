import { isIP } from 'node:net';
import { type AnyElysia, Elysia } from 'elysia';
import * as v from 'valibot';
import { addRoute } from '../../../http/add-route.ts';
import { chainIdMember } from '../../../http/fields.ts';
import { type RouteLimits, unlimited } from '../../../http/rate-limit.ts';
import { reply } from '../../../http/reply.ts';
import { walletText } from '../../../http/wallet-text.ts';
import { InvalidInputError } from '../../../values/errors/invalid-input-error.ts';
import { parseChainAddress } from '../../../values/parse-chain-address.ts';
import type { CoinChoice } from '../offer.ts';
import type { RampCoin } from '../ramp-provider.ts';
import { rampAmount } from '../routes/ramp-inputs.ts';
import type { ExchangeCrypto, ExchangeInput } from './exchange-crypto.ts';
import { presentOrder, rampOrderSchema } from './present-order.ts';

const word = v.pipe(v.string(), v.nonEmpty(), v.maxLength(100));
const coin = v.union(
  [v.object({ chainId: chainIdMember, token: word }), v.object({ crypto: word, network: word })],
  'Expected either chainId and token, or crypto and network with the names that the provider uses.',
);
const pair = { from: coin, to: coin, amount: rampAmount };
const text = v.nullable(v.string());
const coinSchema = v.object({ crypto: v.string(), network: v.string(), chainId: v.nullable(v.number()), token: text });
const estimateSchema = v.object({
  provider: v.literal('guardarian'),
  from: coinSchema,
  to: coinSchema,
  amount: v.string(),
  /** The amount that the wallet is expected to receive. The provider does not guarantee it. */
  receives: v.string(),
  limits: v.nullable(v.object({ min: text, max: text, currency: v.string() })),
});
const startedSchema = v.object({
  order: rampOrderSchema,
  /** The URL of the provider's page for the exchange; null when the provider has none. */
  url: text,
  receives: text,
});
const COINS =
  '`from` and `to` are `{chainId, token}`, or `{crypto, network}` with the names that the provider uses. `amount` is the amount of `from`.';

/** Creates the routes for the instant exchange of crypto for crypto (API specification, "Provider proxy endpoints"). */
export function createExchangeRoutes(deps: { readonly exchange: ExchangeCrypto; readonly limits?: RouteLimits }): AnyElysia {
  const { exchange, limits = unlimited } = deps;
  const app = new Elysia({ name: 'ramp-exchange', prefix: '/defi' });
  const rateLimit = limits.perMinute('ramp-exchange');
  const limited = { method: 'POST' as const, cost: 'limited' as const, ...(rateLimit === undefined ? {} : { rateLimit }) };

  addRoute(app, {
    ...{ ...limited, path: '/guardarian', keeps: false },
    summary: 'Estimate an exchange of crypto at guardarian',
    description: COINS,
    input: { body: v.object(pair) },
    hasExactNumbers: ['amount'],
    responses: { 200: { description: 'The estimate.', data: estimateSchema } },
    async handle({ body, request }) {
      const { from, to, amount, limits: bounds } = await exchange.estimate(inputOf(body), request.signal);
      return reply({
        ...{ provider: 'guardarian', from: shownCoin(from), to: shownCoin(to), amount: body.amount, receives: amount, limits: bounds },
      });
    },
  });
  addRoute(app, {
    ...{ ...limited, path: '/guardarian/transaction', keeps: true },
    summary: 'Start an exchange of crypto at guardarian',
    description: `${COINS} \`wallet\` receives the crypto. The service tracks the exchange as a ramp order.`,
    input: { body: v.object({ ...pair, wallet: walletText }) },
    hasExactNumbers: ['amount'],
    responses: { 201: { description: 'The order. It contains the address to pay to, if the provider states one.', data: startedSchema } },
    async handle({ body, request }) {
      const client = limits.clientOf(request);
      const { order, url, amount } = await exchange.start(
        { ...inputOf(body), wallet: body.wallet, clientAddress: isIP(client) === 0 ? null : client },
        request.signal,
      );
      return reply({ order: presentOrder(order), url, receives: amount }, { status: 201 });
    },
  });
  return app;
}

type Given = v.InferOutput<typeof coin>;

function inputOf({ from, to, amount }: { readonly from: Given; readonly to: Given; readonly amount: string }): ExchangeInput {
  return { from: choiceOf(from, 'from'), to: choiceOf(to, 'to'), amount };
}

function choiceOf(given: Given, member: string): CoinChoice {
  if ('crypto' in given) return given;
  try {
    return { chainId: given.chainId, token: parseChainAddress(given.chainId, given.token) };
  } catch {
    const message = `Expected the address of a token on chain ${given.chainId}.`;
    throw new InvalidInputError([{ path: `body.${member}.token`, code: 'invalid', message }]);
  }
}

function shownCoin({ code, network, chainId, address }: RampCoin) {
  return { crypto: code, network, chainId, token: address };
}
