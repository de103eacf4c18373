import type { AnyElysia } from 'elysia';
import * as v from 'valibot';
import { addRoute } from '../../http/add-route.ts';
import type { OperatorAuth } from '../../http/operator-auth.ts';
import { reply } from '../../http/reply.ts';
import { WHY_TONES, type Why } from '../../values/inspection/why.ts';
import { actorNotFound } from './actor-not-found.ts';
import { actorId } from './operator-schemas.ts';

const nextStep = v.object({
  event: v.string(),
  from: v.picklist(['outside', 'inside']),
  targets: v.pipe(v.array(v.string()), v.description('Paths of the target states. Empty: the transition does not leave the state.')),
  guard: v.nullable(v.string()),
});

const whySchema: v.GenericSchema<unknown, Why> = v.object({
  code: v.pipe(v.string(), v.description("A stable code of the reason: one of the general codes, or a code of the actor's type.")),
  tone: v.pipe(v.picklist(WHY_TONES), v.description('How urgently somebody should look at the actor.')),
  sentence: v.string(),
  details: v.pipe(v.array(v.string()), v.description('Details of the reason, the most important first.')),
  nextAtMs: v.pipe(
    v.nullable(v.number()),
    v.description('When the actor is processed next, in UTC ms; null if only an event from outside can change it.'),
  ),
  next: v.array(nextStep),
});

/** Adds the route `GET /api/operator/actors/:id/why`. */
export function addWhyRoute(
  app: AnyElysia,
  deps: { readonly why: (id: string) => Promise<Why | null>; readonly auth: OperatorAuth },
): void {
  addRoute(app, {
    cost: 'operator',
    method: 'GET',
    path: '/actors/:id/why',
    summary: 'Explain why an actor waits',
    description:
      'Returns one sentence, details, the time at which the actor is processed next, and the possible next events. The actor is evaluated with current ' +
      'prices and vault data, like in a tick; data that does not arrive within three seconds is listed as missing. The request changes nothing. ' +
      'The explanation of an actor that waits because of an outage begins with the outage. The general codes are: outage, finished, quarantined, type-paused, backing-off, effect-unknown, effect-waiting, effect-running, overdue, due, idle.',
    input: { params: v.object({ id: actorId }) },
    authorize: deps.auth.read,
    responses: { 200: { description: 'The explanation.', data: whySchema } },
    async handle({ params }) {
      const why = await deps.why(params.id);
      if (why === null) throw actorNotFound(params.id);
      return reply(why);
    },
  });
}
