import type { ReadinessProbe } from '../http/health/health-routes.ts';
import type { Disk } from '../platform/disk/disk.ts';
import type { Log } from '../platform/log/log.ts';
import { createRepeats } from '../platform/log/repeats.ts';
import type { Clock } from '../values/clock.ts';
import { OverloadError } from '../values/errors/overload-error.ts';

/** A look at the disk is this good; requests wait for none. */
const FRESH_MS = 2_000;
/** Room does not come back by itself within seconds. */
const RETRY_AFTER_MS = 60_000;
const MB = 1_048_576;

/**
 * Keeps the last of a disk for what has money on chain: below the floor nothing new of strangers is kept, while followers, ticks and operators
 * go on. A disk that cannot be looked at counts as it was seen last.
 */
export type DiskFloor = {
  /** @throws OverloadError 503 `disk-nearly-full` */
  refuseBelow(): void;
  isBelow(): boolean;
  readonly probe: ReadinessProbe;
};

/** @param deps.disk null where the store lies elsewhere, with a disk of its own that this node cannot see */
export function createDiskFloor(deps: {
  readonly disk: Disk | null;
  /** 0: there is none. */
  readonly floorMb: number;
  readonly clock: Clock;
  readonly log: Log;
}): DiskFloor {
  const { disk, floorMb, clock, log } = deps;
  const repeats = createRepeats({ log, now: () => clock.now() });
  let isLow = false;
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
      repeats.over('look', 'The free room on the disk is read again');
      if (isLow !== freeMb < floorMb) {
        isLow = !isLow;
        if (isLow) log.error('The disk is nearly full: nothing new of strangers is kept', { freeMb, floorMb });
        else log.info('There is room on the disk again', { freeMb, floorMb });
      }
    } catch (error) {
      repeats.warn('look', 'The free room on the disk could not be read', { error });
    }
  }

  return {
    refuseBelow() {
      void look();
      if (!isLow) return;
      const message = 'This node has too little room on its disk to keep anything new. What is on chain goes on. Nothing was changed.';
      throw new OverloadError({ code: 'disk-nearly-full', retryAfterMs: RETRY_AFTER_MS, message });
    },
    isBelow: () => isLow,
    probe: {
      name: 'disk',
      async check() {
        await look();
        return isLow ? `Less than ${floorMb} MB are free: nothing new of strangers is kept.` : null;
      },
    },
  };
}
