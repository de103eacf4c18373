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
 * which the API specification defines only the path prefix. The specification does not contain the `chainId` query parameter.
 */
export function createBalanceRoutes(deps: { balances: Balances; limits?: RouteLimits }): AnyElysia {
  const { balances, limits = unlimited } = deps;
  const app = new Elysia({ name: 'balances' });

  const spec = {
    summary: "Read a wallet's balances",
    description:
      'Returns the balances of every listed chain that this node can read, or only of the chain `chainId`. The native asset of a ' +
      'chain is always included, and so are the known tokens with a balance, at most 200 per chain. `balance` is in base units, ' +
      'and `amount` is the exact amount in whole tokens. Dollar values are decimal strings, or null if the price is unknown. A ' +
      'chain that cannot be read within 5 s is listed in `failed`. Each chain is read at most every 10 s. Only EVM addresses are ' +
      'accepted.',
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
