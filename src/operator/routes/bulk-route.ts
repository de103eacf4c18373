import { type AnyElysia, Elysia } from 'elysia';
import * as v from 'valibot';
import { addRoute } from '../../http/add-route.ts';
import type { OperatorAuth } from '../../http/operator-auth.ts';
import { type SseFrame, sseReply } from '../../http/sse.ts';
import type { Log } from '../../platform/log/log.ts';
import type { BulkAct, BulkEvent, BulkRequest } from '../../runtime/operator/bulk.ts';
import type { Operator } from '../../runtime/operator/operator.ts';
import type { Clock } from '../../values/clock.ts';
import { InvalidInputError } from '../../values/errors/invalid-input-error.ts';
import type { IdSource } from '../../values/id-source.ts';
import type { KeyInfo } from '../../values/index-keys.ts';
import type { OperatorAct, OperatorActs } from '../operations/operator-acts.ts';
import { actorFilterOf } from './actor-filter.ts';
import { withKeysStrict } from './key-filters.ts';
import { moment } from './moment.ts';
import { filterQuery, text } from './operator-schemas.ts';

export type BulkRouteDeps = {
  readonly operator: Pick<Operator, 'bulk' | 'keys'>;
  readonly acts: Pick<OperatorActs, 'put'>;
  readonly auth: OperatorAuth;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly log: Log;
};

const { type, status, health, prefix } = filterQuery.entries;

/**
 * Schema of the body of a bulk action, which contains a filter for actors as JSON, with numbers and booleans instead of strings. Unknown
 * fields are rejected, because a misspelled field would be ignored and the action would affect more actors.
 */
function bodyOf(keys: readonly KeyInfo[]) {
  const filters = {
    type,
    status,
    health,
    prefix,
    overdue: v.optional(v.boolean(), false),
    held: v.optional(v.boolean(), false),
    blockedBy: v.optional(text),
    changedFrom: v.optional(moment),
    changedTo: v.optional(moment),
  };
  return v.object({
    act: v.picklist(['tick', 'release', 'retry', 'send', 'restore']),
    filter: withKeysStrict(filters, keys),
    event: v.optional(v.looseObject({ type: text })),
    before: v.optional(moment),
    reason: v.optional(text),
    dryRun: v.boolean(),
    limit: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1, 'Expected a whole number from 1.'))),
    all: v.optional(v.boolean(), false),
  });
}
type Body = v.InferOutput<ReturnType<typeof bodyOf>>;

const countsSchema = v.object({ seen: v.number(), done: v.number(), skipped: v.number(), failed: v.number() });
const failureSchema = v.object({ id: v.string(), code: v.string(), message: v.string() });
const endSchema = v.object({
  ...countsSchema.entries,
  isDryRun: v.boolean(),
  isStopped: v.boolean(),
  hasMore: v.boolean(),
  samples: v.array(v.object({ id: v.string(), what: v.string() })),
});

const DESCRIPTION =
  'Returns server-sent events: `progress` {seen, done, skipped, failed} at most five times a second; `failure` {id, code, ' +
  'message} for each of the first hundred failures; and `end` {seen, done, skipped, failed, isDryRun, isStopped, hasMore, ' +
  'samples}. `skipped` counts actors with nothing to do. With `dryRun` nothing is changed: `done` counts the actors that ' +
  'would change, and `samples` lists the first of these actors. Each matching actor is processed once, even if the action ' +
  'removes it from the filter; actors created meanwhile are not included. When the client disconnects, the run stops, and ' +
  'completed actions are kept. `send` requires `event`, and a `type` in its filter; `restore` requires `before`, and skips ' +
  'actors that have not changed since. An empty filter is refused (`filter-empty`) unless `all` is set. `limit` is the ' +
  'maximum number of actors that are examined.';

/** Creates the route `POST /api/operator/bulk`, which applies one action to all actors that match a filter. */
export function createBulkRoute({ operator, acts, auth, clock, ids, log }: BulkRouteDeps): AnyElysia {
  const app = new Elysia({ name: 'operator-bulk', prefix: '/operator' });
  addRoute(app, {
    cost: 'operator',
    method: 'POST',
    path: '/bulk',
    summary: 'Act on all actors that match a filter',
    description: DESCRIPTION,
    input: { body: bodyOf(operator.keys) },
    authorize: auth.act,
    responses: {
      200: {
        description: 'Events with the progress, the failures and the end of the action.',
        data: v.union([countsSchema, failureSchema, endSchema]),
        bare: { contentType: 'text/event-stream' },
      },
    },
    async handle({ body, request }) {
      const by = auth.act(request);
      const asked = requestOf(body, operator.keys, clock.now());
      const leaving = new AbortController();
      // The bulk action is started before the reply's stream is opened. So an invalid request gets an ordinary error reply instead of a
      // stream.
      const events = operator.bulk(asked, by, leaving.signal);
      const record = recordOf(body, by, clock.now());
      const id = `bulk/${ids()}`;
      if (!body.dryRun) await acts.put(id, record);
      return sseReply({
        frames(signal) {
          signal.addEventListener('abort', () => leaving.abort());
          if (signal.aborted) leaving.abort();
          return framesOf(events, async (details) => {
            if (!body.dryRun) await acts.put(id, { ...record, details: { ...record.details, ...details } });
          });
        },
        onError: (error) => log.error('Bulk action interrupted', { act: body.act, by, error }),
      });
    },
  });
  return app;
}

/**
 * Streams the events of a bulk action, and stores its last counts even when the client has disconnected. The counts are stored before the
 * end of the stream is sent, so that they can be read as soon as the client has received the end.
 */
async function* framesOf(events: AsyncGenerator<BulkEvent>, ended: (counts: OperatorAct['details']) => Promise<void>) {
  let counts: OperatorAct['details'] = {};
  try {
    for await (const { kind, ...data } of events) {
      if ('seen' in data) counts = { seen: data.seen, done: data.done, skipped: data.skipped, failed: data.failed };
      if (kind === 'end') {
        counts = { ...counts, isEnded: true };
        await ended(counts);
      }
      yield { event: kind, data } satisfies SseFrame;
    }
  } finally {
    if (counts.isEnded !== true) await ended(counts);
  }
}

/**
 * Reads the request of a bulk action.
 * @throws InvalidInputError for fields that do not belong to the action
 */
function requestOf(body: Body, keys: readonly KeyInfo[], nowMs: number): BulkRequest {
  const { all, limit, dryRun } = body;
  const asked = { ...body.filter, overdue: body.filter.overdue ? '1' : '0', held: body.filter.held ? '1' : '0' } as const;
  const filter = actorFilterOf(asked, keys, nowMs);
  if (Object.keys(filter).length === 0 && !all) {
    throw problem('filter', 'filter-empty', 'An empty filter would select every actor. If you want this, set "all": true.');
  }
  return { act: actOf(body), filter, isDryRun: dryRun, ...(limit === undefined ? {} : { limit }) };
}

function actOf({ act, event, before }: Body): BulkAct {
  if (event !== undefined && act !== 'send')
    throw problem('event', 'not-of-this-act', '`event` is accepted only with the action "send". Leave `event` out.');
  if (before !== undefined && act !== 'restore')
    throw problem('before', 'not-of-this-act', '`before` is accepted only with the action "restore". Leave `before` out.');
  if (act === 'send') {
    if (event === undefined) throw problem('event', 'required', 'The action "send" needs the event to send: give `event`.');
    return { kind: act, event };
  }
  if (act !== 'restore') return { kind: act };
  if (before === undefined)
    throw problem('before', 'required', 'The action "restore" needs the time to which the actors are restored: give `before`.');
  return { kind: act, beforeMs: before };
}

function recordOf({ act, filter, event, before, reason, limit }: Body, by: string, atMs: number): OperatorAct {
  const details = {
    ...(event === undefined ? {} : { event: JSON.stringify(event) }),
    ...(before === undefined ? {} : { beforeMs: before }),
    ...(limit === undefined ? {} : { limit }),
  };
  return { act: 'bulk', subject: `${act} ${JSON.stringify(filter)}`, by, reason: reason ?? null, atMs, details };
}

function problem(path: string, code: string, message: string): InvalidInputError {
  return new InvalidInputError([{ path, code, message }], { code: code === 'filter-empty' ? code : 'invalid-input' });
}
