import type { WatchForks } from '../../market/deferred/watch-forks.ts';
import type { Log } from '../../platform/log/log.ts';
import { createRepeats } from '../../platform/log/repeats.ts';
import { QuarantinedError } from '../../values/errors/quarantined-error.ts';
import type { FollowAgents } from '../autopilot/follow-agents.ts';
import type { FollowReport, FollowVault } from './follow-vault.ts';

/**
 * Reads the events of both vaults with one follower for each chain. A head counts as read when both vaults have been read to it. A failure
 * of Autopilot's part does not delay DCA: the head stays open, and the next tick continues.
 */
export function createFollowVaults(deps: {
  /** True when the chain has a DCA vault. */
  hasOrders: (chainId: number) => Promise<boolean>;
  followVault: FollowVault;
  followAgents: FollowAgents;
  /** Checks whether the chain still has the blocks in which results were seen. */
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

  /** A failure here delays neither vault: the head stays open. */
  async function watch(chainId: number): Promise<boolean> {
    try {
      await watchForks(chainId);
      repeats.over(`forks/${chainId}`, 'Checking a chain for reorgs works again', { chainId });
      return true;
    } catch (error) {
      repeats.warn(`forks/${chainId}`, 'Checking a chain for reorgs failed', { chainId, error });
      return false;
    }
  }

  async function followBoth(chainId: number): Promise<FollowReport> {
    if (!(await hasOrders(chainId))) return plain(await followAgents(chainId));
    const [orders, agents] = await Promise.allSettled([followVault(chainId), followAgents(chainId)]);
    if (orders.status === 'rejected') throw orders.reason;
    if (agents.status === 'rejected') {
      repeats.warn(`agents/${chainId}`, "Reading the Autopilot vault's events failed", { chainId, error: agents.reason });
      return { isCaughtUp: orders.value.isCaughtUp, head: null };
    }
    repeats.over(`agents/${chainId}`, "Autopilot vault's events read again after failures", { chainId });
    // The chain has no Autopilot vault, so there is nothing to wait for.
    if (agents.value.head === null && agents.value.isCaughtUp) return plain(orders.value);
    const isCaughtUp = orders.value.isCaughtUp && agents.value.isCaughtUp;
    const heads = [orders.value.head, agents.value.head].filter((head) => head !== null);
    const head = heads.length < 2 ? null : (heads.toSorted((a, b) => a.number - b.number)[0] ?? null);
    return plain({ head, isCaughtUp, hasDeferred: orders.value.hasDeferred === true || agents.value.hasDeferred === true });
  }
}

/** Leaves the head open while events are deferred, so that the next tick retries them even without a new block. */
function plain({ head, isCaughtUp, hasDeferred }: FollowReport): FollowReport {
  return { head: hasDeferred === true ? null : head, isCaughtUp };
}

/** Creates the missing followers of chains at the start. A quarantined follower does not stop the start. */
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
      log.error('The follower of a chain is quarantined; an operator must release it', { chainId, error });
    }
  }
}
