import type { WatchForks } from '../../market/deferred/watch-forks.ts';
import type { Log } from '../../platform/log/log.ts';
import { createRepeats } from '../../platform/log/repeats.ts';
import { QuarantinedError } from '../../values/errors/quarantined-error.ts';
import type { FollowAgents } from '../autopilot/follow-agents.ts';
import type { FollowReport, FollowVault } from './follow-vault.ts';

/**
 * One follower for each chain reads the events of both vaults. A head counts as read when both have read it. Autopilot's part does not hold up
 * DCA's, whose records depend on it: where it fails, the head is left open, and the next tick reads on.
 */
export function createFollowVaults(deps: {
  /** Whether the chain has DCA's vault. */
  hasOrders: (chainId: number) => Promise<boolean>;
  followVault: FollowVault;
  followAgents: FollowAgents;
  /** Looks whether the chain still has what ends of records were seen in. */
  watchForks: WatchForks;
  log: Log;
}): FollowVault {
  const { hasOrders, followVault, followAgents, watchForks, log } = deps;
  const repeats = createRepeats({ log });

  return async (chainId) => {
    const isWatched = await watch(chainId);
    const report = await followBoth(chainId);
    return isWatched ? report : { ...report, head: null };
  };

  /** It holds up neither of the two: where it fails, the head is left open. */
  async function watch(chainId: number): Promise<boolean> {
    try {
      await watchForks(chainId);
      repeats.over(`forks/${chainId}`, 'Whether a chain went back is looked at again', { chainId });
      return true;
    } catch (error) {
      repeats.warn(`forks/${chainId}`, 'Whether a chain went back could not be looked at', { chainId, error });
      return false;
    }
  }

  async function followBoth(chainId: number): Promise<FollowReport> {
    if (!(await hasOrders(chainId))) return plain(await followAgents(chainId));
    const [orders, agents] = await Promise.allSettled([followVault(chainId), followAgents(chainId)]);
    if (orders.status === 'rejected') throw orders.reason;
    if (agents.status === 'rejected') {
      repeats.warn(`agents/${chainId}`, "The Autopilot vault's events could not be read", { chainId, error: agents.reason });
      return { isCaughtUp: orders.value.isCaughtUp, head: null };
    }
    repeats.over(`agents/${chainId}`, "The Autopilot vault's events are read again", { chainId });
    // The chain has no vault of Autopilot's: there is nothing to wait for.
    if (agents.value.head === null && agents.value.isCaughtUp) return plain(orders.value);
    const isCaughtUp = orders.value.isCaughtUp && agents.value.isCaughtUp;
    const heads = [orders.value.head, agents.value.head].filter((head) => head !== null);
    const head = heads.length < 2 ? null : (heads.toSorted((a, b) => a.number - b.number)[0] ?? null);
    return plain({ head, isCaughtUp, hasDeferred: orders.value.hasDeferred === true || agents.value.hasDeferred === true });
  }
}

/** What was put aside is retried at the next tick, also when no block comes: a head that is left open has it look again. */
function plain({ head, isCaughtUp, hasDeferred }: FollowReport): FollowReport {
  return { head: hasDeferred === true ? null : head, isCaughtUp };
}

/** Makes the follower of each chain, where it is not yet. One that an operator has to release first does not stop the start. */
export async function beginToFollow(
  chainIds: readonly number[],
  { followChain }: { readonly followChain: (chainId: number) => Promise<void> },
  log: Pick<Log, 'error'>,
): Promise<void> {
  for (const chainId of chainIds) {
    try {
      await followChain(chainId);
    } catch (error) {
      if (!(error instanceof QuarantinedError)) throw error;
      log.error('The follower of a chain is quarantined: an operator has to release it', { chainId, error });
    }
  }
}
