import type { VaultCursor } from '../../features/dca/follow-vault.ts';
import { chainWithinTime } from '../../platform/loop/within-time.ts';
import { gaugeOf } from '../../platform/metrics/families.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import { createSampled } from '../../platform/metrics/sampled.ts';
import type { CollectionSpec, RecordStore } from '../../platform/store/record-store.ts';

/** The families of metrics that are kept here. */
export const FOLLOWER_METRICS = {
  followerStalledSeconds: gaugeOf(
    'coxswain_follower_stalled_seconds',
    "Time since a vault follower's cursor last moved although its chain has newer blocks.",
    ['chain_id', 'follower'],
  ),
};

/** Milliseconds between reads of a chain's head, which happen only while metrics are scraped. */
const EVERY_MS = 60_000;
const ANSWER_WITHIN_MS = 20_000;

/** The last block read by a vault's follower; -1 when it has not started. */
export type FollowerPosition = { readonly chainId: number; readonly follower: 'dca' | 'autopilot'; readonly block: number };

/**
 * Gauges of how long each follower's cursor has not moved although there are newer blocks, since this node observes it. While the chain's
 * head is not available the value stays.
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

/** Reads the stored cursors of the expected followers. */
export function createFollowerPositions(deps: {
  readonly records: RecordStore;
  readonly chainIds: readonly number[];
  /** The collections with the followers' cursors. */
  readonly cursors: { readonly dca: CollectionSpec; readonly autopilot: CollectionSpec };
  /** Gives the vaults of a chain. */
  readonly vaultsOf: (chainId: number) => Promise<{ readonly dcaVault: string | null; readonly autopilotVault: string | null } | null>;
}): () => Promise<readonly FollowerPosition[]> {
  const ofDca = deps.records.collection<VaultCursor>(deps.cursors.dca);
  const ofAutopilot = deps.records.collection<{ readonly number: number }>(deps.cursors.autopilot);
  return async () => {
    const found: FollowerPosition[] = [];
    for (const chainId of deps.chainIds) {
      const vaults = await deps.vaultsOf(chainId);
      const id = String(chainId);
      if (vaults?.dcaVault != null) found.push({ chainId, follower: 'dca', block: (await ofDca.get(id))?.blocks.at(-1)?.number ?? -1 });
      if (vaults?.autopilotVault != null) found.push({ chainId, follower: 'autopilot', block: (await ofAutopilot.get(id))?.number ?? -1 });
    }
    return found;
  };
}
