import type { AnyElysia } from 'elysia';
import * as v from 'valibot';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import { addRoute } from '../http/add-route.ts';
import { reply } from '../http/reply.ts';
import { listQueryOf } from './list-query.ts';
import type { OperatorRoutesDeps } from './operator-routes-deps.ts';
import { actorId, entrySchema, historyQuery, listQuery, recordSchema, revisionText } from './operator-schemas.ts';

/** Reading: lists, records, history. */
export function addActorRoutes(app: AnyElysia, { operator, auth, clock }: OperatorRoutesDeps): void {
  addRoute(app, {
    method: 'GET',
    path: '/actors',
    summary: 'Actors, oldest or newest first',
    description:
      '`status` takes several, separated by commas; `prefix` is of the id; `overdue=1` keeps what should have been served two minutes ago and was ' +
      'not. A page may be shorter than `limit` (at most 1000) although `cursor` says that there are more.',
    input: { query: listQuery },
    authorize: auth.read,
    responses: { 200: { description: 'A page.', data: v.object({ actors: v.array(recordSchema), cursor: v.nullable(v.string()) }) } },
    async handle({ query }) {
      const { actors, cursor } = await operator.list(listQueryOf(query, clock.now()));
      return reply({ actors: actors.map(({ record }) => record), cursor });
    },
  });

  addRoute(app, {
    method: 'GET',
    path: '/actors/:id',
    summary: 'An actor whole, as it is stored',
    input: { params: v.object({ id: actorId }) },
    authorize: auth.read,
    responses: { 200: { description: 'The record.', data: recordSchema } },
    async handle({ params: { id } }) {
      const record = await operator.show(id);
      if (record === null) throw new TerminalError({ code: 'actor-not-found', status: 404, message: `There is no actor ${id}.` });
      return reply(record);
    },
  });

  addRoute(app, {
    method: 'GET',
    path: '/actors/:id/history',
    summary: 'What happened to an actor, newest first',
    description: 'Each entry holds the whole record at its revision. `before` is a revision: only those under it.',
    input: { params: v.object({ id: actorId }), query: historyQuery },
    authorize: auth.read,
    responses: { 200: { description: 'Entries.', data: v.array(entrySchema) } },
    async handle({ params, query: { before, limit } }) {
      return reply(await operator.history(params.id, { limit, ...(before === undefined ? {} : { beforeRevision: before }) }));
    },
  });

  addRoute(app, {
    method: 'GET',
    path: '/actors/:id/history/:revision',
    summary: 'One revision of an actor',
    input: { params: v.object({ id: actorId, revision: revisionText }) },
    authorize: auth.read,
    responses: { 200: { description: 'The entry.', data: entrySchema } },
    async handle({ params: { id, revision } }) {
      const entry = await operator.at(id, revision);
      if (entry !== null) return reply(entry);
      const message = `${id} has no revision ${revision} in its history (it may be past retention).`;
      throw new TerminalError({ code: 'revision-not-found', status: 404, message });
    },
  });
}
