import { type AnyElysia, Elysia } from 'elysia';
import * as v from 'valibot';
import { addRoute } from '../../http/add-route.ts';
import { chainIdText } from '../../http/fields.ts';
import { type RouteLimits, unlimited } from '../../http/rate-limit.ts';
import { reply } from '../../http/reply.ts';
import { type Balances, chainBalancesSchema } from './create-balances.ts';
import { failedChainSchema } from './failed-chain.ts';
import { walletAddress } from './wallet-address.ts';

const walletBalancesSchema = v.object({
  address: v.string(),
  totalUsd: v.string(),
  chains: v.array(chainBalancesSchema),
  failed: v.array(failedChainSchema),
});

const query = v.object({ chainId: v.optional(chainIdText) });

/**
 * Creates the routes `GET /api/defi/init/:address` (API specification, "Build, sign, relayer data") and `GET /api/balance/:wallet`, for
 * which the API specification defines only the path prefix. The `chainId` query parameter is our addition.
 */
export function createBalanceRoutes(deps: { balances: Balances; limits?: RouteLimits }): AnyElysia {
  const { balances, limits = unlimited } = deps;
  const app = new Elysia({ name: 'balances' });

  const spec = {
    summary: "Read a wallet's balances",
    description:
      'Returns the native and known tokens of every listed chain that this node can read, or of the chain `chainId`: tokens with ' +
      'a balance, at most 200 per chain, and always the native asset. `balance` is in base units, `amount` exact in human units; ' +
      'dollar values are decimal strings, or null when the price is unknown. A chain that cannot be read within 5 s is in `failed`. A chain is ' +
      'read at most every 10 s. EVM addresses only.',
    rateLimit: limits.perMinute('balances'),
    responses: { 200: { description: 'The balances.', data: walletBalancesSchema } },
  } as const;
  addRoute(app, {
    ...{
      ...spec,
      cost: 'limited',
      method: 'GET',
      path: '/defi/init/:address',
      input: { params: v.object({ address: walletAddress }), query },
    },
    handle: async ({ params, query }) => reply(await balances.of(params.address, query.chainId)),
  });
  addRoute(app, {
    ...{ ...spec, cost: 'limited', method: 'GET', path: '/balance/:wallet', input: { params: v.object({ wallet: walletAddress }), query } },
    handle: async ({ params, query }) => reply(await balances.of(params.wallet, query.chainId)),
  });

  return app;
}
