import type { RecordCollection, Stored } from '../../platform/store/record-store.ts';
import type { Clock } from '../../values/clock.ts';
import type { JsonObject } from '../../values/json.ts';

/**
 * Maximum time in ms during which an RPC endpoint that shows only older blocks is considered to be lagging. After that, its newest block is
 * accepted, since a reorg may have removed the later ones. This time limit applies to chains on which blocks become final.
 */
const LAG_PATIENCE_MS = 600_000;

/**
 * Decides whether an RPC endpoint that shows only blocks older than the cursor (the last block that was read) is still considered to be
 * lagging. Stores the time since which the endpoint has shown only such blocks. A chain without a confirmation depth is the devnet, whose
 * single endpoint cannot lag.
 */
export async function getsMoreTime<Cursor extends JsonObject & { readonly behindSinceMs?: number }>(
  stored: Stored<Cursor>,
  deps: {
    readonly cursors: Pick<RecordCollection<Cursor>, 'update'>;
    readonly clock: Clock;
    readonly confirmations: number;
  },
): Promise<boolean> {
  if (deps.confirmations === 0) return false;
  const nowMs = deps.clock.now();
  const { _id, rev, behindSinceMs } = stored;
  if (behindSinceMs !== undefined && behindSinceMs <= nowMs) return nowMs - behindSinceMs < LAG_PATIENCE_MS;
  await deps.cursors.update(_id, rev, { ...stored, behindSinceMs: nowMs });
  return true;
}
