import { outagesOf } from '../http/health/health-routes.ts';
import type { DeclaredProbe } from '../http/health/probe.ts';
import { createDependencyWatch, type DependencyWatch } from '../operator/overview/dependency-watch.ts';
import { createOutageReport } from '../operator/overview/outage-report.ts';
import { systemTimers } from '../platform/clock/system-timers.ts';
import { MOST_LOOKED } from '../runtime/operator/find-actors.ts';
import type { ActorStore } from '../runtime/record/actor-store.ts';
import type { Clock } from '../values/clock.ts';
import type { Outage, OutageReport } from '../values/inspection/outage.ts';
import { DISK_PROBE } from './disk-floor.ts';

export type Outages = {
  readonly dependencies: DependencyWatch;
  /** The outages that the last checks found. An outage that affects more of the service comes first. */
  readonly found: () => readonly Outage[];
  /**
   * Runs the readiness checks and returns the outages that they find. If a check is already running, its result is awaited, and the check
   * is not started again.
   */
  readonly checked: () => Promise<readonly Outage[]>;
  /** The outages that make actors wait, according to checks that are at most some seconds old. */
  readonly holding: () => Promise<readonly Outage[]>;
  readonly report: () => Promise<OutageReport>;
};

/** Maximum number of actors that are counted as waiting because of an outage. */
const MOST_WAITING = 500;

/** Repeats the readiness checks as long as an operator keeps requesting their results, and records the outages that they find. */
export function openOutages(deps: {
  readonly probes: readonly DeclaredProbe[];
  readonly store: Pick<ActorStore, 'listIds'>;
  readonly clock: Clock;
}): Outages {
  const { probes, store, clock } = deps;
  const dependencies = createDependencyWatch({
    probes: probes.map(({ spec, ...probe }) => ({ ...probe, kind: spec.kind ?? 'other' })),
    clock,
    after: systemTimers.after,
  });
  const found = () => outagesOf(probes);
  // When the disk is nearly full, the node refuses data of unauthenticated clients, but its actors continue. So this outage does not make
  // actors wait.
  const holdsActors = ({ name }: Outage) => name !== DISK_PROBE.name;
  return {
    dependencies,
    found,
    async checked() {
      await dependencies.fresh();
      return found();
    },
    async holding() {
      await dependencies.recent();
      return found().filter(holdsActors);
    },
    report: createOutageReport({
      ...{ dependencies, outages: found, holdsActors, clock },
      told: new Set(probes.filter(({ spec, isOptional }) => isOptional !== true || spec.isTold === true).map(({ name }) => name)),
      async countWaiting(chainId) {
        const keys = chainId === null ? {} : { keys: { chainId } };
        const query = { ...keys, sort: 'wake', order: 'oldest', limit: MOST_WAITING, maxLooked: MOST_LOOKED } as const;
        const { ids, cursor } = await store.listIds(query);
        return { count: ids.length, isMore: cursor !== null };
      },
    }),
  };
}
