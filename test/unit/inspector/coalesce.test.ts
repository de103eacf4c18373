import { expect, test } from 'bun:test';
import { atMostEvery, createCoalescer } from '../../../src/inspector/web/data/coalesce.ts';

function frames() {
  const asked: (() => void)[] = [];
  return { schedule: (flush: () => void) => void asked.push(flush), asked, run: () => asked.splice(0).forEach((flush) => void flush()) };
}

test('a thousand items between two frames are one batch, in order', () => {
  const { schedule, asked, run } = frames();
  const batches: (readonly number[])[] = [];
  const coalescer = createCoalescer<number>({ schedule, onBatch: (items) => void batches.push(items), most: 5_000 });
  for (let each = 0; each < 1_000; each += 1) coalescer.push(each);
  expect(asked).toHaveLength(1);
  run();
  expect(batches).toEqual([Array.from({ length: 1_000 }, (_, index) => index)]);
  run();
  expect(batches).toHaveLength(1);
});

test('a batch that is too large loses its oldest items, and says how many', () => {
  const { schedule, run } = frames();
  const seen: { items: readonly number[]; dropped: number }[] = [];
  const coalescer = createCoalescer<number>({ schedule, onBatch: (items, dropped) => void seen.push({ items, dropped }), most: 3 });
  for (let each = 1; each <= 20; each += 1) coalescer.push(each);
  run();
  expect(seen).toEqual([{ items: [18, 19, 20], dropped: 17 }]);
  coalescer.push(21);
  run();
  expect(seen[1]).toEqual({ items: [21], dropped: 0 });
});

test('cleared items are not delivered', () => {
  const { schedule, run } = frames();
  const batches: unknown[] = [];
  const coalescer = createCoalescer<number>({ schedule, onBatch: (items) => void batches.push(items), most: 3 });
  coalescer.push(1);
  coalescer.clear();
  run();
  expect(batches).toEqual([]);
});

test('runs at once, then no more often than allowed, and once more for the last call', () => {
  let nowMs = 0;
  let later: { atMs: number; run: () => void } | null = null;
  const ranAt: number[] = [];
  const throttled = atMostEvery(2_000, () => void ranAt.push(nowMs), {
    now: () => nowMs,
    after(ms, run) {
      later = { atMs: nowMs + ms, run };
      return () => {
        later = null;
      };
    },
  });
  for (nowMs = 0; nowMs <= 5_000; nowMs += 10) {
    const due: { atMs: number; run: () => void } | null = later;
    if (due !== null && (due as { atMs: number }).atMs <= nowMs) {
      later = null;
      (due as { run: () => void }).run();
    }
    throttled.ask();
  }
  expect(ranAt).toEqual([0, 2_000, 4_000]);
  throttled.cancel();
  expect(later).toBeNull();
});

test('a call right after a run waits as well', () => {
  const waits: number[] = [];
  let runs = 0;
  const after = (ms: number) => {
    waits.push(ms);
    return () => {};
  };
  const clock = { now: () => 500, after };
  const throttled = atMostEvery(
    2_000,
    () => {
      runs += 1;
    },
    clock,
    100,
  );
  throttled.ask();
  expect([runs, waits]).toEqual([0, [1_600]]);
});
