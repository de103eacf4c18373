import { randomBytes } from 'node:crypto';
import { systemTimers } from '../platform/clock/system-timers.ts';
import type { Log } from '../platform/log/log.ts';
import { createTroubleWatch, type Trouble } from '../platform/log/trouble-watch.ts';
import type { CollectionSpec, RecordStore } from '../platform/store/record-store.ts';
import type { ActorStore } from '../runtime/record/actor-store.ts';
import type { Clock } from '../values/clock.ts';
import { documentForm, number } from '../values/document-form.ts';
import { isSingle, type StoreTrouble, sayOfStore, stopsReads, storeTroubleOf, untriedRefusal } from '../values/store-refusal.ts';
import { guardActors, guardRecords, type StoreGuard } from './guard-store.ts';

/** A collection with one document for each node. A node writes its document to test whether the store accepts writes. */
export const STORE_PROBES: CollectionSpec = {
  name: 'store_probes',
  expiresAt: 'untilMs',
  form: documentForm<{ readonly untilMs: number }>({ untilMs: number }),
};

export type StoreWatch = {
  /** Current problem of the store; null when there is none. */
  readonly trouble: () => Trouble | null;
  /**
   * True when the store refuses only some writes, for example those of certain records or with certain database commands, while other calls
   * of the store succeed.
   */
  readonly isSingle: () => boolean;
  /**
   * Resolves when the store is known to accept writes. If no write has succeeded recently, the store is tested by writing and reading a
   * small document. @throws the store's error
   */
  readonly prove: () => Promise<void>;
};

type Stores = { readonly actors: ActorStore; readonly records: RecordStore; readonly close: () => Promise<void> };

/** Milliseconds after a successful write during which the store counts as working without a test. */
const FRESH_MS = 2_000;
/** Milliseconds between two test writes while the store refuses writes. */
const LOOK_EVERY_MS = 1_000;
const KEPT_MS = 3_600_000;
/** Filler that makes the test document large (256 KB), because on a full disk a small write may succeed while a larger one fails. */
const FILLER = 'x'.repeat(262_144);

/**
 * Watches for a store that is reachable but refuses writes, for example because its disk is full, its MongoDB member is not primary, or its
 * file is read-only. Such a problem is logged once, and test writes are repeated until one succeeds. Until then, all other writes are
 * refused immediately, so that no request has to wait until its own write fails. When the store does not answer at all, reads are refused
 * as well.
 */
export function watchStore<Store extends Stores>(
  store: Store,
  { clock, log, lookEveryMs = LOOK_EVERY_MS }: { readonly clock: Clock; readonly log: Log; readonly lookEveryMs?: number },
): Store & { readonly watch: StoreWatch } {
  const { actors, records } = store;
  const probes = records.collection(STORE_PROBES);
  const probeId = randomBytes(6).toString('hex');
  const troubles = createTroubleWatch({
    log,
    now: () => clock.now(),
    begins: (word) => `The store refuses writes (${word}); writes wait until it accepts them`,
    ends: 'The store accepts writes again',
  });
  let lasting: StoreTrouble | null = null;
  let takenAtMs = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | null = null;
  let callOff: (() => void) | null = null;
  let isClosed = false;

  function look(): Promise<void> {
    looking ??= lookNow().finally(() => {
      looking = null;
    });
    return looking;
  }

  async function lookNow(): Promise<void> {
    const filler = lasting === 'disk-full' || lasting === 'over-quota' ? { filler: FILLER } : {};
    try {
      await probes.put(probeId, { untilMs: clock.now() + KEPT_MS, ...filler });
      await actors.load(['store/probe']);
    } catch (error) {
      refuses(storeTroubleOf(error) ?? 'failing', error);
      throw error;
    }
    takenAtMs = performance.now();
    lasting = null;
    troubles.over();
  }

  function refuses(word: StoreTrouble, error: unknown): void {
    lasting = word;
    troubles.seen(word, error instanceof Error ? error.message : String(error));
    if (callOff !== null || isClosed) return;
    callOff = systemTimers.after(lookEveryMs, () => {
      callOff = null;
      // The test write logs its own failure and is repeated later, so its error is ignored here.
      void look().catch(() => undefined);
    });
  }

  function met(error: unknown): void {
    const word = storeTroubleOf(error);
    if (word === null) return;
    if (!isSingle(word)) refuses(word, error);
    else {
      troubles.noticed(word, error instanceof Error ? error.message : String(error));
      if (lasting === null) void look().catch(() => undefined);
    }
  }

  function refuseNow(isRead: boolean): void {
    if (lasting === null || (isRead && !stopsReads(lasting))) return;
    const error = untriedRefusal(lasting);
    troubles.seen(lasting, error.message);
    throw error;
  }

  const guard: StoreGuard = {
    refuseNow,
    met,
    taken() {
      takenAtMs = performance.now();
    },
  };

  return {
    ...store,
    actors: guardActors(actors, guard),
    records: guardRecords(records, guard),
    async close() {
      isClosed = true;
      callOff?.();
      await looking?.catch(() => undefined);
      await store.close();
    },
    watch: {
      trouble: troubles.current,
      isSingle: () => lasting === null && troubles.current() !== null,
      async prove() {
        refuseNow(false);
        if (performance.now() - takenAtMs >= FRESH_MS) await look();
      },
    },
  };
}

/** Describes a store's problem for the readiness check: its kind, the number of failed calls, and the time at which it began. */
export function sayOfTrouble({ word, count, sinceMs }: Trouble): string {
  const times = `${word}, ${count} times since ${new Date(sinceMs).toISOString()}`;
  return `${sayOfStore(word as StoreTrouble)} (${times})`;
}
