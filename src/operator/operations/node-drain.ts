import type { Log } from '../../platform/log/log.ts';
import type { Clock } from '../../values/clock.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { OperatorActs } from './operator-acts.ts';

/** A node as an operator sees it who wants it gone. `drain` is null while it works as ever; `endedAtMs` once nothing runs on it any more. */
export type NodeState = {
  readonly nodeId: string;
  readonly drain: { readonly by: string; readonly reason: string | null; readonly atMs: number; readonly endedAtMs: number | null } | null;
  readonly effectsRunning: number;
  readonly commitsOutstanding: number;
};

export type NodeDrain = {
  readonly state: () => NodeState;
  /**
   * Begins it, and answers at once; of a node that is being drained already, how far it is. There is no way back but a new start.
   * @throws TerminalError `other-node` (409)
   */
  readonly drain: (nodeId: string, by: string, reason: string | null) => Promise<NodeState>;
};

export type NodeDrainDeps = {
  readonly nodeId: string;
  readonly acts: OperatorActs;
  readonly clock: Clock;
  readonly log: Log;
  readonly running: () => Pick<NodeState, 'effectsRunning' | 'commitsOutstanding'>;
  /** Refuses new asks and begins no more effects, at once. */
  readonly refuse: () => void;
  /** Takes no more ticks; resolves when those that run have ended. */
  readonly stopTicks: () => Promise<void>;
  /** Resolves when what runs has ended. */
  readonly finish: () => Promise<void>;
};

/** Takes a node out of service for good, while its process stays up for whoever supervises it to end. */
export function createNodeDrain({ nodeId, acts, clock, log, running, refuse, stopTicks, finish }: NodeDrainDeps): NodeDrain {
  let drain: NodeState['drain'] = null;

  const state = (): NodeState => ({ nodeId, drain, ...running() });

  async function end(begun: NonNullable<NodeState['drain']>): Promise<void> {
    try {
      // In this order: a tick that was handed to this node already is served by it, or nobody would.
      await stopTicks();
      await finish();
      drain = { ...begun, endedAtMs: clock.now() };
      log.info('Nothing runs on this node any more; the process can be ended', { nodeId });
    } catch (error) {
      log.error('What runs on this node could not be waited for; ending the process waits for it', { nodeId, error });
    }
  }

  return {
    state,
    async drain(wanted, by, reason) {
      if (wanted !== nodeId) {
        const message = `This is node ${nodeId}, and not ${wanted.slice(0, 100)}. Ask that one: each node is drained by itself.`;
        throw new TerminalError({ code: 'other-node', status: 409, message, details: { nodeId } });
      }
      if (drain !== null) return state();
      const begun = { by, reason, atMs: clock.now(), endedAtMs: null };
      // First the record: a node that is out of service without a word on who did it would be a riddle.
      await acts.put(`drain/${nodeId}`, { act: 'drain', subject: nodeId, by, reason, atMs: begun.atMs, details: {} });
      if (drain !== null) return state();
      drain = begun;
      log.warn('An operator drains this node: it takes no more ticks, effects and asks', { nodeId, by, reason });
      refuse();
      void end(begun);
      return state();
    },
  };
}
