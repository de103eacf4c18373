import type { ReadinessProbe } from '../../http/health/health-routes.ts';
import { createDeferredList, type DeferredList } from '../../market/deferred/deferred-list.ts';
import type { Log } from '../../platform/log/log.ts';
import type { RecordStore } from '../../platform/store/record-store.ts';
import type { ActorSystem } from '../../runtime/system.ts';
import type { Clock } from '../../values/clock.ts';
import { createNodeDrain, type NodeDrain } from './node-drain.ts';
import { createOperatorActs, type OperatorActs } from './operator-acts.ts';
import { createTypePauses, type TypePauses } from './type-pauses.ts';

export type Operations = {
  readonly acts: OperatorActs;
  readonly pauses: TypePauses;
  readonly drain: NodeDrain;
  readonly deferred: DeferredList;
  /** What operators have taken out of service here: a drained node is not ready, one with paused types does less than it could. */
  readonly probes: readonly ReadinessProbe[];
};

export type OperationsDeps = {
  readonly records: RecordStore;
  readonly nodeId: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly types: () => readonly string[];
  readonly system: () => ActorSystem;
  /** Takes no more ticks; resolves when those that run have ended. */
  readonly stopTicks: () => Promise<void>;
};

/** Longer than any effect's deadline: what runs on a drained node ends by itself, and is not aborted. */
const FINISH_WITHIN_MS = 600_000;

/** What operators do to types and to this node. Resolves once it knows what is paused, so that nothing of that begins before. */
export async function createOperations({ records, nodeId, clock, log, types, system, stopTicks }: OperationsDeps): Promise<Operations> {
  const acts = createOperatorActs({ records });
  const pauses = createTypePauses({ records, acts, clock, types });
  await pauses.refresh();
  const drain = createNodeDrain({
    ...{ nodeId, acts, clock, log, stopTicks },
    running() {
      const { effectsRunning, commitsOutstanding } = system().stats();
      return { effectsRunning, commitsOutstanding };
    },
    refuse: () => system().refuse(),
    finish: async () => void (await system().drain(FINISH_WITHIN_MS)),
  });
  const deferred = createDeferredList({ records, acts, clock });
  return { acts, pauses, drain, deferred, probes: [drainProbe(drain), pausesProbe(pauses)] };
}

function drainProbe(drain: NodeDrain): ReadinessProbe {
  return {
    name: 'node',
    async check() {
      const begun = drain.state().drain;
      if (begun === null) return null;
      return `${begun.by} has drained this node since ${new Date(begun.atMs).toISOString()}: it takes no new work until it is started again.`;
    },
  };
}

function pausesProbe(pauses: TypePauses): ReadinessProbe {
  return {
    name: 'paused types',
    isOptional: true,
    async check() {
      const paused = pauses
        .list()
        .map(({ type, by, atMs, reason }) => `${type} by ${by} since ${new Date(atMs).toISOString()} (${reason})`);
      return paused.length === 0 ? null : `Paused by operators: ${paused.join('; ')}.`;
    },
  };
}
