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
  /**
   * Whether the actor was used since the last eviction sweep. It is set on use and cleared by the sweep; an actor is evicted only if it is
   * not set.
   */
  used: boolean;
  /**
   * True after the actor was evicted from memory. Another cell may represent the actor by then, so this one must not compute steps any
   * more.
   */
  evicted: boolean;
  /** Effects of this actor that run on this node. */
  running: number;
  /** Keys of effects that have ended on this node but are still in the record. The next commit removes them from the outbox. */
  ended?: Set<string>;
};

export type Loaded = { readonly record: ActorRecord; readonly snapshot: AnyMachineSnapshot; readonly handle: StoreHandle };

/** The kinds of work on an actor. Each piece of work leads to at most one commit. */
export type Work =
  | { readonly kind: 'create'; readonly input: unknown }
  | { readonly kind: 'event'; readonly event: PlainEvent }
  | { readonly kind: 'tick'; readonly event: PlainEvent; readonly ahead?: SteppedAhead }
  /**
   * `lease` is set when an attempt has failed for good. Such a failure counts only while the attempt still has its lease; a success always
   * counts.
   */
  | { readonly kind: 'settle'; readonly key: string; readonly event: PlainEvent | null; readonly lease?: OutboxEntry }
  /** With `takesOver`, effects that other nodes have leased are leased as well, because those nodes no longer exist. */
  | { readonly kind: 'lease'; readonly keys: readonly string[]; readonly takesOver: boolean }
  | {
      readonly kind: 'postpone';
      /** The outbox entry at the time when the attempt leased it. If the attempt no longer has that lease, its failure does not count. */
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
  /** Makes waiting effects due at once: the one with this key, or all (`key` is null). */
  | { readonly kind: 'retry'; readonly key: string | null }
  /** `expected`: the revision that the operator has seen. If the actor has another revision by now, the restore fails. */
  | { readonly kind: 'restore'; readonly target: ActorRecord; readonly expected?: number };

/** A step of a tick that was computed in advance. It is valid while the actor still has the same snapshot. */
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
  /**
   * True when the event id was created for this delivery, so that no record can contain it yet. Becomes false after the first lost commit.
   */
  isNew?: boolean;
  /** Set when this copy's revision has been compared with the store. This must be done before replying that nothing changed. */
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
  /** The effects that are leased to this node in the same write. The node runs them after the commit has succeeded. */
  readonly starting: readonly OutboxEntry[];
  /**
   * Set when the machine has no transition for an effect's result in its current state. The commit then only removes the effect from the
   * outbox.
   */
  readonly unexpected?: true;
};
