import type { Config } from '../../config.ts';
import type { ReadinessProbe } from '../../http/health/health-routes.ts';
import type { DeferredList } from '../../market/deferred/deferred-list.ts';
import type { RedisConnection } from '../../platform/cache/redis/redis-connection.ts';
import { systemTimers } from '../../platform/clock/system-timers.ts';
import type { Log } from '../../platform/log/log.ts';
import { createRedisPresence, type OwnNote } from '../../platform/presence/redis-presence.ts';
import type { ActorSystem } from '../../runtime/system.ts';
import type { Clock } from '../../values/clock.ts';
import type { TypePause } from '../../values/inspection/actor-type.ts';
import type { Overview } from '../../values/inspection/overview.ts';
import { createOverview } from './create-overview.ts';
import { createDependencyWatch, type DependencyProbe } from './dependency-watch.ts';
import { createServedGroups, type ServedGroups } from './served-groups.ts';

export type OverviewParts = {
  readonly overview: () => Promise<Overview>;
  readonly groups: ServedGroups;
  /** When another node ended its last tick, as far as is known; null: there is none, or it has served none. */
  readonly lastTickElsewhereMs: () => number | null;
  readonly close: () => Promise<void>;
};

/** What operators see first, from the parts that know it. */
export function createOverviewParts(
  config: Config,
  deps: {
    readonly system: ActorSystem;
    readonly probes: readonly ReadinessProbe[];
    /** Over which nodes of the same store see each other; null for a node that works alone. */
    readonly redis: RedisConnection | null;
    readonly log: Log;
    readonly clock: Clock;
    readonly version: string;
    readonly startedAtMs: number;
    readonly pauses: () => readonly TypePause[];
    readonly deferred: Pick<DeferredList, 'totals' | 'oldest'>;
  },
): OverviewParts {
  const { system, probes, redis, log, clock, version, startedAtMs } = deps;
  const groups = createServedGroups({ clock, tickEveryMs: config.tickIntervalMs });
  const thisNode = (): OwnNote => {
    const { nodeId, draining, residents, effectsRunning, lastTickAtMs } = system.stats();
    return {
      ...{ nodeId, startedAtMs, version, isDraining: draining },
      ...{ residents, effectsRunning, lastTickAtMs, groups: groups.all() },
    };
  };
  const presence = redis === null ? null : createRedisPresence({ connection: redis, own: thisNode, clock, log, after: systemTimers.after });
  const overview = createOverview({
    counts: system.operator.counts,
    late: (beforeMs) => system.operator.late({ beforeMs, most: MOST_LATE }),
    feed: system.feed,
    nodes: () => [{ ...thisNode(), isThis: true, seenAtMs: clock.now() }, ...(presence?.others() ?? [])],
    dependencies: createDependencyWatch({ probes: probes.map(dependencyOf), clock, after: systemTimers.after }),
    pauses: deps.pauses,
    deferred: deps.deferred,
    clock,
    nodeId: system.stats().nodeId,
    version,
  });
  const lastTickElsewhereMs = (): number | null => {
    const times = (presence?.others() ?? []).flatMap(({ lastTickAtMs }) => lastTickAtMs ?? []);
    return times.length === 0 ? null : Math.max(...times);
  };
  return { overview, groups, lastTickElsewhereMs, close: async () => await presence?.close() };
}

/** Late actors of each type that are counted one by one. */
const MOST_LATE = 1_000;

function dependencyOf({ name, check }: ReadinessProbe): DependencyProbe {
  return { kind: kindOf(name), name, check };
}

function kindOf(name: string): DependencyProbe['kind'] {
  if (name.startsWith('chain ')) return 'chain';
  if (name === 'store' || name === 'ticks') return name;
  return name === 'live feed' ? 'feed' : 'redis';
}
