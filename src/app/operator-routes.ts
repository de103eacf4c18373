import type { Resource } from '../http/create-api.ts';
import { type ApiTag, tagged } from '../http/docs/api-tags.ts';
import { createExamineHere } from '../operator/doctor/examine-here.ts';
import type { Operations } from '../operator/operations/create-operations.ts';
import { operatorNotes } from '../operator/operator-notes.ts';
import { operatorWords } from '../operator/operator-words.ts';
import { createTypeFigures } from '../operator/overview/type-figures.ts';
import { createBulkRoute } from '../operator/routes/bulk-route.ts';
import { createDoctorRoutes } from '../operator/routes/doctor-routes.ts';
import { createFeedRoutes } from '../operator/routes/feed-routes.ts';
import { createInspectRoute } from '../operator/routes/inspect-route.ts';
import { createInspectionRoutes } from '../operator/routes/inspection-routes.ts';
import { createOperationsRoutes } from '../operator/routes/operations-routes.ts';
import { createOperatorRoutes } from '../operator/routes/operator-routes.ts';
import { createOverviewRoutes } from '../operator/routes/overview-route.ts';
import { createSessionRoutes } from '../operator/routes/session-routes.ts';
import { createTypeRoutes } from '../operator/routes/type-routes.ts';
import type { ImplementedActor } from '../runtime/define/implement-actor.ts';
import { describeActorType } from '../runtime/operator/describe-actor-type.ts';
import type { ActorSystem } from '../runtime/system-options.ts';
import type { Overview } from '../values/inspection/overview.ts';
import { examine } from './doctor.ts';
import { withOutages } from './doctor-outages.ts';
import type { Inspection } from './open-inspection.ts';
import type { Outages } from './open-outages.ts';
import type { OpenPlatform } from './open-platform.ts';

const OPERATOR_TAG = {
  name: 'Operator',
  description: 'See and change what the service does; for operators, with a token or a session.',
  place: 130,
};

/** Creates all operator routes of this node. */
export function operatorRoutes(
  open: OpenPlatform,
  parts: {
    readonly actors: readonly ImplementedActor[];
    readonly system: ActorSystem;
    readonly operations: Operations;
    readonly overview: () => Promise<Overview>;
    readonly inspection: Inspection;
    readonly outages: Pick<Outages, 'checked' | 'holding' | 'report'>;
  },
): readonly Resource[] {
  const { config, version, nodeId, clock, ids, log } = open.platform;
  const { feed } = open;
  const { auth, sessions } = open.access;
  const { actors, system, operations, overview, inspection, outages } = parts;
  const { operator } = system;
  const definitions = actors.map(({ definition }) => definition);
  const figures = createTypeFigures({ types: definitions, feed: system.feed, clock, nodeId });
  const [{ type } = { type: 'type' }] = definitions;
  const tag: ApiTag = { ...OPERATOR_TAG, words: [operatorWords(type)], notes: operatorNotes(type) };
  return tagged(tag, [
    createSessionRoutes({ auth, sessions, nodeId, version, tickEveryMs: config.tickIntervalMs }),
    createOverviewRoutes({ overview, today: inspection.today, blocked: inspection.blocked, outages: outages.report, auth }),
    createTypeRoutes({
      types: definitions.map(describeActorType),
      pauses: operations.pauses.list,
      async figures() {
        await outages.holding();
        return { ...figures(), outages: (await outages.report()).outages };
      },
      auth,
    }),
    createInspectionRoutes({ ...inspection, titles: inspection.summaries.titles, auth }),
    createFeedRoutes({ feed, keys: operator.keys, auth, log }),
    createInspectRoute({
      ...{ feed, operator, auth, log },
      configs: new Map(definitions.map(({ type, machine }) => [type, machine.config])),
    }),
    createDoctorRoutes({
      examine: createExamineHere({ config: open.config, clock, examine: withOutages(examine, outages.checked) }),
      auth,
    }),
    createOperatorRoutes({
      ...{ operator, summarize: inspection.summaries.of, named: inspection.named, afterRestore: inspection.afterRestore },
      ...{ auth, clock, log },
    }),
    createOperationsRoutes({ ...operations, auth }),
    createBulkRoute({ operator, acts: operations.acts, auth, clock, ids, log }),
  ]);
}
