import { type DeclaredProbe, type ProbeSpec, probeOf } from '../../http/health/probe.ts';
import type { Log } from '../../platform/log/log.ts';
import type { ActorSystem } from '../../runtime/system-options.ts';
import type { Clock } from '../../values/clock.ts';
import type { OperatorRecords } from '../module.ts';
import { createNodeDrain, type NodeDrain } from './node-drain.ts';
import type { TypePauses } from './type-pauses.ts';

export type Operations = OperatorRecords & {
  readonly drain: NodeDrain;
  /** Readiness checks that report the operations of operators: a drained node is not ready, and a node with paused types is degraded. */
  readonly probes: readonly DeclaredProbe[];
};

export type OperationsDeps = {
  readonly kept: OperatorRecords;
  readonly nodeId: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly system: Pick<ActorSystem, 'stats' | 'refuse' | 'drain'>;
  /** Stops accepting ticks, which are the checks of due actors once a minute; resolves when the running ticks have ended. */
  readonly stopTicks: () => Promise<void>;
};

/** The readiness probes for drained nodes and paused actor types. */
export const OPERATION_PROBES = {
  node: { name: 'node', help: 'An operator has taken this node out of service (drain).' },
  pausedTypes: { name: 'paused types', isOptional: true, help: 'Operators have paused one or more actor types.' },
} as const satisfies { readonly [name: string]: ProbeSpec };

/**
 * Time limit of draining in milliseconds. The limit exceeds the deadline of every effect, so that effects that are running on a drained
 * node end by themselves and are not aborted.
 */
const FINISH_WITHIN_MS = 600_000;

/** The operations on actor types and on this node: pausing types and draining the node. */
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

function drainProbe(drain: NodeDrain): DeclaredProbe {
  return probeOf(OPERATION_PROBES.node, async () => {
    const begun = drain.state().drain;
    if (begun === null) return null;
    return `${begun.by} took this node out of service at ${new Date(begun.atMs).toISOString()}. It accepts no new work until it is restarted.`;
  });
}

function pausesProbe(pauses: TypePauses): DeclaredProbe {
  return probeOf(OPERATION_PROBES.pausedTypes, async () => {
    const paused = pauses.list().map(({ type, by, atMs, reason }) => `${type} by ${by} since ${new Date(atMs).toISOString()} (${reason})`);
    return paused.length === 0 ? null : `Actor types that operators have paused: ${paused.join('; ')}.`;
  });
}
