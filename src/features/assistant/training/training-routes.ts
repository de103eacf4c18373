import { type AnyElysia, Elysia } from 'elysia';
import * as v from 'valibot';
import { addRoute } from '../../../http/add-route.ts';
import { bareReply, reply } from '../../../http/reply.ts';
import { contextOf } from '../../../http/request-context.ts';
import type { Guard } from '../../admin/admin-guards.ts';
import type { Training } from './create-training.ts';
import type { ExportTraining } from './export-training.ts';
import {
  bulkBody,
  bulkSchema,
  candidateId,
  candidateSchema,
  candidatesQuery,
  countsSchema,
  decisionBody,
  presentCandidate,
} from './training-schemas.ts';

export type TrainingRoutesDeps = {
  /** Path prefix of the routes: `/v1/training`, or the prefix of the same routes for admins or operators. */
  readonly prefix: string;
  readonly guard: Guard;
  readonly training: Training;
  readonly exportTraining: ExportTraining;
};

/**
 * Creates the routes by which admins review training candidates, the users' feedback on answers (API specification, "Notifications,
 * feedback, training").
 */
export function createTrainingRoutes({ prefix, guard, training, exportTraining }: TrainingRoutesDeps): AnyElysia {
  const app = new Elysia({ name: `training at ${prefix}`, prefix });
  addReadRoutes(app, guard, { training, exportTraining });
  addReviewRoutes(app, guard, training);
  return app;
}

function addReadRoutes(
  app: AnyElysia,
  { reads }: Guard,
  { training, exportTraining }: Pick<TrainingRoutesDeps, 'training' | 'exportTraining'>,
): void {
  addRoute(app, {
    ...{ ...reads, method: 'GET', path: '', cost: 'operator' },
    summary: 'List training candidates, newest first',
    description:
      'Returns messages and answers that users rated, as they were written: addresses and names are not replaced by placeholders. The header X-Next-Cursor contains the `cursor` of the next page, if there is one.',
    input: { query: candidatesQuery },
    responses: { 200: { description: 'A page.', data: v.array(candidateSchema) } },
    async handle({ query: { limit, cursor, ...filter } }) {
      const { candidates, cursor: next } = await training.list(filter, { limit, cursor });
      return reply(candidates.map(presentCandidate), next === null ? {} : { headers: { 'x-next-cursor': next } });
    },
  });

  addRoute(app, {
    ...{ ...reads, method: 'GET', path: '/stats', cost: 'operator' },
    summary: 'Count the messages proposed as training examples, by status',
    input: {},
    responses: { 200: { description: 'The numbers of candidates.', data: countsSchema } },
    handle: async () => reply(await training.counts()),
  });

  addRoute(app, {
    ...{ ...reads, method: 'GET', path: '/export', cost: 'operator' },
    summary: 'Export approved examples',
    description:
      'One JSON object on each line, oldest first: `{"messages": [{"role": "user", "content"}, {"role": "assistant", "content"}]}`. The answer is the ' +
      "reviewer's, or else the user's correction, or else the assistant's. Addresses, hashes, names of wallets and e-mail addresses are replaced " +
      'by placeholders. An export that cannot be completed ends with a connection error.',
    input: {},
    responses: { 200: { description: 'The examples.', bare: { contentType: 'application/x-ndjson' } } },
    handle({ request }) {
      const headers = { 'content-type': 'application/x-ndjson', 'cache-control': 'no-store' };
      return bareReply(exportTraining(contextOf(request).closing), { headers });
    },
  });

  addRoute(app, {
    ...{ ...reads, method: 'GET', path: '/:id', cost: 'operator' },
    summary: 'Read one training candidate',
    input: { params: candidateId },
    responses: { 200: { description: 'The candidate.', data: candidateSchema } },
    handle: async ({ params: { id } }) => reply(presentCandidate(await training.find(id))),
  });
}

function addReviewRoutes(app: AnyElysia, { writes, callerOf }: Guard, training: Training): void {
  addRoute(app, {
    ...{ ...writes, method: 'PATCH', path: '/:id', cost: 'operator' },
    summary: 'Approve or reject one training candidate',
    description:
      '`replacement` is the answer to learn instead. With `revision` (as listed) the review is refused (409 `training-changed`) when the candidate ' +
      'was changed since. An answer that the user rated as bad is approved only with a correction or a replacement.',
    input: { params: candidateId, body: decisionBody },
    responses: { 200: { description: 'The candidate after the review.', data: candidateSchema } },
    async handle({ params: { id }, body: { revision, ...decision }, request }) {
      return reply(presentCandidate(await training.review(callerOf(request), { id, revision }, decision)));
    },
  });

  addRoute(app, {
    ...{ ...writes, method: 'POST', path: '/bulk', cost: 'operator' },
    summary: 'Review several training candidates',
    description:
      'Each candidate is reviewed on its own, in order, with an entry of its own in the audit log; a refused one does not affect the others. `ids` are ' +
      'ids, or objects with `id` and `revision`.',
    input: { body: bulkBody },
    responses: { 200: { description: 'The result for each candidate.', data: bulkSchema } },
    async handle({ body: { ids, ...decision }, request }) {
      const reviewed = ids.map((one) => (typeof one === 'string' ? { id: one } : one));
      const results = await training.reviewAll(callerOf(request), reviewed, decision);
      return reply({ updated: results.filter(({ outcome }) => outcome === 'done').length, results });
    },
  });
}
