import type { AnyMachineSnapshot } from 'xstate';
import type { PlainEvent } from '../define/definition.ts';
import type { StoreHandle } from '../record/actor-store.ts';
import type { ActorId, ActorRecord, Cause, Health, HistoryNote, OutboxEntry, RecordedError } from '../record/record.ts';
import type { CompiledActor } from './compile-actor.ts';
import type { Stepped } from './stepper.ts';

/**
 * One actor in memory, with its mailbox. While `busy` (a load or a commit is running), events wait in `queue`, because a step that is
 * computed from a state whose commit has not succeeded yet could be lost with that commit.
 */
export type Cell = {
  readonly id: ActorId;
  readonly actor: CompiledActor;
  loaded: Loaded | null;
  busy: boolean;
  queue: Envelope[] | null;
  /**
   * Whether the actor was used since the last eviction sweep. Each use of the actor sets the flag, and the sweep clears it. An actor is
   * evicted only if its flag is not set.
   */
  used: boolean;
  /**
   * True after the actor was removed from memory. Another cell may represent the same actor from then on, so no further step may be
   * computed with this cell.
   */
  evicted: boolean;
  /** Number of this actor's effects that run on this node. */
  running: number;
  /**
   * Keys of effects that have ended on this node but are still in the record. The actor's next commit removes these effects from the
   * outbox.
   */
  ended?: Set<string>;
};

export type Loaded = { readonly record: ActorRecord; readonly snapshot: AnyMachineSnapshot; readonly handle: StoreHandle };

/** The kinds of work on an actor. Each piece of work leads to at most one commit. */
export type Work =
  | { readonly kind: 'create'; readonly input: unknown }
  | { readonly kind: 'event'; readonly event: PlainEvent }
  | { readonly kind: 'tick'; readonly event: PlainEvent; readonly ahead?: SteppedAhead }
  /**
   * Applies the result of an effect. `lease` is set for a final failure, which counts only while the attempt still has this lease. A
   * success always counts.
   */
  | { readonly kind: 'settle'; readonly key: string; readonly event: PlainEvent | null; readonly lease?: OutboxEntry }
  /**
   * Leases effects to this node. With `takesOver`, effects that are leased to other nodes are included; `takesOver` is set only when those
   * nodes no longer exist.
   */
  | { readonly kind: 'lease'; readonly keys: readonly string[]; readonly takesOver: boolean }
  | {
      readonly kind: 'postpone';
      /** The outbox entry as it was when the attempt was leased. If the lease has changed since, the attempt's failure does not count. */
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
  /** Makes waiting effects due immediately: the effect with the key `key`, or all effects of the outbox when `key` is null. */
  | { readonly kind: 'retry'; readonly key: string | null }
  /**
   * Restores the actor. `expected` is the revision that the operator has seen: if the actor has another revision by now, the restore fails.
   */
  | { readonly kind: 'restore'; readonly target: ActorRecord; readonly expected?: number };

/**
 * A step of the machine that was computed for a tick before its commit is planned. It can be used only if the actor still has the snapshot
 * `on`.
 */
export type SteppedAhead = {
  readonly on: AnyMachineSnapshot;
  readonly stepped: Stepped;
  /** The time that was passed to the machine in the event of this step (UTC ms). */
  readonly atMs: number;
};

export type Envelope = {
  readonly work: Work;
  readonly eventId: string;
  readonly cause: Cause;
  tries: number;
  /**
   * True when the event id was created for this delivery, so that no record can contain it yet. It becomes false after the first commit of
   * which the outcome is unknown, because that commit may have stored the event with this id.
   */
  isNew?: boolean;
  /** Whether the event must not create the actor when the actor does not exist. */
  readonly mustExist?: boolean;
  /**
   * True when the revision of the copy in memory has been compared with the store. The comparison is required before the caller is told
   * that the event changed nothing.
   */
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
  /** The effects that the commit leases to this node. The node runs them after the commit has succeeded. */
  readonly starting: readonly OutboxEntry[];
  /**
   * Set when the machine has no transition for an effect's result in its current state. The commit then only removes the effect from the
   * outbox.
   */
  readonly unexpected?: true;
};
