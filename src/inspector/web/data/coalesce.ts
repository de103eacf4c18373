export type Coalescer<Item> = {
  push(item: Item): void;
  /** Gives what is held at once. */
  flush(): void;
  /** Forgets what is held. */
  clear(): void;
};

/**
 * Gathers what comes one by one into batches, one for each `schedule`: a thousand events a second become at most one batch a frame. What is
 * more than `most` between two batches is dropped, oldest first, and the batch says so: then the state has to be read again.
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
      // Dropped in lumps: taking one off the front for each that comes would cost as much as there are.
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
  /** Runs at once, or as soon as it may. */
  ask(): void;
  cancel(): void;
};

/**
 * Runs what is asked for at most once in `everyMs`, and always once more after the last time of asking.
 * @param lastMs when it last ran, by the same clock: asked for soon after that, the first time waits as well
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
