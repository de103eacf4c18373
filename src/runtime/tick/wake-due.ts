import type { Clock } from '../../values/clock.ts';
import type { EffectRunner } from '../effects/effect-runner.ts';
import type { Feed } from '../engine/feed.ts';
import type { IsPaused } from '../engine/is-paused.ts';
import type { Loader } from '../engine/loader.ts';
import type { ActorStore } from '../record/actor-store.ts';
import { recordedError } from '../record/recorded-error.ts';
import type { CompiledActor } from '../step/compile-actor.ts';
import { pausedTypes, withoutPaused } from './paused-types.ts';
import type { TickScope } from './tick-rounds.ts';

export type WakerDeps = {
  readonly actors: ReadonlyMap<string, CompiledActor>;
  readonly store: Pick<ActorStore, 'due'>;
  readonly loader: Pick<Loader, 'activate'>;
  readonly runner: Pick<EffectRunner, 'wake' | 'wakeKnown' | 'room'>;
  readonly clock: Clock;
  readonly feed: Feed;
  readonly isPaused: IsPaused;
  /** The maximum number of actors that are loaded with one read of the store. */
  readonly page: number;
  /**
   * Returns the time up to which ticks have processed all due actors; only actors with later wake times must be searched. Null means that
   * all must be searched.
   */
  readonly servedUpToMs: () => number | null;
};

export type Waker = {
  /** Runs the outbox effects that have become due since the last tick. Returns how many effects it has started. */
  readonly wake: () => Promise<number>;
  /**
   * Runs all outbox effects that are due by `untilMs`, including effects that are leased to other nodes, since those nodes no longer exist.
   */
  readonly takeOver: (untilMs: number) => Promise<number>;
  /** Records which actor types are paused now, for later searches for due effects. */
  readonly noticePaused: () => void;
};

/**
 * The result of a search for due effects: the number of effects that were started, and whether all due effects were started (none was left
 * out for lack of capacity).
 */
type Woken = { readonly woken: number; readonly isAll: boolean };

const NONE_WOKEN: Woken = { woken: 0, isAll: true };

/** Creates the parts that start due effects between two ticks. */
export function createWaker(deps: WakerDeps): Waker {
  const { actors, store, loader, runner, clock, isPaused } = deps;
  let isWaking = false;
  /**
   * Actor types that were paused at an earlier search. A normal search covers only recent wake times, but the effects of a paused type may
   * have waited longer. So a type is searched completely once its pause has ended.
   */
  const keptBack = new Set<string>();

  async function wake(): Promise<number> {
    if (isWaking) return 0;
    isWaking = true;
    try {
      return await wakeAll();
    } catch (error) {
      deps.feed.publish(() => ({ kind: 'store-error', atMs: clock.now(), doing: 'wake', error: recordedError(error, clock.now()) }));
      throw error;
    } finally {
      isWaking = false;
    }
  }

  async function wakeAll(): Promise<number> {
    const nowMs = clock.now();
    noticePaused();
    const known = runner.wakeKnown();
    const resumed = [...keptBack].filter((type) => !isPaused(type));
    const kept = resumed.length === 0 ? NONE_WOKEN : await wakeDue({ types: resumed }, null, nowMs, false);
    // A resumed type is removed from this set only when all its due effects have been started. Otherwise the next search covers the whole
    // type again.
    if (kept.isAll) for (const type of resumed) keptBack.delete(type);
    return known + kept.woken + (await wakeDue({}, deps.servedUpToMs(), nowMs, false)).woken;
  }

  function noticePaused(): void {
    for (const type of pausedTypes(actors, isPaused)) keptBack.add(type);
  }

  async function wakeDue(scope: TickScope, afterMs: number | null, untilMs: number, takesOver: boolean): Promise<Woken> {
    const running = withoutPaused(scope, actors, isPaused);
    let woken = 0;
    let cursor: string | null | undefined;
    while (cursor !== null && runner.room() > 0) {
      const page = await store.due({ afterMs, untilMs, limit: deps.page, ...running, ...(cursor ? { cursor } : {}) });
      for (const cell of await loader.activate(page.rows)) woken += runner.wake(cell, takesOver);
      cursor = page.cursor;
    }
    // When the node has no free capacity left, some due effects of the last page may not have been started, so the search for due effects
    // does not count as complete.
    return { woken, isAll: cursor === null && runner.room() > 0 };
  }

  return { wake, takeOver: async (untilMs) => (await wakeDue({}, null, untilMs, true)).woken, noticePaused };
}
