import type { ReadinessProbe } from '../../http/health/health-routes.ts';
import type { Log } from '../../platform/log/log.ts';
import type { ActorSystem } from '../../runtime/system.ts';
import type { Clock } from '../../values/clock.ts';
import type { OperatorRecords } from '../module.ts';
import { createNodeDrain, type NodeDrain } from './node-drain.ts';
import type { TypePauses } from './type-pauses.ts';

export type Operations = OperatorRecords & {
  readonly drain: NodeDrain;
  /** What operators have taken out of service here: a drained node is not ready, one with paused types does less than it could. */
  readonly probes: readonly ReadinessProbe[];
};

export type OperationsDeps = {
  readonly kept: OperatorRecords;
  readonly nodeId: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly system: Pick<ActorSystem, 'stats' | 'refuse' | 'drain'>;
  /** Takes no more ticks; resolves when those that run have ended. */
  readonly stopTicks: () => Promise<void>;
};

/** Longer than any effect's deadline: what runs on a drained node ends by itself, and is not aborted. */
const FINISH_WITHIN_MS = 600_000;

/** What operators do to types and to this node. */
export function createOperations({ kept, nodeId, clock, log, system, stopTicks }: OperationsDeps): Operations {
  const drain = createNodeDrain({
    ...{ nodeId, acts: kept.acts, clock, log, stopTicks },
    running() {
      const { effectsRunning, commitsOutstanding } = system.stats();
      return { effectsRunning, commitsOutstanding };
    },
    refuse: system.refuse,
    finish: async () => void (await system.drain(FINISH_WITHIN_MS)),
  });
  return { ...kept, drain, probes: [drainProbe(drain), pausesProbe(kept.pauses)] };
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
