import { type AnyElysia, Elysia } from 'elysia';
import * as v from 'valibot';
import { addRoute } from '../../http/add-route.ts';
import type { OperatorAuth } from '../../http/operator-auth.ts';
import { reply } from '../../http/reply.ts';

const findingSchema = v.object({ check: v.string(), isOk: v.boolean(), message: v.string() });

export type DoctorRoutesDeps = {
  /** Runs all checks of this node; takes at most half a minute. */
  readonly examine: () => Promise<readonly v.InferOutput<typeof findingSchema>[]>;
  readonly auth: OperatorAuth;
};

/** Creates the route `GET /api/operator/doctor`, which runs the doctor's checks on the node with its settings. */
export function createDoctorRoutes({ examine, auth }: DoctorRoutesDeps): AnyElysia {
  const app = new Elysia({ name: 'operator-doctor', prefix: '/operator' });
  addRoute(app, {
    cost: 'operator',
    method: 'GET',
    path: '/doctor',
    summary: 'Check settings and dependencies of this node',
    description:
      'Checks settings, store, Redis, chains, contracts, balances and clocks. Each finding is ok, or says what to do. Requests ' +
      'that arrive at the same time share one check.',
    input: {},
    authorize: auth.read,
    responses: { 200: { description: 'The findings.', data: v.object({ findings: v.array(findingSchema) }) } },
    handle: async () => reply({ findings: await examine() }),
  });
  return app;
}
