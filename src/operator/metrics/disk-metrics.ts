import type { Disk } from '../../platform/disk/disk.ts';
import { gaugeOf } from '../../platform/metrics/families.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import { createSampled } from '../../platform/metrics/sampled.ts';

/** Metric families for the disk, and for writes of unauthenticated clients. */
export const DISK_METRICS = {
  diskBelowFloor: gaugeOf(
    'coxswain_disk_below_floor',
    '1 while the free disk space is below DISK_FLOOR_MB, so that new data of unauthenticated clients is refused; otherwise 0.',
    [],
  ),
  diskFreeBytes: gaugeOf('coxswain_disk_free_bytes', 'Free space in bytes on the disk of DATA_DIR; only for nodes with SQLite.', []),
  storeBytes: gaugeOf('coxswain_store_bytes', 'Size in bytes of the SQLite file and its log.', []),
  strangersWrittenBytes: gaugeOf(
    'coxswain_strangers_written_bytes',
    'Bytes that unauthenticated clients wrote in the last 24 hours to records without on-chain evidence.',
    [],
  ),
  strangersWrittenShare: gaugeOf('coxswain_strangers_written_share', 'Used share of the limit STRANGERS_MB_PER_DAY, from 0 to 1.', []),
};

/** Milliseconds for which the measured state of the disk is cached. */
const EVERY_MS = 5_000;

/** Exports gauges of the bytes that unauthenticated clients have written, and of the used share of their limit. */
export function showStrangersWrites(metrics: Metrics, writes: { readonly bytes: () => number; readonly share: () => number }): void {
  const bytes = metrics.gauge(DISK_METRICS.strangersWrittenBytes).of();
  const share = metrics.gauge(DISK_METRICS.strangersWrittenShare).of();
  metrics.beforeReading(() => {
    bytes.set(writes.bytes());
    share.set(writes.share());
  });
}

/** Exports gauges of the disk that holds the store. With a store on another machine, only `coxswain_disk_below_floor` is exported. */
export function showDisk(
  metrics: Metrics,
  deps: {
    readonly disk: Disk | null;
    readonly isBelowFloor: () => boolean;
    readonly now: () => number;
    readonly onError: (error: unknown) => void;
  },
): void {
  const { disk, isBelowFloor, now, onError } = deps;
  const below = metrics.gauge(DISK_METRICS.diskBelowFloor).of();
  metrics.beforeReading(() => below.set(isBelowFloor() ? 1 : 0));
  const free = metrics.gauge(DISK_METRICS.diskFreeBytes);
  const store = metrics.gauge(DISK_METRICS.storeBytes);
  if (disk === null) return;
  const [freeBytes, storeBytes] = [free.of(), store.of()];
  metrics.beforeReading(
    createSampled({
      everyMs: EVERY_MS,
      now,
      onError,
      async look() {
        const [freeNow, storeNow] = await Promise.all([disk.freeBytes(), disk.storeBytes()]);
        freeBytes.set(freeNow);
        storeBytes.set(storeNow);
      },
    }),
  );
}
