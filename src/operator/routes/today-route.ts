import type { AnyElysia } from 'elysia';
import * as v from 'valibot';
import { addRoute } from '../../http/add-route.ts';
import type { OperatorAuth } from '../../http/operator-auth.ts';
import { reply } from '../../http/reply.ts';
import { DAY_KINDS, type Today } from '../../values/inspection/today.ts';

const told = (text: string) => v.pipe(v.number(), v.description(text));
const usd = (text: string) => v.pipe(v.string(), v.description(text));
const nullableText = v.nullable(v.string());

const counts = {
  fills: told('Number of filled orders.'),
  failures: told('Number of orders that failed on chain.'),
  volumeUsd: usd('Value of the tokens that the fills (executed orders) spent, at current prices, in US dollars.'),
  unpricedFills: told(
    'Number of fills (executed orders) that are missing in `volumeUsd`, because the price of their token is not known (yet).',
  ),
  isMore: v.pipe(
    v.boolean(),
    v.description('Whether more orders ended than the service has counted, so that the figures are lower bounds.'),
  ),
};

export const todaySchema: v.GenericSchema<unknown, Today> = v.object({
  ...counts,
  nowMs: told('When the figures were read. In milliseconds since 1970 (UTC).'),
  sinceMs: told('Start of the day, 00:00 UTC. In milliseconds since 1970 (UTC).'),
  orders: told('Number of orders that ended, both executed (fills) and failed ones.'),
  postponed: told('Number of orders that were postponed because of their gas cost.'),
  gasUsd: usd("Cost of the executor's gas in US dollars."),
  kinds: v.pipe(
    v.array(
      v.object({
        ...counts,
        kind: v.pipe(
          v.picklist(DAY_KINDS),
          v.description('Orders of positions, trades of agents, or trades that wallets sent themselves (`wallet`).'),
        ),
        tokens: v.pipe(
          v.array(
            v.object({
              ...{ chainId: v.number(), address: v.string(), symbol: nullableText, amount: nullableText },
              ...{ valueUsd: nullableText, fills: v.number() },
            }),
          ),
          v.description('The tokens with the largest volume, with the amounts that the fills (executed orders) spent.'),
        ),
      }),
    ),
    v.description('The figures of each kind of order.'),
  ),
  newestFailures: v.pipe(
    v.array(v.object({ id: v.string(), title: nullableText, reason: v.string(), atMs: v.number() })),
    v.description("The newest failures of positions' orders and agents' trades."),
  ),
});

/** Adds the route `GET /api/operator/today`. */
export function addTodayRoute(app: AnyElysia, deps: { readonly today: () => Promise<Today>; readonly auth: OperatorAuth }): void {
  addRoute(app, {
    cost: 'operator',
    method: 'GET',
    path: '/today',
    summary: 'Count orders, fills, volume and failures of the day',
    description:
      'The day is the current UTC day. Fills of positions and agents are counted when they are stored, on all nodes together; a crash at ' +
      'that moment can omit one. Trades that wallets sent themselves are counted if they were also created on this day, at most about 500.',
    input: {},
    authorize: deps.auth.read,
    responses: { 200: { description: 'The figures of the day.', data: todaySchema } },
    handle: async () => reply(await deps.today()),
  });
}
