import type { Log } from '../../platform/log/log.ts';
import type { Clock } from '../../values/clock.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { OperatorActs } from './operator-acts.ts';

/**
 * Whether a node is being drained (taken out of service), and whether all work on it has ended. `drain` is null in normal operation;
 * `endedAtMs` is set once nothing runs on the node any more.
 */
export type NodeState = {
  readonly nodeId: string;
  readonly drain: { readonly by: string; readonly reason: string | null; readonly atMs: number; readonly endedAtMs: number | null } | null;
  readonly effectsRunning: number;
  readonly commitsOutstanding: number;
};

export type NodeDrain = {
  readonly state: () => NodeState;
  /**
   * Starts draining the node and returns immediately. A repeated call returns the progress. Only a restart ends the drained state.
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
  /** From this call on, the node refuses new messages to actors and starts no more effects. */
  readonly refuse: () => void;
  /** Stops accepting ticks, which are the checks of due actors once a minute; resolves when the running ticks have ended. */
  readonly stopTicks: () => Promise<void>;
  /** Resolves when all effects, messages and other work that is running on the node has ended. */
  readonly finish: () => Promise<void>;
};

/** Takes a node out of service until its process is restarted. The process keeps running until its supervisor ends it. */
export function createNodeDrain({ nodeId, acts, clock, log, running, refuse, stopTicks, finish }: NodeDrainDeps): NodeDrain {
  let drain: NodeState['drain'] = null;

  const state = (): NodeState => ({ nodeId, drain, ...running() });

  async function end(begun: NonNullable<NodeState['drain']>): Promise<void> {
    try {
      // Ticks (the checks of due actors once a minute) end before other work does. A tick that the queue already sent to this node must be
      // processed by this node, because no other node will process it.
      await stopTicks();
      await finish();
      drain = { ...begun, endedAtMs: clock.now() };
      log.info('Node drained; its process can be ended', { nodeId });
    } catch (error) {
      log.error('Waiting for the running work of the drained node failed; the shutdown of the process will wait for this work instead', {
        nodeId,
        error,
      });
    }
  }

  return {
    state,
    async drain(wanted, by, reason) {
      if (wanted !== nodeId) {
        const message = `This is node ${nodeId}, not ${wanted.slice(0, 100)}. Send the request to that node's own address.`;
        throw new TerminalError({ code: 'other-node', status: 409, message, details: { nodeId } });
      }
      if (drain !== null) return state();
      const begun = { by, reason, atMs: clock.now(), endedAtMs: null };
      // The operator's action is recorded before the drain starts, so that for every drained node there is a record of who drained it.
      await acts.put(`drain/${nodeId}`, { act: 'drain', subject: nodeId, by, reason, atMs: begun.atMs, details: {} });
      if (drain !== null) return state();
      drain = begun;
      log.warn('An operator takes this node out of service (drain): the node accepts no more scheduled work, effects and messages', {
        nodeId,
        by,
        reason,
      });
      refuse();
      void end(begun);
      return state();
    },
  };
}
