import { type AnyElysia, Elysia } from 'elysia';
import * as v from 'valibot';
import { addRoute } from '../../http/add-route.ts';
import { evmAddress } from '../../http/fields.ts';
import { reply } from '../../http/reply.ts';
import type { WalletRecords } from './wallet-records.ts';

const walletSchema = v.object({
  wallet: v.string(),
  known: v.pipe(v.record(v.string(), v.number()), v.description('The number of records of each kind; kinds without records are omitted.')),
  links: v.pipe(v.record(v.string(), v.string()), v.description('The paths of the API routes that return the records of the wallet.')),
});

/** Creates the route `GET /api/wallet/:wallet`. The route is our addition: the API specification defines only the path prefix. */
export function createWalletRoutes({ records }: { readonly records: Pick<WalletRecords, 'counts'> }): AnyElysia {
  const app = new Elysia({ name: 'wallet', prefix: '/wallet' });
  addRoute(app, {
    ...{ method: 'GET', path: '/:wallet', cost: 'limited', keeps: false },
    summary: 'Count the stored records of a wallet',
    description: 'Counts only public records. The reply does not reveal whether the wallet has signed in.',
    input: { params: v.object({ wallet: evmAddress }) },
    responses: { 200: { description: 'The counts.', data: walletSchema } },
    async handle({ params: { wallet } }) {
      const known = await records.counts(wallet, { publicOnly: true });
      const links = {
        balance: `/api/balance/${wallet}`,
        transaction: `/api/transaction/${wallet}`,
        notifications: `/api/notifications?walletAddress=${wallet}`,
        'dca-position': `/api/defi/get-position?walletAddress=${wallet}`,
        'autopilot-agent': `/api/defi/autopilot/list/${wallet}`,
        orders: `/api/defi/order/${wallet}`,
      };
      return reply({ wallet, known, links });
    },
  });
  return app;
}
