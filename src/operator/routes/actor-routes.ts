import type { AnyElysia } from 'elysia';
import * as v from 'valibot';
import { addRoute } from '../../http/add-route.ts';
import { reply } from '../../http/reply.ts';
import type { ActorSearch } from '../../runtime/operator/find-actors.ts';
import type { ActorRecord } from '../../runtime/record/record.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { ActorSummary } from '../inspection/create-summaries.ts';
import { actorFilterOf } from './actor-filter.ts';
import { withKeys } from './key-filters.ts';
import type { OperatorRoutesDeps } from './operator-routes-deps.ts';
import { actorId, filterQuery, historyQuery, listQuery, recordSchemas, revisionText } from './operator-schemas.ts';
import { shownEntry, shownRecord } from './shown-record.ts';

/** Creates the routes that read actors: lists, records, history. */
export function addActorRoutes(app: AnyElysia, { operator, auth, clock, summarize, named }: OperatorRoutesDeps): void {
  const { keys } = operator;
  const { record: recordSchema, head: headSchema, entry: entrySchema } = recordSchemas(keys);
  const pageSchema = v.object({
    actors: v.array(v.union([recordSchema, headSchema])),
    cursor: v.nullable(v.string()),
    sort: v.picklist(['created', 'updated', 'wake', 'id']),
  });
  const searchOf = async (query: v.InferOutput<typeof filterQuery>): Promise<ActorSearch> => ({
    ...actorFilterOf(query, keys, clock.now()),
    ...(query.search === undefined ? {} : { search: query.search, named: await named(query.search) }),
  });

  addRoute(app, {
    cost: 'operator',
    method: 'GET',
    path: '/actors',
    summary: 'List actors, filtered and sorted',
    description:
      '`status` accepts several statuses, separated by commas. `search` is the start of an id, of a key within its type, or of a wallet, or the complete hash of a transaction that was for the actor; `prefix` is ' +
      'the start of an id. `overdue=1` lists actors that are more than two minutes late. `held=1` lists blocked actors: quarantined, backing off, with ' +
      'a failing effect, or with a refused order or trade; `blockedBy` lists those that are blocked for one reason. `changedFrom` and `changedTo` (ISO 8601 with its zone) list those whose last change is in this time. `order=oldest` is ascending. A page may be shorter than `limit` (at most 1000), or empty, ' +
      'although `cursor` says that there are more, because one request examines a limited number of actors. `sort` in the reply is the actual order: ' +
      'a search and a prefix are sorted by id, overdue actors by wake time; `wake` lists only actors with a wake time, and `updated` sorts up to 500 ' +
      'actors and otherwise falls back to the time of creation. `fields=head` leaves out the context, and adds a title and why each actor waits.',
    input: { query: withKeys(listQuery.entries, keys) },
    authorize: auth.read,
    responses: { 200: { description: 'A page.', data: pageSchema } },
    async handle({ query }) {
      const { order, limit, cursor, sort: asked, fields } = query;
      const filter = await searchOf(query);
      const after = cursor === undefined ? {} : { cursor };
      const { actors, cursor: next, sort } = await operator.find({ ...filter, sort: asked, order, limit, ...after });
      const records = actors.map(({ record }) => record);
      if (fields !== 'head') return reply({ actors: records.map(shownRecord), cursor: next, sort });
      const summaries = await summarize(records);
      const heads = records.map((record, index) => headOf(record, summaries[index] ?? { title: null, why: null }));
      return reply({ actors: heads, cursor: next, sort });
    },
  });

  addRoute(app, {
    cost: 'operator',
    method: 'GET',
    path: '/actors/count',
    summary: 'Count the actors that match a filter',
    description:
      'Accepts the same filters as the list of actors. If `isMore` is true, there may be more actors than counted, because counting all of them would take too long.',
    input: { query: withKeys(filterQuery.entries, keys) },
    authorize: auth.read,
    responses: { 200: { description: 'The count.', data: v.object({ count: v.number(), isMore: v.boolean() }) } },
    handle: async ({ query }) => reply(await operator.countFound(await searchOf(query))),
  });

  addRoute(app, {
    cost: 'operator',
    method: 'GET',
    path: '/actors/:id',
    summary: 'Read the stored record of an actor',
    input: { params: v.object({ id: actorId }) },
    authorize: auth.read,
    responses: { 200: { description: 'The record.', data: recordSchema } },
    async handle({ params: { id } }) {
      const record = await operator.show(id);
      if (record === null) throw new TerminalError({ code: 'actor-not-found', status: 404, message: `There is no actor ${id}.` });
      return reply(shownRecord(record));
    },
  });

  addRoute(app, {
    cost: 'operator',
    method: 'GET',
    path: '/actors/:id/history',
    summary: 'List the history of an actor',
    description: 'Each entry contains the whole record at its revision. With `before`, only revisions with a smaller number are listed.',
    input: { params: v.object({ id: actorId }), query: historyQuery },
    authorize: auth.read,
    responses: { 200: { description: 'Entries.', data: v.array(entrySchema) } },
    async handle({ params, query: { before, limit } }) {
      const entries = await operator.history(params.id, { limit, ...(before === undefined ? {} : { beforeRevision: before }) });
      return reply(entries.map(shownEntry));
    },
  });

  addRoute(app, {
    cost: 'operator',
    method: 'GET',
    path: '/actors/:id/history/:revision',
    summary: 'Read one revision of an actor',
    input: { params: v.object({ id: actorId, revision: revisionText }) },
    authorize: auth.read,
    responses: { 200: { description: 'The entry.', data: entrySchema } },
    async handle({ params: { id, revision } }) {
      const entry = await operator.at(id, revision);
      if (entry !== null) return reply(shownEntry(entry));
      const message = `${id} has no revision ${revision} in its history. It may have been deleted, because it was older than the retention period.`;
      throw new TerminalError({ code: 'revision-not-found', status: 404, message });
    },
  });
}

function headOf(record: ActorRecord, { title, why }: ActorSummary): v.InferOutput<ReturnType<typeof recordSchemas>['head']> {
  const { id, type, revision, version, keys, health, dueAtMs, wakeAtMs, createdAtMs, updatedAtMs, outbox, triggers = [] } = record;
  const counts = { outboxLength: outbox.length, hasTriggers: triggers.length > 0, title, why };
  return { id, type, revision, version, keys, health, dueAtMs, wakeAtMs, createdAtMs, updatedAtMs, ...counts };
}
