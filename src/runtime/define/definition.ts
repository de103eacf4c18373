import type {
  AnyMachineSnapshot,
  AnyStateMachine,
  EventFromLogic,
  EventObject,
  InputFrom,
  ParameterizedObject,
  SnapshotFrom,
  StateMachine,
} from 'xstate';
import type { TransactionNote } from '../../values/inspection/actor-details.ts';
import type { Consequence } from '../../values/inspection/consequence.ts';
import type { AmountTable, Gather, Outline, Shown, TransactionOutline } from '../../values/inspection/outline.ts';
import type { Phrase } from '../../values/inspection/sections.ts';
import type { OwnWhy } from '../../values/inspection/why.ts';
import type { ActorId, Health, PersistedSnapshot, Trigger } from '../record/record.ts';
import type { ActorClient } from './client.ts';
import type { KeySpecs } from './key-spec.ts';
import type { StandardSchema } from './standard-schema.ts';

/** An event of a machine. The runtime sets `at`, UTC ms, so that machines need no clock. */
export type TimedEvent = EventObject & { readonly at: number };

/** An event as its sender writes it, without `at`, which the runtime adds. */
export type Unstamped<TEvent> = TEvent extends unknown ? Omit<TEvent, 'at'> : never;

export type EventOf<TMachine extends AnyStateMachine> = EventFromLogic<TMachine>;
export type EventInput<TMachine extends AnyStateMachine> = Unstamped<EventOf<TMachine>>;

/** The named actions of a machine with their parameter types, as declared in `setup({ actions })`. */
export type ActionOf<TMachine> =
  TMachine extends StateMachine<
    infer _Context,
    infer _Event,
    infer _Children,
    infer _Actor,
    infer TAction,
    infer _Guard,
    infer _Delay,
    infer _Value,
    infer _Tag,
    infer _Input,
    infer _Output,
    infer _Emitted,
    infer _Meta,
    infer _Schema
  >
    ? TAction
    : ParameterizedObject;

/**
 * Defines what the runtime does with an effect whose outcome is unknown, because the process died or the deadline passed. `idempotent`: the
 * effect may happen twice without harm, so it runs again with the same key. `reconcile`: the effect may already have happened in the
 * outside system. So the `reconcile` function of the effect's handler checks this first, and the effect runs again only if it did not
 * happen.
 */
export type EffectSafety = 'idempotent' | 'reconcile';

export type RetryPolicy = {
  /** Maximum number of attempts at an effect, at least 1. When the last attempt has failed, the effect counts as failed. */
  readonly maxAttempts: number;
  /** Delay before the second attempt, in ms. The delay doubles with each further attempt, with a random variation. */
  readonly firstDelayMs: number;
  readonly maxDelayMs: number;
};

/** The final failure of an effect (after all attempts), as passed to the actor's machine. */
export type EffectFailure = { readonly code: string; readonly message: string; readonly key: string; readonly attempts: number };

export type EffectSpec<TMachine extends AnyStateMachine, TParams> = {
  readonly safety: EffectSafety;
  /**
   * Time limit of one attempt at the effect in ms, required for every effect. When the time is over, the attempt is aborted and handled
   * according to `safety`.
   */
  readonly deadlineMs: number;
  /**
   * Delay of the first attempt after the commit, in ms; default 0. A crash does not lose the delay, because the record contains the time of
   * the attempt. A delay of at most 3 seconds ends early when the node shuts down.
   */
  readonly delayMs?: number;
  readonly retry?: RetryPolicy;
  /**
   * Creates the event by which a terminal failure of the effect is reported to the actor's machine. When missing, a terminal failure
   * quarantines the actor.
   */
  readonly onFailure?: (failure: EffectFailure, params: TParams) => EventInput<TMachine>;
  /**
   * What happens after the last attempt has failed. `fail`: the effect counts as terminally failed. `quarantine` (the default): the actor
   * is quarantined.
   */
  readonly whenExhausted?: 'fail' | 'quarantine';
  /**
   * When the end of an attempt that has no result event is stored. `at-once` (the default): in a commit of its own. `with-next`: with the
   * actor's next commit, or shortly before the effect's lease ends. If the process dies before that, the effect runs again. So `with-next`
   * is for idempotent effects that the actor's next event usually follows soon.
   */
  readonly endIsStored?: 'at-once' | 'with-next';
  /**
   * True when an attempt usually waits on purpose, for example for other items of its batch or for a block of a chain. The duration of such
   * an effect does not count as slow.
   */
  readonly waitsOnPurpose?: true;
};

export type EffectSpecs<TMachine extends AnyStateMachine> = {
  readonly [K in ActionOf<TMachine>['type']]?: EffectSpec<TMachine, Extract<ActionOf<TMachine>, { type: K }>['params']>;
};

/** Data about an actor's record (not its machine) that a view receives together with the snapshot. */
export type ViewMeta = {
  readonly id: ActorId;
  readonly key: string;
  readonly revision: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly dueAtMs: number | null;
  readonly health: Health;
};

export type Facts = { readonly get: (key: string) => unknown };

export type TickSpec<TMachine extends AnyStateMachine> = {
  /**
   * Returns the keys of the facts (external data such as prices) that the actor needs at its next tick, for example `price/1/0xabc`. The
   * facts are fetched once per tick for all actors.
   */
  readonly facts?: (snapshot: SnapshotFrom<TMachine>) => readonly string[];
  readonly event: (facts: Facts, snapshot: SnapshotFrom<TMachine>) => EventInput<TMachine>;
};

/** The inspected actor's id and key, the time of its inspection, and the data that is available for it. */
export type InspectedAt<TSeen> = {
  readonly id: ActorId;
  readonly key: string;
  readonly createdAtMs: number;
  readonly nowMs: number;
  /** The facts (external data) that a tick would receive now; null when they are not available, or not requested (`usesFacts`). */
  readonly facts: Facts | null;
  /** The data that the `InspectionSource` has read. Null when no source is set, as in the separate process of an operator command. */
  readonly seen: TSeen | null;
};

/**
 * Functions that summarize actors of a type for operators, in words and units that require no knowledge of the type. Every function is
 * pure, and called only for operators. Data outside the record (repositories, prices, other actors) is read by the `InspectionSource` that
 * is passed to `implementActor`; its type is specified by the definition.
 */
export type InspectionSpec<TSnapshot, TSeen = never> = {
  /**
   * Builds the title that tells people what the actor is for, such as `DCA` followed by an amount and two tokens. The values are joined by
   * spaces, and token symbols come from the token list. An empty phrase means that the actor needs no title beside its id.
   */
  readonly title?: (snapshot: TSnapshot, at: Pick<InspectedAt<TSeen>, 'id' | 'key'>) => Phrase;
  /** Lists which fields of the actor's context are amounts, and the token of each amount. */
  readonly amounts?: AmountTable;
  /**
   * Explains to operators what the actor waits for and why it did not act. Returns null when the runtime's own explanation is enough.
   * `facts` contains the external data (such as prices) that a tick would receive now; null when it is not available.
   */
  readonly why?: (snapshot: TSnapshot, nowMs: number, facts: Facts | null) => OwnWhy | null;
  /**
   * Lists the consequences of a restore that the changes of the record do not show, above all what prevents the restored actor from acting.
   * `current` is null when the current state cannot be read. `facts` contains the external data that a tick of the restored actor would
   * receive now.
   */
  readonly consequences?: (
    restored: TSnapshot,
    current: TSnapshot | null,
    now: { readonly nowMs: number; readonly facts: Facts | null },
  ) => readonly Consequence[];
  /**
   * Whether `outline` and `show` need the external data (facts) of a tick. If so, this data is fetched before the two functions are called.
   */
  readonly usesFacts?: boolean;
  /** Lists the actors that this actor works with, its requests to them, and its transactions. */
  readonly outline?: (snapshot: TSnapshot, at: InspectedAt<TSeen>) => Outline;
  /** Creates the actor's summary. `transactions` are all transactions of this actor, with their state on the chain. */
  readonly show?: (snapshot: TSnapshot, at: InspectedAt<TSeen> & { readonly transactions: readonly TransactionNote[] }) => Shown;
  /** Describes the requests from other actors that this actor is processing. `asked` contains these requests by their keys. */
  readonly inHand?: (snapshot: TSnapshot, asked: ReadonlyMap<string, string>) => readonly TransactionOutline[];
};

/**
 * Reads the external data for the inspection of a type's actors. `gather` reads one source and, if that fails, records the failure instead
 * of the data. A thrown error prevents the whole inspection from being shown.
 */
export type InspectionSource<TSnapshot, TSeen> = (
  snapshot: TSnapshot,
  at: Pick<InspectedAt<TSeen>, 'id' | 'key' | 'createdAtMs' | 'nowMs'> & { readonly gather: Gather },
) => Promise<TSeen>;

export type ActorSpec<
  TMachine extends AnyStateMachine,
  TEvents extends { readonly [K in EventOf<TMachine>['type']]?: StandardSchema<Unstamped<Extract<EventOf<TMachine>, { type: K }>>> },
  TEffects extends EffectSpecs<TMachine>,
  TView,
  TSeen = never,
> = {
  /** The actor type: lower-case words with dashes. It is also the part of an actor's id before the first slash. */
  readonly type: string;
  /** The definition's version. Increase it with every change that makes old snapshots invalid, and add the conversion to `migrations`. */
  readonly version: number;
  readonly machine: TMachine;
  /** The events that external callers may send, each with its schema. Other events are refused. */
  readonly events: TEvents;
  readonly effects: TEffects;
  /**
   * The index keys by which actors are filtered: at most four named values. Metrics and lists count actors by the key named `status`. All
   * keys are computed at every commit, so the function of a key should only read a few properties.
   */
  readonly keys: KeySpecs<SnapshotFrom<TMachine>>;
  /**
   * Whether routes without authentication return the actor's record to anybody who names its wallet. When missing, not even the number of
   * a wallet's actors may be shown to others.
   */
  readonly isPublic?: boolean;
  /** Computes the public record from the snapshot. Called each time the record is read. */
  readonly view: (snapshot: SnapshotFrom<TMachine>, meta: ViewMeta) => TView;
  /** Returns when this actor needs its next tick (the event that the runtime sends to a due actor), in UTC ms; null when it needs none. */
  readonly due: (snapshot: SnapshotFrom<TMachine>) => number | null;
  /**
   * Returns conditions on external values that wake this actor: it gets a tick whenever one of them is fulfilled, for as long as the
   * conditions are stored. An actor has at most 32 conditions, with topics of 1 to 200 characters. The function is called at every commit,
   * like those of `keys`. Topics should be shared by actors (a price, not an actor's own number), since the values of all topics in use are
   * fetched at every tick.
   */
  readonly triggers?: (snapshot: SnapshotFrom<TMachine>) => readonly Trigger[];
  readonly tick?: TickSpec<TMachine>;
  /** Additional details of the actor for operators, beyond its record. */
  readonly inspection?: InspectionSpec<SnapshotFrom<TMachine>, TSeen>;
  /** Whether something blocks the actor (a refusal, a missing price), so that operators can find it. The function must be pure. */
  readonly isBlocked?: (snapshot: SnapshotFrom<TMachine>) => boolean;
  /**
   * Whether the clean-up may delete an actor in this state, together with its history. This requires that nothing outside depends on the
   * actor and its data is not needed later. When missing, actors are never deleted. The function must be pure.
   */
  readonly isForgettable?: (snapshot: SnapshotFrom<TMachine>) => boolean;
  /**
   * Creates the input of an actor that does not exist when it is first sent an event; the actor is then created. When missing, sending such
   * an event fails with `actor-not-found`.
   */
  readonly createOnDemand?: (key: string) => InputFrom<TMachine>;
  /**
   * What happens when an operator restores an older state of the actor. `refuse`: the restore is refused. Any other value is a function
   * that returns an event for the restored actor, for example to start reconciling; the event is applied in the restore's own commit.
   */
  readonly restore?: 'refuse' | (() => EventInput<TMachine>);
  /** Conversions of snapshots: entry n converts a snapshot of version n - 1 to version n. These functions must be pure. */
  readonly migrations?: { readonly [version: number]: (snapshot: PersistedSnapshot) => PersistedSnapshot };
};

/**
 * An actor spec that `defineActor` has checked. Its type contains everything that an IDE needs to complete events, snapshots, effects and
 * views.
 */
export type ActorDefinition<TMachine extends AnyStateMachine, TEvents, TEffects, TView, TSeen = never> = Omit<
  ActorSpec<TMachine, Record<never, never>, Record<never, never>, TView, TSeen>,
  'events' | 'effects'
> & { readonly events: TEvents; readonly effects: TEffects };

/** The events that external callers can send: those for which the definition has a schema. */
export type AskedEvent<TMachine extends AnyStateMachine, TEvents> = Unstamped<Extract<EventOf<TMachine>, { type: keyof TEvents }>>;

export type ReconcileResult<TMachine extends AnyStateMachine> =
  | { readonly happened: true; readonly event: EventInput<TMachine> | null }
  | { readonly happened: false };

export type EffectContext = {
  /** The stable key of the effect. Pass it to external services that recognize repeated calls by a key. */
  readonly key: string;
  readonly actorId: ActorId;
  /** The number of the attempt at the effect, from 1. */
  readonly attempt: number;
  /** This signal is aborted when the effect's deadline passes, and when a drain (the orderly shutdown) reaches its time limit. */
  readonly signal: AbortSignal;
  readonly nowMs: () => number;
  readonly actors: ActorClient;
  /**
   * Registers a function that is called when this attempt's result is stored, or cannot be stored. The function is not called when the
   * process dies earlier.
   */
  readonly onEnd: (run: () => void) => void;
};

/**
 * Runs the effect. Its result event is applied in the same write that removes the effect from the outbox. To classify a failure, throw
 * `TerminalError`, `RetryableError` or `IndeterminateError`. Any other error counts as retryable for an idempotent effect, and as
 * indeterminate otherwise. An error of `reconcile` leaves the outcome unknown: `reconcile` is called again, and if the outcome stays
 * unknown, the actor is quarantined without an event that reports a failure. The handler must not call external systems any more once
 * `signal` is aborted, since another attempt may then be checking whether this one happened.
 */
export type EffectHandler<TMachine extends AnyStateMachine, TParams, TSafety extends EffectSafety> = {
  readonly run: (params: TParams, context: EffectContext) => Promise<EventInput<TMachine> | null>;
} & (TSafety extends 'idempotent'
  ? { readonly reconcile?: undefined }
  : { readonly reconcile: (params: TParams, context: EffectContext) => Promise<ReconcileResult<TMachine>> });

type SafetyOf<TSpec> = TSpec extends { readonly safety: infer S extends EffectSafety } ? S : EffectSafety;

export type EffectHandlers<TMachine extends AnyStateMachine, TEffects> = {
  readonly [K in keyof TEffects]: EffectHandler<TMachine, Extract<ActionOf<TMachine>, { type: K }>['params'], SafetyOf<TEffects[K]>>;
};

/**
 * Fetches external data (facts), such as prices, by key: once per tick for all actors of a type. Keys without a value are omitted from the
 * result.
 */
export type FactSource = (
  keys: readonly string[],
  context: { readonly atMs: number; readonly signal: AbortSignal },
) => Promise<ReadonlyMap<string, unknown>>;

/**
 * Fetches the values of topics (watched external values, such as prices), once per tick. A topic without a finite value triggers no actor.
 */
export type TopicSource = (
  topics: readonly string[],
  context: { readonly atMs: number; readonly signal: AbortSignal },
) => Promise<ReadonlyMap<string, number>>;

/** An event for a machine as a sender writes it: a JSON object with a `type`. */
export type PlainEvent = { readonly type: string; readonly [field: string]: unknown };

/** An actor definition without its specific types, as the runtime uses it. Created only by `implementActor`. */
export type AnyActorDefinition = {
  readonly type: string;
  readonly version: number;
  readonly machine: AnyStateMachine;
  readonly events: { readonly [type: string]: StandardSchema };
  readonly effects: { readonly [name: string]: AnyEffectSpec };
  readonly keys: KeySpecs<AnyMachineSnapshot>;
  readonly isPublic?: boolean;
  readonly view: (snapshot: AnyMachineSnapshot, meta: ViewMeta) => unknown;
  readonly due: (snapshot: AnyMachineSnapshot) => number | null;
  readonly triggers?: (snapshot: AnyMachineSnapshot) => readonly Trigger[];
  readonly tick?: {
    readonly facts?: (snapshot: AnyMachineSnapshot) => readonly string[];
    readonly event: (facts: Facts, snapshot: AnyMachineSnapshot) => PlainEvent;
  };
  readonly inspection?: AnyInspection;
  readonly isBlocked?: (snapshot: AnyMachineSnapshot) => boolean;
  readonly isForgettable?: (snapshot: AnyMachineSnapshot) => boolean;
  readonly createOnDemand?: (key: string) => unknown;
  readonly restore?: 'refuse' | (() => PlainEvent);
  readonly migrations?: { readonly [version: number]: (snapshot: PersistedSnapshot) => PersistedSnapshot };
};

export type AnyInspection = InspectionSpec<AnyMachineSnapshot, unknown>;

export type AnyInspectionSource = InspectionSource<AnyMachineSnapshot, unknown>;

export type AnyEffectSpec = Pick<
  EffectSpec<AnyStateMachine, unknown>,
  'safety' | 'deadlineMs' | 'delayMs' | 'retry' | 'whenExhausted' | 'endIsStored' | 'waitsOnPurpose'
> & {
  readonly onFailure?: (failure: EffectFailure, params: unknown) => PlainEvent;
};

export type AnyEffectHandler = {
  readonly run: (params: unknown, context: EffectContext) => Promise<PlainEvent | null>;
  readonly reconcile?: (
    params: unknown,
    context: EffectContext,
  ) => Promise<{ readonly happened: true; readonly event: PlainEvent | null } | { readonly happened: false }>;
};
