import type { AnySettingGroup, SettingGroup } from '../config/setting.ts';
import type { Resource } from '../http/create-api.ts';
import type { ApiTag } from '../http/docs/api-tags.ts';
import type { DeclaredProbe, ProbeSpec } from '../http/health/probe.ts';
import type { FamilySpec } from '../platform/metrics/families.ts';
import type { CollectionSpec } from '../platform/store/record-store.ts';
import type { AnyActorDefinition } from '../runtime/define/definition.ts';
import type { ImplementedActor } from '../runtime/define/implement-actor.ts';
import type { Examination } from './examination.ts';
import type { FollowerSpec, StartedFollower } from './follower.ts';
import type { StrangersActors, StrangersRows } from './forget-strangers.ts';
import type { Platform } from './platform.ts';
import type { TransactionSearch } from './transaction-search.ts';
import type { WalletEvent } from './wallet-event.ts';

/**
 * The parts of an actor's definition that do not depend on the types of its own data. A list of definitions of different actors can contain
 * only these parts.
 */
export type ListedActor = Pick<AnyActorDefinition, 'type' | 'version' | 'machine' | 'events' | 'isPublic'>;

/**
 * A module: a subsystem of the program. `src/modules.ts` lists all modules. A module is connected to the rest of the program only through
 * the fields of this type.
 *
 * @typeParam Needs the services of other modules that the module uses, by module name
 * @typeParam Gives the service that the module provides to other modules
 * @typeParam Settings the module's settings after validation
 */
export type Module<Needs extends object, Gives, Settings> = {
  /** The module's name, as in `src/modules.ts`. Other modules use it in `needs`. */
  readonly name: string;
  /** The modules that must start before this module. */
  readonly needs: { readonly [Name in keyof Needs]: true };
  /** The definitions of the module's actors. `start` provides the handlers of their effects. */
  readonly actors: readonly ListedActor[];
  /** The module's collections of records that are not actors. */
  readonly collections: readonly CollectionSpec[];
  /** The group under which the module's routes appear in the API documentation. Required when the module has routes. */
  readonly tag?: ApiTag;
  /** Readiness checks (probes) of the external services that the program needs. `start` provides the functions that make the checks. */
  readonly probes?: readonly ProbeSpec[];
  /** The metric families that the module counts in `platform.metrics`. */
  readonly metrics?: readonly FamilySpec[];
  /** The followers that read the events of the module's contracts. `start` provides the functions that report their progress. */
  readonly followers?: readonly FollowerSpec[];
  /** The module's own settings, which `start` receives; see `src/config.ts`. */
  readonly settings?: SettingGroup<Settings>;
  /** The checks that the command `doctor` makes of everything outside the module on which the module depends. */
  readonly examinations?: readonly Examination<Settings>[];
  readonly start: (platform: Platform, needs: Needs, settings: Settings) => Started<Gives> | Promise<Started<Gives>>;
};

export type Started<Gives> = {
  readonly gives: Gives;
  readonly actors?: readonly ImplementedActor[];
  readonly routes?: readonly Resource[];
  /** The functions that make the readiness checks (probes) that the module has declared. */
  readonly probes?: readonly DeclaredProbe[];
  readonly followers?: readonly StartedFollower[];
  /** The kinds of the module's records whose owners are notified of changes. */
  readonly walletEvents?: readonly WalletEvent[];
  /** Finds the module's actors for an operator who searches by the hash of a transaction. */
  readonly transactionSearch?: TransactionSearch;
  /** Records and rows that any client can create without authentication, declared for their clean-up. */
  readonly strangers?: { readonly actors?: readonly StrangersActors[]; readonly rows?: readonly StrangersRows[] };
  /**
   * Called before the node's first tick (check of due actors). Messages can already be sent to actors at this time. Not called on a node
   * that makes no ticks.
   */
  readonly beforeTicks?: () => Promise<void>;
  /** Closes the resources that `start` has opened. */
  readonly stop?: () => Promise<void>;
};

/** A module with any types, for lists that contain different modules. */
export type AnyModule = Omit<Module<never, unknown, never>, 'needs' | 'settings'> & {
  readonly needs: object;
  readonly settings?: AnySettingGroup;
};

/** Creates a module, whose types are inferred from its `start` function. */
export function defineModule<Needs extends object, Gives, Settings extends object = Record<never, never>>(
  module: Module<Needs, Gives, Settings>,
): Module<Needs, Gives, Settings> {
  return module;
}
