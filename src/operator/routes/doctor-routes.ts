import { type AnyElysia, Elysia } from 'elysia';
import * as v from 'valibot';
import { addRoute } from '../../http/add-route.ts';
import type { OperatorAuth } from '../../http/operator-auth.ts';
import { reply } from '../../http/reply.ts';

const findingSchema = v.object({ check: v.string(), isOk: v.boolean(), message: v.string() });

export type DoctorRoutesDeps = {
  /** What this node finds when it looks at everything that its settings name; ends within half a minute. */
  readonly examine: () => Promise<readonly v.InferOutput<typeof findingSchema>[]>;
  readonly auth: OperatorAuth;
};

/** `GET /api/operator/doctor`: the doctor's look from where the node runs, with its settings. */
export function createDoctorRoutes({ examine, auth }: DoctorRoutesDeps): AnyElysia {
  const app = new Elysia({ name: 'operator-doctor', prefix: '/operator' });
  addRoute(app, {
    cost: 'operator',
    method: 'GET',
    path: '/doctor',
    summary: 'Look at settings, store, Redis, chains, contracts, balances and clocks, as this node sees them',
    description: 'Each finding is ok, or says what to do. Who asks while a look is under way gets what that one finds.',
    input: {},
    authorize: auth.read,
    responses: { 200: { description: 'What was found, right or wrong.', data: v.object({ findings: v.array(findingSchema) }) } },
    handle: async () => reply({ findings: await examine() }),
  });
  return app;
}
