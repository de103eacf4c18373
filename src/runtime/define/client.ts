import type { AnyStateMachine, InputFrom, SnapshotFrom } from 'xstate';
import type { ActorId, Cause, Health } from '../record/record.ts';
import type { ActorDefinition, AskedEvent } from './definition.ts';

export type AskOptions = {
  /**
   * Id of the event. It must be the same for every retry, because the actor applies an event with the same id only once. Default: a new id.
   */
  readonly eventId?: string;
  readonly cause?: Cause;
  /**
   * When true, sending to an actor that does not exist fails with `actor-not-found`. When false, the actor is created first if its
   * definition has `createOnDemand`.
   */
  readonly mustExist?: boolean;
};

export type ReadOptions = {
  /**
   * When true, the actor is taken from this node's memory if it is there, which is much faster than reading the store. The copy in memory is
   * the actor as this node last wrote or read it; another node may have changed the actor since. When false, the store is read. Default:
   * false.
   */
  readonly mayBeCached?: boolean;
};

/** The reply to an event that was sent to an actor. The changes that the event causes are stored durably before the reply is sent. */
export type Reply<TMachine extends AnyStateMachine, TView> = {
  readonly id: ActorId;
  readonly revision: number;
  /** Whether the event has changed the actor's stored record. */
  readonly changed: boolean;
  /**
   * False when the actor's machine has no transition for the event in the actor's current state. The actor did not change, and a notice
   * about the event was published.
   */
  readonly accepted: boolean;
  /** True when the actor had already applied an event with the same id. */
  readonly duplicate: boolean;
  readonly snapshot: SnapshotFrom<TMachine>;
  readonly view: () => TView;
};

/** An actor as it was read. */
export type ActorReading<TMachine extends AnyStateMachine, TView> = {
  readonly id: ActorId;
  readonly revision: number;
  readonly health: Health;
  readonly dueAtMs: number | null;
  readonly snapshot: SnapshotFrom<TMachine>;
  readonly view: TView;
};

export type ActorRef<TMachine extends AnyStateMachine, TAsked, TView> = {
  readonly id: ActorId;
  /**
   * Sends the actor an event and returns the reply after the commit.
   * @throws TerminalError `actor-not-found`, `invalid-event`, `step-failed`; OverloadError `mailbox-full`; QuarantinedError; RetryableError
   * `store-unavailable`, `too-many-conflicts`, `draining`; IndeterminateError `commit-unknown`, after which the caller must repeat the call
   * with the same event id
   */
  readonly ask: (event: TAsked, options?: AskOptions) => Promise<Reply<TMachine, TView>>;
  /**
   * Creates the actor. If the actor was already created with the same event id, returns it; with a different event id, throws TerminalError
   * `actor-exists` (409).
   */
  readonly create: (input: InputFrom<TMachine>, options?: AskOptions) => Promise<Reply<TMachine, TView>>;
  /** Reads the actor; null when it does not exist. @throws RetryableError `store-unavailable`, `version-too-new`; TerminalError `wrong-data`, `snapshot-unreadable` */
  readonly read: (options?: ReadOptions) => Promise<ActorReading<TMachine, TView> | null>;
};

export type ReadQuery = {
  /**
   * Selects only the actors whose index keys have these values, by the key's name. The actor's definition declares the index keys. The key
   * `status` has a filter of its own, `statuses`.
   */
  readonly keys?: { readonly [name: string]: string | number };
  readonly statuses?: readonly string[];
  readonly order?: 'oldest' | 'newest';
  readonly limit: number;
  readonly cursor?: string;
};

/**
 * The interface through which services, routes and effects communicate with actors.
 *
 * @example
 * const actors: ActorClient = createTestSystem({ actors: [lampActor] }).system();
 * const hall = actors.of(lamp, 'hall');
 * await hall.create(undefined);
 * const reply = await hall.ask({ type: 'PRESS' }, { eventId: 'request-1' });
 * reply.view(); // => { isOn: true }
 * (await hall.read())?.revision; // => 2
 * (await actors.list(lamp, { statuses: ['on'], limit: 10 })).actors.length; // => 1
 */
export type ActorClient = {
  readonly of: <TMachine extends AnyStateMachine, TEvents extends object, TEffects extends object, TView>(
    definition: ActorDefinition<TMachine, TEvents, TEffects, TView>,
    key: string,
  ) => ActorRef<TMachine, AskedEvent<TMachine, TEvents>, TView>;
  /**
   * Sends an actor an event like `ask`, but does not require the actor's definition, for example to answer an actor that sent a request.
   * The target's schema validates the event.
   * @throws the errors of `ask`
   */
  readonly send: (
    id: ActorId,
    event: { readonly type: string; readonly [field: string]: unknown },
    options?: AskOptions,
  ) => Promise<{
    readonly revision: number;
    readonly changed: boolean;
    readonly accepted: boolean;
    readonly duplicate: boolean;
    /** The persisted snapshot without validation: the caller validates the parts that it reads. */
    readonly snapshot: unknown;
  }>;
  /** Lists actors. An actor that this program cannot read is left out of the result, and quarantined for an operator. */
  readonly list: <TMachine extends AnyStateMachine, TEvents extends object, TEffects extends object, TView>(
    definition: ActorDefinition<TMachine, TEvents, TEffects, TView>,
    query: ReadQuery,
  ) => Promise<{ readonly actors: readonly ActorReading<TMachine, TView>[]; readonly cursor: string | null }>;
};
