import type { AnyElysia } from 'elysia';
import * as v from 'valibot';
import { addRoute } from '../../http/add-route.ts';
import { reply } from '../../http/reply.ts';
import type { RestorePoint } from '../../runtime/operator/restore-actor.ts';
import { InvalidInputError } from '../../values/errors/invalid-input-error.ts';
import { moment } from './moment.ts';
import type { OperatorRoutesDeps } from './operator-routes-deps.ts';
import { actorId, recordSchemas, revision } from './operator-schemas.ts';
import { shownPreview, shownRecord } from './shown-record.ts';

/** Adds the route that restores an actor to an earlier revision, or previews the restore. */
export function addRestoreRoute(app: AnyElysia, { operator, afterRestore, auth }: OperatorRoutesDeps): void {
  const { record: recordSchema } = recordSchemas(operator.keys);
  const previewSchema = v.object({
    record: v.nullable(recordSchema),
    current: recordSchema,
    revision: v.pipe(v.nullable(v.number()), v.description('The revision that would be restored.')),
    isAllowed: v.boolean(),
    why: v.nullable(v.string()),
    consequences: v.pipe(
      v.array(v.object({ code: v.string(), isStandstill: v.boolean(), sentence: v.string() })),
      v.description('The consequences of the restore. With `isStandstill`, the restored actor does not act until a person intervenes.'),
    ),
  });

  addRoute(app, {
    cost: 'operator',
    method: 'POST',
    path: '/actors/:id/restore',
    summary: 'Restore an actor to an earlier revision',
    description:
      'Accepts either `revision`, or `before`: the newest revision at or before that time (ISO 8601 with its zone, or UTC ms). ' +
      'Settled effects are not run again, and their results outside are not undone. `expectedRevision` is the current revision ' +
      'that the operator has seen: if the actor has a newer one, the reply is 409 `revision-moved-on` and nothing is changed. ' +
      'With `dryRun` nothing is changed: the reply has `record`, the actor as it would be (null if the restore would be ' +
      'refused), `why`, and `consequences`: what would prevent the actor from acting, such as a policy that the vault no longer has.',
    input: {
      params: v.object({ id: actorId }),
      body: v.object({
        revision: v.optional(revision),
        before: v.optional(moment),
        expectedRevision: v.optional(revision),
        dryRun: v.optional(v.boolean(), false),
      }),
    },
    authorize: auth.act,
    responses: {
      200: { description: 'The actor after the restore; with `dryRun`, the preview.', data: v.union([recordSchema, previewSchema]) },
    },
    async handle({ params, body, request }) {
      const [point, by] = [pointOf(body), auth.act(request)];
      if (body.dryRun) {
        const preview = await operator.previewRestore(params.id, point, by, body.expectedRevision);
        return reply({ ...shownPreview(preview), consequences: await afterRestore(preview) });
      }
      return reply(shownRecord(await operator.restore(params.id, point, by, body.expectedRevision)));
    },
  });
}

function pointOf({ revision, before }: { readonly revision?: number | undefined; readonly before?: number | undefined }): RestorePoint {
  if (revision !== undefined && before === undefined) return revision;
  if (before !== undefined && revision === undefined) return { beforeMs: before };
  const message = 'Expected either `revision` or `before`.';
  throw new InvalidInputError([{ path: 'revision', code: 'one-of', message }]);
}
