import type { FollowedPart, FollowReport } from '../../market/deferred/followed-part.ts';
import type { WatchForks } from '../../market/deferred/watch-forks.ts';
import type { Log } from '../../platform/log/log.ts';
import { createRepeats } from '../../platform/log/repeats.ts';
import { QuarantinedError } from '../../values/errors/quarantined-error.ts';
import type { FollowAgents } from '../autopilot/follow-agents.ts';
import type { FollowVault } from './follow-vault.ts';

/**
 * Reads the events of the DCA vault, the Autopilot vault and other contracts, in one run per chain. A new block counts as read when the
 * events of all these contracts have been read up to it. If reading the Autopilot vault or another contract fails, DCA is not delayed; the
 * block then does not count as read, and the next tick continues.
 */
export function createFollowVaults(deps: {
  /** Returns whether the chain has a DCA vault. */
  hasOrders: (chainId: number) => Promise<boolean>;
  followVault: FollowVault;
  followAgents: FollowAgents;
  /** Other contracts, besides the vaults, whose events are read; none by default. */
  parts?: readonly FollowedPart[];
  /** Checks whether the chain still has the blocks from which stored results were read. */
  watchForks: WatchForks;
  log: Log;
}): FollowVault {
  const { hasOrders, followVault, followAgents, parts = [], watchForks, log } = deps;
  const repeats = createRepeats({ log });

  return async (chainId) => {
    const isWatched = await watch(chainId);
    const [vaults, ...others] = await Promise.allSettled([followBoth(chainId), ...parts.map((part) => followOther(part, chainId))]);
    // If the DCA vault cannot be read, the whole run fails, but only after the reads of the other contracts have ended.
    if (vaults.status === 'rejected') throw vaults.reason;
    let report = vaults.value;
    for (const other of others) {
      if (other.status === 'rejected') throw other.reason;
      report = other.value === null ? report : together(report, other.value);
    }
    return isWatched ? report : { ...report, head: null };
  };

  /**
   * Checks the chain for reorgs. If the check fails, the reading of the vaults is not delayed, but the newest block does not count as read.
   */
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

  /** Reads the events of another contract, which is not a vault; null when the chain does not have this contract. */
  async function followOther({ name, isFollowed, follow }: FollowedPart, chainId: number): Promise<FollowReport | null> {
    try {
      const report = (await isFollowed(chainId)) ? plain(await follow(chainId)) : null;
      repeats.over(`${name}/${chainId}`, 'Events of a contract can be read again after failures', { name, chainId });
      return report;
    } catch (error) {
      repeats.warn(`${name}/${chainId}`, 'Reading the events of a contract failed', { name, chainId, error });
      return { head: null, isCaughtUp: true };
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
    repeats.over(`agents/${chainId}`, 'Events of the Autopilot vault can be read again after failures', { chainId });
    // The chain has no Autopilot vault, so only the reading of the DCA vault determines which block counts as read.
    if (agents.value.head === null && agents.value.isCaughtUp) return plain(orders.value);
    return together(plain(orders.value), plain(agents.value));
  }
}

/** A block counts as read only when both vaults have been read up to it. */
function together(one: FollowReport, other: FollowReport): FollowReport {
  const heads = [one.head, other.head].filter((head) => head !== null);
  const head = heads.length < 2 ? null : (heads.toSorted((a, b) => a.number - b.number)[0] ?? null);
  return { head, isCaughtUp: one.isCaughtUp && other.isCaughtUp };
}

/**
 * Returns the report of a run. While events are stored for a later attempt, no block is reported as read. So the next tick (once a minute)
 * starts a run that retries these events, even without a new block.
 */
function plain({ head, isCaughtUp, hasDeferred }: FollowReport): FollowReport {
  return { head: hasDeferred === true ? null : head, isCaughtUp };
}

/**
 * At start-up, creates the actors that read the vaults' events on chains that do not have one yet. An actor that is quarantined (stopped
 * until an operator acts) does not prevent the start.
 */
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
      log.error('The actor that reads the vault events of a chain is quarantined; an operator must release it', { chainId, error });
    }
  }
}
