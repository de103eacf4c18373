import { type AnyElysia, Elysia } from 'elysia';
import * as v from 'valibot';
import { addBearerRoute, type BearerAuth } from '../../http/bearer-auth.ts';
import { reply } from '../../http/reply.ts';
import { alertParams, alertSchema, alertsQuery, newAlertFields, newAlertOf } from './alert-schemas.ts';
import type { Alerts } from './create-alerts.ts';
import { presentAlert } from './present-alert.ts';

export type AlertRoutesDeps = { readonly alerts: Alerts; readonly auth: Pick<BearerAuth, 'user'> };

const one = { description: 'The alert.', data: alertSchema };

/** Creates the routes of price alerts and limit orders. They are our addition to the API specification. */
export function createAlertRoutes({ alerts, auth }: AlertRoutesDeps): AnyElysia {
  const app = new Elysia({ name: 'alerts', prefix: '/v1/alerts' });

  addBearerRoute(app, {
    ...{ method: 'POST', path: '', cost: 'limited', bearer: auth.user },
    summary: 'Create a price alert or a limit order',
    description:
      "An alert waits for its condition: the token's price rises to a value, falls to a value, or changes by a percentage. The " +
      'wallet is then notified once. With `order`, the notification contains a fresh quote that the wallet may sign; the service ' +
      'itself executes nothing. The optional `id` is a UUID chosen by the client; a second request with the same `id` creates ' +
      'nothing. Errors: `already-reached` (409), `token-not-found`, `token-not-priced`, `price-unavailable`, `too-many-alerts`, ' +
      '`too-many-tokens-watched`.',
    input: { body: newAlertFields },
    responses: { 201: one },
    handle: async ({ body, authWallet }) => reply(presentAlert(await alerts.create(newAlertOf(authWallet, body))), { status: 201 }),
  });

  addBearerRoute(app, {
    ...{ method: 'GET', path: '', cost: 'cheap', bearer: auth.user },
    summary: "List the wallet's alerts and limit orders",
    description:
      'Alerts and limit orders are listed newest first, at most `limit` (default 50). If there are more, the header X-Next-Cursor contains the `cursor` of the next page. Ended alerts are kept for 30 days.',
    input: { query: alertsQuery },
    responses: { 200: { description: 'The alerts.', data: v.array(alertSchema) } },
    async handle({ query: { status, limit, cursor }, authWallet }) {
      const page = await alerts.list(authWallet, { ...(status === undefined ? {} : { statuses: [status] }), limit, cursor });
      return reply(page.alerts.map(presentAlert), page.cursor === null ? {} : { headers: { 'x-next-cursor': page.cursor } });
    },
  });

  addBearerRoute(app, {
    ...{ method: 'GET', path: '/:id', cost: 'cheap', bearer: auth.user },
    summary: 'Read an alert or a limit order',
    input: { params: alertParams },
    responses: { 200: one },
    handle: async ({ params: { id }, authWallet }) => reply(presentAlert(await alerts.find(authWallet, id))),
  });

  addBearerRoute(app, {
    ...{ method: 'DELETE', path: '/:id', cost: 'limited', keeps: false, bearer: auth.user },
    summary: 'Cancel an alert or a limit order',
    description: 'Repeating the request changes nothing. An alert that has fired or ended cannot be cancelled: 409 `alert-not-waiting`.',
    input: { params: alertParams },
    responses: { 200: one },
    handle: async ({ params: { id }, authWallet }) => reply(presentAlert(await alerts.cancel(authWallet, id, 'wallet'))),
  });

  return app;
}
