import type { AnyStateMachine, InputFrom, SnapshotFrom } from 'xstate';
import type { ActorId, Cause, Health } from '../record/record.ts';
import type { ActorDefinition, AskedEvent } from './definition.ts';

export type AskOptions = {
  /** The event's id, the same over every retry: a second ask with it changes nothing. Default: a new one. */
  readonly eventId?: string;
  readonly cause?: Cause;
};

/** What an ask came to. It is durable before this is answered. */
export type Reply<TMachine extends AnyStateMachine, TView> = {
  readonly id: ActorId;
  readonly revision: number;
  /** Whether anything was written. */
  readonly changed: boolean;
  /** False when the state that the actor is in has no transition for this event: nothing happened, and it was reported. */
  readonly accepted: boolean;
  /** True when this event id had been applied before. */
  readonly duplicate: boolean;
  readonly snapshot: SnapshotFrom<TMachine>;
  readonly view: () => TView;
};

/** An actor as a reader sees it, from the store. */
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
   * Hands the actor an event and answers after its commit.
   * @throws TerminalError `actor-not-found`, `invalid-event`, `step-failed`; OverloadError `mailbox-full`; QuarantinedError;
   * RetryableError `store-unavailable`, `too-many-conflicts`, `draining`; IndeterminateError `commit-unknown`: repeat it with the same event id
   */
  readonly ask: (event: TAsked, options?: AskOptions) => Promise<Reply<TMachine, TView>>;
  /** Creates it. A repeat with the same event id answers with the actor; another one throws TerminalError `actor-exists` (409). */
  readonly create: (input: InputFrom<TMachine>, options?: AskOptions) => Promise<Reply<TMachine, TView>>;
  readonly read: () => Promise<ActorReading<TMachine, TView> | null>;
};

export type ReadQuery = {
  /** Values of index keys that the definition declares, by their names; for `status` see `statuses`. */
  readonly keys?: { readonly [name: string]: string | number };
  readonly statuses?: readonly string[];
  readonly order?: 'oldest' | 'newest';
  readonly limit: number;
  readonly cursor?: string;
};

/** How services, routes and effects talk to actors. */
export type ActorClient = {
  readonly of: <TMachine extends AnyStateMachine, TEvents extends object, TEffects extends object, TView>(
    definition: ActorDefinition<TMachine, TEvents, TEffects, TView>,
    key: string,
  ) => ActorRef<TMachine, AskedEvent<TMachine, TEvents>, TView>;
  /**
   * As `ask`, to an actor whose definition the caller does not import (a reply to whoever asked). The target's schema judges it.
   * @throws as `ask`
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
    /** As it is persisted; whoever looks into it checks what it finds. */
    readonly snapshot: unknown;
  }>;
  /** Actors that cannot be read by this program are left out, and quarantined for an operator to see. */
  readonly list: <TMachine extends AnyStateMachine, TEvents extends object, TEffects extends object, TView>(
    definition: ActorDefinition<TMachine, TEvents, TEffects, TView>,
    query: ReadQuery,
  ) => Promise<{ readonly actors: readonly ActorReading<TMachine, TView>[]; readonly cursor: string | null }>;
};
