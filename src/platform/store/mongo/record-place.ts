import type { Clock } from '../../../values/clock.ts';

/**
 * Creates insertion keys: unique strings, each of which is greater than all earlier ones of this node, even when the clock is set back. The
 * order of keys of different nodes depends on the nodes' clocks.
 */
export function createInsertionKeys({ clock, node = randomNode() }: { readonly clock: Clock; readonly node?: string }): () => string {
  let atMs = 0;
  let count = 0;
  return () => {
    const nowMs = clock.now();
    if (nowMs > atMs) {
      atMs = nowMs;
      count = 0;
    }
    if (++count >= MOST_IN_A_MILLISECOND) {
      atMs += 1;
      count = 0;
    }
    return `${digits(atMs, 9)}${digits(count, 4)}${node}`;
  };
}

/**
 * The time is written in base 36, which keeps the keys short and sorts them like numbers. Nine such digits are enough for the milliseconds
 * until the year 5188.
 */
const RADIX = 36;
const MOST_IN_A_MILLISECOND = RADIX ** 4;

function digits(value: number, length: number): string {
  return Math.trunc(value).toString(RADIX).padStart(length, '0');
}

/** Eight random digits distinguish nodes that insert in the same millisecond. */
function randomNode(): string {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  return digits(high % RADIX ** 4, 4) + digits(low % RADIX ** 4, 4);
}
