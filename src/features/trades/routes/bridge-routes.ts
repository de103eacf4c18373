import { type AnyElysia, Elysia } from 'elysia';
import * as v from 'valibot';
import { addRoute } from '../../../http/add-route.ts';
import { reply } from '../../../http/reply.ts';
import { walletText } from '../../../http/wallet-text.ts';
import type { CompleteBridge } from '../complete-bridge.ts';
import { transactionId, transactionSchema } from './transaction-schemas.ts';

const completionBody = v.object({
  txHash: transactionId,
  destinationTxHash: v.optional(transactionId),
  walletAddress: v.optional(walletText),
  status: v.optional(v.pipe(v.string(), v.maxLength(64))),
});

/** Creates the route `POST /api/defi/bridge/qube` (API specification, "Other trading routes"). */
export function createBridgeRoutes(deps: { completeBridge: CompleteBridge }): AnyElysia {
  const app = new Elysia({ name: 'bridge', prefix: '/defi' });

  addRoute(app, {
    cost: 'limited',
    method: 'POST',
    path: '/bridge/qube',
    summary: 'Report the completion of a chain-specific bridge',
    description:
      '`txHash` is the source transaction, or the UUID of its record. The report is kept for 30 days, and a record is checked at ' +
      'once, but the report itself does not change its status. `transaction` is the record after the check, or null.',
    input: { body: completionBody },
    responses: {
      200: {
        description: 'Kept.',
        data: v.object({ success: v.literal(true), transaction: v.nullable(transactionSchema) }),
      },
    },
    handle: async ({ body }) => reply({ success: true, transaction: await deps.completeBridge(body) }),
  });

  return app;
}
