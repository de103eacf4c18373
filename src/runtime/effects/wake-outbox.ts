import type { Clock } from '../../values/clock.ts';
import { QuarantinedError } from '../../values/errors/quarantined-error.ts';
import type { IdSource } from '../../values/id-source.ts';
import type { IsPaused } from '../engine/is-paused.ts';
import type { Timers } from '../engine/timers.ts';
import type { ActorId, OutboxEntry } from '../record/record.ts';
import type { Cell, Envelope } from '../step/cell.ts';
import { isHeldByOther, isLeasable } from '../step/outbox.ts';
import type { EffectCapacity } from './effect-capacity.ts';

export type OutboxWakerDeps = {
  readonly nodeId: string;
  readonly clock: Clock;
  readonly timers: Pick<Timers, 'soon'>;
  readonly isPaused: IsPaused;
  readonly ids: IdSource;
  readonly capacity: EffectCapacity;
  readonly deliver: (id: ActorId, envelope: Envelope, bounded: boolean) => void;
  /** Called for an outbox entry whose effect this program does not know. */
  readonly onUnknown: (cell: Cell, entry: OutboxEntry) => void;
  /** Called with the error when the lease of effects could not be committed. */
  readonly onFailedLease: (error: unknown) => void;
};

export type OutboxWaker = {
  /**
   * Remembers an actor after a commit that left effects in its outbox. `started` is the number of these effects that this node has started.
   */
  readonly remember: (cell: Cell, started: number) => void;
  /** Leases the ready effects of an actor's outbox, up to the node's capacity; see `EffectRunner.wake`. */
  readonly wake: (cell: Cell, takesOver?: boolean) => number;
  /** Tries to start the effects of all actors that `remember` has recorded. */
  readonly wakeKnown: () => number;
  /** Starts effects that had to wait because the node had no free capacity, as far as it has free capacity now. */
  readonly wakeWaiting: () => void;
};

/** Requests leases for the effects that are ready in the outboxes of actors, within the node's capacity. */
export function createOutboxWaker(deps: OutboxWakerDeps): OutboxWaker {
  const { clock, capacity } = deps;
  /**
   * Actors with ready effects for which this node had no free capacity. They are tried again when an effect ends. If this process dies,
   * their wake time in the store causes another attempt.
   */
  const waiting = new Set<Cell>();
  /**
   * Actors whose outbox was not empty after their last commit on this node. The retries of most actors are found by their wake time in the
   * store's index. An actor that is due at every tick always has a wake time in the past, so its retries cannot be found there. Without
   * this set they would wait for the next tick, as they do after a crash.
   */
  const known = new Set<Cell>();

  function remember(cell: Cell, started: number): void {
    const outbox = cell.loaded?.record.outbox ?? [];
    known.add(cell);
    if (outbox.length <= started || !outbox.some((entry) => isLeasable(entry, clock.now()))) return;
    waiting.add(cell);
    deps.timers.soon(wakeWaiting);
  }

  function wakeWaiting(): void {
    for (const cell of waiting) {
      if (capacity.room() === 0) return;
      waiting.delete(cell);
      wake(cell);
    }
  }

  function wakeKnown(): number {
    let woken = 0;
    for (const cell of known) {
      if (cell.evicted || (cell.loaded?.record.outbox.length ?? 0) === 0) known.delete(cell);
      else if (capacity.room() > 0) woken += wake(cell);
    }
    return woken;
  }

  function wake(cell: Cell, takesOver = false): number {
    const record = cell.loaded?.record;
    const free = capacity.room();
    if (!record || record.health.state === 'quarantined' || free === 0 || deps.isPaused(cell.actor.type)) return 0;
    const keys = startableKeys(cell, record.outbox, free, takesOver);
    if (keys.length === 0) return 0;
    capacity.reserve(keys.length);
    const over = () => capacity.reserve(-keys.length);
    const failed = (error: unknown) => {
      over();
      if (!(error instanceof QuarantinedError)) deps.onFailedLease(error);
    };
    const eventId = `lease:${record.revision}:${keys[0] ?? ''}:${deps.ids()}`;
    deps.deliver(
      cell.id,
      { work: { kind: 'lease', keys, takesOver }, eventId, cause: { kind: 'system' }, tries: 0, done: over, failed },
      false,
    );
    return keys.length;
  }

  /** Returns the keys of the effects in an outbox that this node can lease now, at most `most`. */
  function startableKeys(cell: Cell, outbox: readonly OutboxEntry[], most: number, takesOver: boolean): string[] {
    const nowMs = clock.now();
    const keys: string[] = [];
    for (const entry of outbox) {
      if (keys.length === most) break;
      if (capacity.has(entry.key) || cell.ended?.has(entry.key)) continue;
      if (!isLeasable(entry, nowMs) && !(takesOver && isHeldByOther(entry, deps.nodeId))) continue;
      if (cell.actor.effects.has(entry.name)) keys.push(entry.key);
      else deps.onUnknown(cell, entry);
    }
    return keys;
  }

  return { remember, wake, wakeKnown, wakeWaiting };
}
