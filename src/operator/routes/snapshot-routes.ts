import type { AnyElysia } from 'elysia';
import * as v from 'valibot';
import { addRoute } from '../../http/add-route.ts';
import { MAX_BODY_BYTES } from '../../http/read-body.ts';
import { bareReply, reply } from '../../http/reply.ts';
import { contextOf } from '../../http/request-context.ts';
import type { ListPage } from '../../runtime/record/actor-store.ts';
import { RetryableError } from '../../values/errors/retryable-error.ts';
import type { OperatorRoutesDeps } from './operator-routes-deps.ts';
import { findingSchema, text } from './operator-schemas.ts';

const PAGE = 100;
/** Maximum number of JSON fields and list items of all actors in one import request. */
const MOST_MEMBERS = 1_000_000;
/** Maximum number of actors in one import request. The maximum body size applies as well. */
const MOST_AT_ONCE = 500;

/** Creates the routes that export all actors and import actors. */
export function addSnapshotRoutes(app: AnyElysia, { operator, auth, log }: OperatorRoutesDeps): void {
  addRoute(app, {
    cost: 'operator',
    method: 'GET',
    path: '/snapshots',
    summary: "Export every actor's newest record",
    description:
      'Streams one line of JSON for each actor, oldest actor first. If the export cannot be completed, the connection ends with an error.',
    input: { query: v.object({ type: v.optional(text) }) },
    authorize: auth.read,
    responses: { 200: { description: 'The records.', bare: { contentType: 'application/x-ndjson' } } },
    handle({ query, request }) {
      const { closing } = contextOf(request);
      return bareReply(linesOf(query.type, closing), { headers: { 'content-type': 'application/x-ndjson' } });
    },
  });

  addRoute(app, {
    cost: 'operator',
    method: 'POST',
    path: '/snapshots/import',
    summary: 'Import exported records',
    description:
      `At most ${MOST_AT_ONCE} records per request. Without \`apply\` nothing is changed and the reply says what would happen. ` +
      'Existing actors are kept unless `replace` is set. Imported actors start like restored ones: the results of their waiting ' +
      'effects are looked up before an effect is run again. The reply has one result for each record, in order; repeating an ' +
      'import changes nothing.',
    input: {
      body: v.object({
        records: v.pipe(v.array(v.unknown()), v.maxLength(MOST_AT_ONCE)),
        replace: v.optional(v.boolean(), false),
        apply: v.optional(v.boolean(), false),
      }),
    },
    // The limits of the body are higher than usual, because it may contain up to 500 whole actors.
    maxBodyBytes: MAX_BODY_BYTES,
    maxMembers: MOST_MEMBERS,
    authorize: auth.act,
    responses: { 200: { description: 'The results, one for each record.', data: v.array(findingSchema) } },
    async handle({ body: { records, replace, apply }, request }) {
      return reply(await operator.import(records, { by: auth.act(request), replace, apply }));
    },
  });

  /** Streams the actor records, one per line, as fast as the client reads them, so that memory never contains the whole store. */
  function linesOf(type: string | undefined, closing: AbortSignal): ReadableStream<Uint8Array> {
    const encoder = new TextEncoder();
    let cursor: string | null = null;
    return new ReadableStream({
      async pull(controller) {
        try {
          // When the node shuts down, the stream ends with an error. A normal end would make the incomplete export look complete.
          if (closing.aborted)
            throw new RetryableError({ code: 'draining', message: 'This node is shutting down. Send the request to another node.' });
          // Pages of actors from which no line results are skipped in this loop. Bun does not call `pull` again after a call that delivers
          // nothing, and an empty chunk would end the reply.
          let lines = '';
          do {
            const page: ListPage = await operator.list({
              order: 'oldest',
              limit: PAGE,
              ...(type === undefined ? {} : { type }),
              ...(cursor === null ? {} : { cursor }),
            });
            cursor = page.cursor;
            lines = page.actors.map(({ record }) => `${JSON.stringify(record)}\n`).join('');
          } while (lines === '' && cursor !== null);
          if (lines !== '') controller.enqueue(encoder.encode(lines));
          if (cursor === null) controller.close();
        } catch (error) {
          log.warn('Export interrupted', { error });
          controller.error(error);
        }
      },
    });
  }
}
