import type { AnyMachineSnapshot } from 'xstate';
import type { PlainEvent } from '../define/definition.ts';
import type { StoreHandle } from '../record/actor-store.ts';
import type { ActorId, ActorRecord, Cause, Health, HistoryNote, OutboxEntry, RecordedError } from '../record/record.ts';
import type { CompiledActor } from './compile-actor.ts';
import type { Stepped } from './stepper.ts';

/**
 * One actor in memory, with its mailbox. While `busy` (a load or a commit is running), events wait in `queue`, because stepping a state
 * whose commit has not succeeded yet could lose that step.
 */
export type Cell = {
  readonly id: ActorId;
  readonly actor: CompiledActor;
  loaded: Loaded | null;
  busy: boolean;
  queue: Envelope[] | null;
  /** Second-chance flag for eviction: set on use, cleared when the sweep passes. */
  used: boolean;
  /** True after eviction. Another cell may represent the actor by then, so this one must not be stepped any more. */
  evicted: boolean;
  /** Effects of this actor that run on this node. */
  running: number;
  /** Keys of effects that have ended on this node but are still in the record. The next commit removes them from the outbox. */
  ended?: Set<string>;
};

export type Loaded = { readonly record: ActorRecord; readonly snapshot: AnyMachineSnapshot; readonly handle: StoreHandle };

/** The kinds of work on an actor; each leads to at most one commit. */
export type Work =
  | { readonly kind: 'create'; readonly input: unknown }
  | { readonly kind: 'event'; readonly event: PlainEvent }
  | { readonly kind: 'tick'; readonly event: PlainEvent; readonly ahead?: SteppedAhead }
  /**
   * `lease` is set when the attempt failed finally. The failure counts only while the attempt still has its lease; a success always counts.
   */
  | { readonly kind: 'settle'; readonly key: string; readonly event: PlainEvent | null; readonly lease?: OutboxEntry }
  /** With `takesOver`, entries leased by other nodes are leased as well, because those nodes are gone. */
  | { readonly kind: 'lease'; readonly keys: readonly string[]; readonly takesOver: boolean }
  | {
      readonly kind: 'postpone';
      /** The entry as the attempt leased it. Without that lease, the attempt's failure no longer counts. */
      readonly lease: OutboxEntry;
      readonly state: 'ready' | 'indeterminate';
      readonly quarantine: boolean;
      readonly atMs: number;
      readonly error: RecordedError;
    }
  | {
      readonly kind: 'health';
      readonly name: 'runtime.backed-off' | 'runtime.quarantined' | 'runtime.released';
      readonly change: (health: Health) => Health;
    }
  /** Makes one waiting effect due at once, or all of them (`key` null). */
  | { readonly kind: 'retry'; readonly key: string | null }
  /** `expected`: the revision that the operator has seen; the restore fails when it has changed. */
  | { readonly kind: 'restore'; readonly target: ActorRecord; readonly expected?: number };

/** A step that was computed before its envelope was created. It is valid while the actor still has the same snapshot. */
export type SteppedAhead = {
  readonly on: AnyMachineSnapshot;
  readonly stepped: Stepped /** The time passed to the machine. */;
  readonly atMs: number;
};

export type Envelope = {
  readonly work: Work;
  readonly eventId: string;
  readonly cause: Cause;
  tries: number;
  /** True when the id was created for this delivery, so that no record can contain it yet. False after the first lost commit. */
  isNew?: boolean;
  /** Set when the stored revision has been compared, which must happen before replying that nothing changed. */
  verified?: boolean;
  readonly done: (outcome: Outcome) => void;
  readonly failed: (error: unknown) => void;
};

export type Outcome = { readonly loaded: Loaded; readonly changed: boolean; readonly accepted: boolean; readonly duplicate: boolean };

/** A step that is ready to be committed. */
export type Plan = {
  readonly next: ActorRecord;
  readonly snapshot: AnyMachineSnapshot;
  readonly note: HistoryNote;
  /** Entries leased to this node in the same write. The node runs them after a successful commit. */
  readonly starting: readonly OutboxEntry[];
  /** Set when the machine's state has no transition for an effect's result. The commit then only removes the effect from the outbox. */
  readonly unexpected?: true;
};
