import type { StartedFollower } from '../../module/follower.ts';
import { chainWithinTime } from '../../platform/loop/within-time.ts';
import { gaugeOf } from '../../platform/metrics/families.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import { createSampled } from '../../platform/metrics/sampled.ts';

/** Metric families for the vault followers (readers of vaults' events). */
export const FOLLOWER_METRICS = {
  followerStalledSeconds: gaugeOf(
    'coxswain_follower_stalled_seconds',
    'Seconds since the follower of a vault, which reads its events, last read new blocks; counted only while the chain has newer blocks.',
    ['chain_id', 'follower'],
  ),
};

/** Minimum time in milliseconds between two reads of a chain's newest block. Reads happen only while metrics are scraped. */
const EVERY_MS = 60_000;
const ANSWER_WITHIN_MS = 20_000;

/** The last block from which a follower (reader of a vault's events) has processed events; -1 when it has not started. */
export type FollowerPosition = { readonly chainId: number; readonly follower: string; readonly block: number };

/**
 * Exports gauges of how long each follower (reader of a vault's events) has not read further although newer blocks exist, as observed by
 * this node. While the chain's newest block cannot be read, the value does not change.
 */
export function showFollowers(
  metrics: Metrics,
  deps: {
    readonly positions: () => Promise<readonly FollowerPosition[]>;
    readonly headOf: (chainId: number) => Promise<number>;
    readonly now: () => number;
    readonly onError: (error: unknown) => void;
  },
): void {
  const { positions, headOf, now, onError } = deps;
  const stalled = metrics.gauge(FOLLOWER_METRICS.followerStalledSeconds);
  const known = new Map<string, { readonly block: number; readonly sinceMs: number }>();

  async function lookAt({ chainId, follower, block }: FollowerPosition): Promise<void> {
    const head = await chainWithinTime(headOf(chainId), ANSWER_WITHIN_MS, chainId);
    const key = `${chainId}/${follower}`;
    const before = known.get(key);
    const isStill = before !== undefined && before.block === block && block < head;
    const { sinceMs } = isStill ? before : { sinceMs: now() };
    known.set(key, { block, sinceMs });
    stalled.of(String(chainId), follower).set((now() - sinceMs) / 1_000);
  }

  metrics.beforeReading(
    createSampled({
      everyMs: EVERY_MS,
      now,
      onError,
      look: async () => void (await Promise.all((await positions()).map((position) => lookAt(position).catch(onError)))),
    }),
  );
}

/** Reads the last block that each follower (reader of a vault's events) has processed, on every chain. */
export function createFollowerPositions(deps: {
  readonly followers: readonly StartedFollower[];
  readonly chainIds: readonly number[];
}): () => Promise<readonly FollowerPosition[]> {
  return async () => {
    const found: FollowerPosition[] = [];
    for (const chainId of deps.chainIds) {
      for (const { spec, lastBlock } of deps.followers) {
        const block = await lastBlock(chainId);
        if (block !== null) found.push({ chainId, follower: spec.name, block });
      }
    }
    return found;
  };
}
