import type { AnyMachineSnapshot } from 'xstate';
import type { PlainEvent } from '../define/definition.ts';
import type { StoreHandle } from '../record/actor-store.ts';
import type { ActorId, ActorRecord, Cause, Health, HistoryNote, OutboxEntry, RecordedError } from '../record/record.ts';
import type { CompiledActor } from './compile-actor.ts';
import type { Stepped } from './stepper.ts';

/**
 * One resident actor with its mailbox. While `busy` (a load or a commit is in flight) events wait in `queue`: a step on a state whose
 * commit has not won yet would break the fence.
 */
export type Cell = {
  readonly id: ActorId;
  readonly actor: CompiledActor;
  loaded: Loaded | null;
  busy: boolean;
  queue: Envelope[] | null;
  /** Second chance for eviction: set on use, cleared when the sweep passes. */
  used: boolean;
  /** Let go: another cell may stand for the actor by now, so nothing more is stepped on this one. */
  evicted: boolean;
  /** Effects of this actor that run on this node now. */
  running: number;
};

export type Loaded = { readonly record: ActorRecord; readonly snapshot: AnyMachineSnapshot; readonly handle: StoreHandle };

/** What can be done to an actor; each becomes at most one commit. */
export type Work =
  | { readonly kind: 'create'; readonly input: unknown }
  | { readonly kind: 'event'; readonly event: PlainEvent }
  | { readonly kind: 'tick'; readonly event: PlainEvent; readonly ahead?: SteppedAhead }
  /** `claim` when the attempt failed for good: then it counts only while the attempt still has its claim. What did happen always counts. */
  | { readonly kind: 'settle'; readonly key: string; readonly event: PlainEvent | null; readonly claim?: OutboxEntry }
  /** `takesOver`: also what other nodes hold, because they are gone. */
  | { readonly kind: 'claim'; readonly keys: readonly string[]; readonly takesOver: boolean }
  | {
      readonly kind: 'postpone';
      /** The entry as the attempt had claimed it: an attempt whose claim somebody else has taken over has no say any more. */
      readonly claim: OutboxEntry;
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
  /** Makes one waiting effect due at once, or (null) all of them. */
  | { readonly kind: 'retry'; readonly key: string | null }
  /** `expected`: the revision that whoever restores it has seen; it must not have moved on. */
  | { readonly kind: 'restore'; readonly target: ActorRecord; readonly expected?: number };

/** A step that was taken before its envelope was made; good for as long as the actor has the snapshot that it was taken on. */
export type SteppedAhead = {
  readonly on: AnyMachineSnapshot;
  readonly stepped: Stepped /** The time that the machine was told. */;
  readonly atMs: number;
};

export type Envelope = {
  readonly work: Work;
  readonly eventId: string;
  readonly cause: Cause;
  tries: number;
  /** The id was made for this delivery, so that no record can hold it: nothing to look for. False from the first lost commit on. */
  isNew?: boolean;
  /** Set once the stored revision was compared, before "nothing changed" is answered. */
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
  /** Entries that this node claimed in the same write and runs once it has won. */
  readonly starting: readonly OutboxEntry[];
  /** Set when the machine's state has no transition for the event: it was a result, and only its effect leaves the outbox. */
  readonly unexpected?: true;
};
