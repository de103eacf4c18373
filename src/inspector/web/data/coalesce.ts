export type Coalescer<Item> = {
  push(item: Item): void;
  /** Delivers the collected items at once, without waiting for the call that was scheduled. */
  flush(): void;
  /** Drops the collected items without delivering them. */
  clear(): void;
};

/**
 * Collects items into batches. `schedule` arranges the delivery of a batch, for example at the browser's next frame; a thousand events a
 * second then become at most one batch per frame. Between two batches at most the newest `most` items are kept. The subscriber receives the
 * number of dropped items, so that it can read the whole state again.
 */
export function createCoalescer<Item>(options: {
  readonly schedule: (flush: () => void) => void;
  readonly onBatch: (items: readonly Item[], dropped: number) => void;
  readonly most: number;
}): Coalescer<Item> {
  const { schedule, onBatch, most } = options;
  let held: Item[] = [];
  let dropped = 0;
  let isScheduled = false;

  function flush(): void {
    isScheduled = false;
    if (held.length === 0 && dropped === 0) return;
    const items = held.length > most ? held.slice(-most) : held;
    const lost = dropped + held.length - items.length;
    held = [];
    dropped = 0;
    onBatch(items, lost);
  }

  return {
    push(item) {
      held.push(item);
      // Removing an item from the front of a long array is slow. So old items are removed in large blocks: when the array has twice the
      // maximum length, its first half is removed.
      if (held.length >= most * 2) {
        dropped += most;
        held = held.slice(most);
      }
      if (isScheduled) return;
      isScheduled = true;
      schedule(flush);
    },
    flush,
    clear() {
      held = [];
      dropped = 0;
    },
  };
}

export type Throttled = {
  /** Requests a run of the task. The task runs at once, or as soon as the minimum interval since its last run has passed. */
  ask(): void;
  cancel(): void;
};

/**
 * Runs a task at most once in `everyMs` milliseconds. Every request is followed by a run.
 * @param lastMs time of the task's last run by the same clock; a recent time delays the first run too
 */
export function atMostEvery(
  everyMs: number,
  run: () => void,
  clock: { now(): number; after(ms: number, run: () => void): () => void },
  lastMs = Number.NEGATIVE_INFINITY,
): Throttled {
  let ranMs = lastMs;
  let stop: (() => void) | null = null;
  const go = () => {
    stop = null;
    ranMs = clock.now();
    run();
  };
  return {
    ask() {
      if (stop !== null) return;
      const waitMs = ranMs + everyMs - clock.now();
      if (waitMs <= 0) go();
      else stop = clock.after(waitMs, go);
    },
    cancel() {
      stop?.();
      stop = null;
    },
  };
}
