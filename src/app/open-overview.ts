import { hostname } from 'node:os';
import type { DeferredList } from '../operator/deferred/deferred-list.ts';
import { createOverview } from '../operator/overview/create-overview.ts';
import { createServedGroups, type ServedGroups } from '../operator/overview/served-groups.ts';
import { systemTimers } from '../platform/clock/system-timers.ts';
import { createRedisPresence, type OwnNote } from '../platform/presence/redis-presence.ts';
import type { ActorSystem } from '../runtime/system-options.ts';
import type { TypePause } from '../values/inspection/actor-type.ts';
import type { Overview } from '../values/inspection/overview.ts';
import type { Closing } from './closing.ts';
import type { Outages } from './open-outages.ts';
import type { OpenPlatform } from './open-platform.ts';

/** Sends this node's state to the other nodes of the cluster, and receives theirs. */
export type Presence = {
  readonly groups: ServedGroups;
  readonly thisNode: () => OwnNote;
  readonly others: () => ReturnType<ReturnType<typeof createRedisPresence>['others']>;
  /** Time of the last tick that another node completed; null when there is no other node, or none has completed a tick. */
  readonly lastTickElsewhereMs: () => number | null;
};

export function openPresence(open: OpenPlatform, system: ActorSystem, closing: Closing): Presence {
  const { config, version, clock, log } = open.platform;
  const groups = createServedGroups({ clock, tickEveryMs: config.tickIntervalMs });
  const thisNode = (): OwnNote => {
    const { nodeId, draining, residents, effectsRunning, lastTickAtMs } = system.stats();
    return {
      ...{ nodeId, host: hostname(), startedAtMs: open.startedAtMs, version, isDraining: draining },
      ...{ residents, effectsRunning, lastTickAtMs, groups: groups.all() },
    };
  };
  const shared = open.openStore.isShared ? open.redis : null;
  const presence =
    shared === null ? null : createRedisPresence({ connection: shared, own: thisNode, clock, log, after: systemTimers.after });
  closing.add(async () => await presence?.close());
  const others = () => presence?.others() ?? [];
  return {
    ...{ groups, thisNode, others },
    lastTickElsewhereMs() {
      const times = others().flatMap(({ lastTickAtMs }) => lastTickAtMs ?? []);
      return times.length === 0 ? null : Math.max(...times);
    },
  };
}

/** Builds the overview for operators from the actor system, the other nodes' states, the readiness probes and the pauses. */
export function openOverview(
  open: OpenPlatform,
  deps: {
    readonly system: ActorSystem;
    readonly presence: Presence;
    readonly outages: Outages;
    readonly pauses: () => readonly TypePause[];
    readonly deferred: Pick<DeferredList, 'totals' | 'oldest' | 'readerOf'>;
  },
): () => Promise<Overview> {
  const { version, clock, nodeId } = open.platform;
  const { system, presence, outages, pauses, deferred } = deps;
  return createOverview({
    counts: system.operator.counts,
    late: (beforeMs) => system.operator.late({ beforeMs, most: MOST_LATE }),
    feed: system.feed,
    nodes: () => [{ ...presence.thisNode(), isThis: true, seenAtMs: clock.now() }, ...presence.others()],
    dependencies: outages.dependencies,
    outages: outages.found,
    readerOf: deferred.readerOf,
    ...{ pauses, deferred, clock, nodeId, version },
  });
}

/** Maximum number of late actors (due but not processed) of each type that are counted exactly. */
const MOST_LATE = 1_000;
