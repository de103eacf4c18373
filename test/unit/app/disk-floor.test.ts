import { expect, test } from 'bun:test';
import { createDiskFloor } from '../../../src/app/disk-floor.ts';
import { silentLog } from '../../../src/platform/log/log.ts';

const MB = 1_048_576;

function open(floorMb: number, hasDisk = true) {
  let nowMs = 0;
  let freeBytes = 1_000 * MB;
  let isBroken = false;
  let looks = 0;
  const disk = {
    async freeBytes() {
      looks += 1;
      if (isBroken) throw new Error('EIO');
      return freeBytes;
    },
    storeBytes: async () => 0,
  };
  const floor = createDiskFloor({ disk: hasDisk ? disk : null, floorMb, clock: { now: () => nowMs }, log: silentLog });
  const refusal = () => {
    try {
      floor.refuseBelow();
      return null;
    } catch (error) {
      return error;
    }
  };
  return {
    floor,
    refusal,
    looks: () => looks,
    /** Advances the clock by five seconds, changes the simulated disk, and runs the readiness check. */
    async later(state: { freeMb?: number; isBroken?: boolean }) {
      nowMs += 5_000;
      if (state.freeMb !== undefined) freeBytes = state.freeMb * MB;
      isBroken = state.isBroken ?? false;
      return floor.probe.check();
    },
  };
}

test('below the floor writes are refused with a retry time, and readiness says so, until there is room again', async () => {
  const { floor, refusal, later } = open(512);
  expect(await floor.probe.check()).toBeNull();
  expect(refusal()).toBeNull();
  expect(await later({ freeMb: 511 })).toStartWith(
    'Only 511 MB are free on the disk, less than 512 MB (DISK_FLOOR_MB), since 1970-01-01 00:00:05 UTC. New data',
  );
  expect(floor.probe.outage?.()).toMatchObject({ name: 'disk', kind: 'disk', chainId: null, sinceMs: 5_000 });
  expect(refusal()).toMatchObject({ code: 'disk-nearly-full', kind: 'overload', retryAfterMs: 60_000 });
  expect(floor.isBelow()).toBe(true);
  expect(await later({ freeMb: 0 })).not.toBeNull();
  expect(await later({ freeMb: 512 })).toBeNull();
  expect(floor.probe.outage?.()).toBeNull();
  expect(refusal()).toBeNull();
});

test('when the disk cannot be checked, its last known state counts', async () => {
  const { refusal, later } = open(512);
  expect(await later({ isBroken: true })).toBeNull();
  await later({ freeMb: 3 });
  expect(await later({ isBroken: true })).not.toBeNull();
  expect(refusal()).not.toBeNull();
});

test('requests do not wait for a check of the disk, and many share one', async () => {
  const { refusal, looks } = open(512);
  for (let i = 0; i < 100; i += 1) refusal();
  expect(looks()).toBe(1);
});

test('without a floor, or without a disk of its own, nothing is refused', async () => {
  for (const { later, refusal, looks } of [open(0), open(512, false)]) {
    expect(await later({ freeMb: 0 })).toBeNull();
    expect(refusal()).toBeNull();
    expect(looks()).toBe(0);
  }
});
