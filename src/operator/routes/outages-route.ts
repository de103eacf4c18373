import type { AnyElysia } from 'elysia';
import * as v from 'valibot';
import { addRoute } from '../../http/add-route.ts';
import type { OperatorAuth } from '../../http/operator-auth.ts';
import { reply } from '../../http/reply.ts';
import { OUTAGE_KINDS, type OutageReport } from '../../values/inspection/outage.ts';

const text = v.string();
const waiting = v.nullable(v.object({ count: v.number(), isMore: v.boolean() }));

export const outageSchema = v.object({
  ...{ name: text, kind: v.picklist(OUTAGE_KINDS), chainId: v.nullable(v.number()), sinceMs: v.number() },
  ...{ cause: text, waits: text, remedy: text, transactionsWaiting: v.nullable(v.number()) },
});

/** An outage with the number of actors that wait for its end. */
export const outageNoteSchema = v.object({
  ...outageSchema.entries,
  actorsWaiting: v.pipe(
    waiting,
    v.description('How many actors wait because of the outage; null when no actor waits, or when the actors cannot be counted.'),
  ),
});

const reportSchema: v.GenericSchema<unknown, OutageReport> = v.object({
  nowMs: v.number(),
  outages: v.array(outageNoteSchema),
  troubles: v.pipe(
    v.array(v.object({ name: text, cause: text, sinceMs: v.number() })),
    v.description(
      'Services that do not answer, but without which actors can still act. `sinceMs` is the time at which this node noticed that the service does not answer.',
    ),
  ),
});

/** Adds the route `GET /api/operator/outages`. */
export function addOutagesRoute(
  app: AnyElysia,
  deps: { readonly outages: () => Promise<OutageReport>; readonly auth: OperatorAuth },
): void {
  addRoute(app, {
    cost: 'operator',
    method: 'GET',
    path: '/outages',
    summary: 'Read what does not work at present',
    description:
      'The same outages as `GET /api/ready`, with the number of actors that wait because of each, and other services that do not answer. ' +
      'The checks are repeated every two seconds while anybody requests them.',
    input: {},
    authorize: deps.auth.read,
    responses: { 200: { description: 'The outages.', data: reportSchema } },
    handle: async () => reply(await deps.outages()),
  });
}
