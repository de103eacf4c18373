export type Coalescer<Item> = {
  push(item: Item): void;
  /** Delivers the held items at once. */
  flush(): void;
  /** Drops the held items. */
  clear(): void;
};

/**
 * Collects items into batches and delivers one batch per `schedule` call, so that a thousand events a second become at most one batch per
 * frame. Between two batches at most `most` items are kept. Beyond that, older items are dropped and the batch is flagged, so that the
 * subscriber reads the state again.
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
      // Many items are dropped at once, because the cost of removing one item from the front of an array grows with its length.
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
  /** Runs the task now, or as soon as the interval allows. */
  ask(): void;
  cancel(): void;
};

/**
 * Runs a task at most once in `everyMs`, and always once more after the last request.
 * @param lastMs when the task last ran, by the same clock, so that the first run waits as well
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
