import { type DeclaredProbe, type ProbeSpec, probeOf } from '../http/health/probe.ts';
import type { Disk } from '../platform/disk/disk.ts';
import type { Log } from '../platform/log/log.ts';
import { createRepeats } from '../platform/log/repeats.ts';
import type { Clock } from '../values/clock.ts';
import { OverloadError } from '../values/errors/overload-error.ts';
import { type FoundOutage, outageText } from '../values/inspection/outage.ts';
import { momentText } from '../values/iso-time.ts';

/** How long a reading of the free disk space is reused, in ms. Requests never wait for a new reading; it is made in the background. */
const FRESH_MS = 2_000;
/** Milliseconds after which a client that was refused for lack of disk space may retry. Disk space is rarely freed within seconds. */
const RETRY_AFTER_MS = 60_000;
const MB = 1_048_576;

/** The readiness probe that reports that the disk of the store is nearly full. */
export const DISK_PROBE: ProbeSpec = {
  name: 'disk',
  kind: 'store',
  help: 'The disk is nearly full, so the node refuses new data of unauthenticated clients.',
};

/**
 * Reserves the last free space of the disk for actors with money on chain. When less than the minimum is free, requests of unauthenticated
 * clients that would store new data are refused, while all work for existing actors and for operators continues. When the free space cannot
 * be read, the last known value is used.
 */
export type DiskFloor = {
  /**
   * Refuses a request when less than the minimum of disk space is free.
   * @throws OverloadError 503 `disk-nearly-full`
   */
  refuseBelow(): void;
  isBelow(): boolean;
  readonly probe: DeclaredProbe;
};

/**
 * Creates the check for the minimum free disk space.
 * @param deps.disk the disk that holds the store; null when the store is on another machine whose disk this node cannot read
 */
export function createDiskFloor(deps: {
  readonly disk: Disk | null;
  /** Minimum free disk space in MB; 0 disables the check of the disk. */
  readonly floorMb: number;
  readonly clock: Clock;
  readonly log: Log;
}): DiskFloor {
  const { disk, floorMb, clock, log } = deps;
  const repeats = createRepeats({ log, now: () => clock.now() });
  let lowSinceMs: number | null = null;
  let lastFreeMb = 0;
  let lookedAtMs = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | null = null;

  function look(): Promise<void> {
    if (disk === null || floorMb === 0 || Math.abs(clock.now() - lookedAtMs) < FRESH_MS) return looking ?? Promise.resolve();
    lookedAtMs = clock.now();
    looking = lookNow(disk).finally(() => {
      looking = null;
    });
    return looking;
  }

  async function lookNow(seen: Disk): Promise<void> {
    try {
      const freeMb = Math.floor((await seen.freeBytes()) / MB);
      repeats.over('look', 'Free disk space read again after failures');
      lastFreeMb = freeMb;
      if ((lowSinceMs !== null) !== freeMb < floorMb) {
        lowSinceMs = lowSinceMs === null ? clock.now() : null;
        if (lowSinceMs !== null) log.error('Disk nearly full: new data of unauthenticated clients is refused', { freeMb, floorMb });
        else log.info('Disk has enough free space again', { freeMb, floorMb });
      }
    } catch (error) {
      repeats.warn('look', 'Reading the free disk space failed', { error });
    }
  }

  return {
    refuseBelow() {
      void look();
      if (lowSinceMs === null) return;
      const message = "This node's disk is nearly full, so it stores no new data. Nothing was changed. Work with money on chain continues.";
      throw new OverloadError({ code: 'disk-nearly-full', retryAfterMs: RETRY_AFTER_MS, message });
    },
    isBelow: () => lowSinceMs !== null,
    probe: probeOf(
      DISK_PROBE,
      async () => {
        await look();
        const low = outage();
        return low === null ? null : outageText(low);
      },
      undefined,
      outage,
    ),
  };

  function outage(): FoundOutage | null {
    if (lowSinceMs === null) return null;
    return {
      kind: 'disk',
      cause: `Only ${lastFreeMb} MB are free on the disk, less than ${floorMb} MB (DISK_FLOOR_MB), since ${momentText(lowSinceMs)}.`,
      sinceMs: lowSinceMs,
      waits: 'New data of unauthenticated clients is refused; work with money on chain continues until the disk is full.',
      remedy: 'Free disk space or enlarge the disk; the service then continues by itself.',
      transactionsWaiting: null,
    };
  }
}
