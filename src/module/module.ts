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
import type { WalletEvent } from './wallet-event.ts';

/** The part of an actor definition that a registry of different actors needs. */
export type ListedActor = Pick<AnyActorDefinition, 'type' | 'version' | 'machine' | 'events'>;

/**
 * A subsystem of the program. `src/modules.ts` lists all modules, and only this type connects a module to the rest.
 *
 * @typeParam Needs the services that it uses of other modules, by module name
 * @typeParam Gives the service that other modules may use
 * @typeParam Settings the compiled form of its settings
 */
export type Module<Needs extends object, Gives, Settings> = {
  /** The module's name in `src/modules.ts`, which other modules use in `needs`. */
  readonly name: string;
  /** The modules that must start before it. */
  readonly needs: { readonly [Name in keyof Needs]: true };
  /** The module's actors. `start` provides the handlers of their effects. */
  readonly actors: readonly ListedActor[];
  /** The module's plain collections beside actors. */
  readonly collections: readonly CollectionSpec[];
  /** The group of the module's routes in the API documentation; required when it has routes. */
  readonly tag?: ApiTag;
  /** The readiness probes of things that the service needs for its whole work. `start` provides their checks. */
  readonly probes?: readonly ProbeSpec[];
  /** The metric families that it counts in `platform.metrics`. */
  readonly metrics?: readonly FamilySpec[];
  /** The readers of its contracts' events. `start` provides how far they have read. */
  readonly followers?: readonly FollowerSpec[];
  /** The module's own settings, which `start` receives; see `src/config.ts`. */
  readonly settings?: SettingGroup<Settings>;
  /** What the doctor checks of the things that the module needs from outside. */
  readonly examinations?: readonly Examination<Settings>[];
  readonly start: (platform: Platform, needs: Needs, settings: Settings) => Started<Gives> | Promise<Started<Gives>>;
};

export type Started<Gives> = {
  readonly gives: Gives;
  readonly actors?: readonly ImplementedActor[];
  readonly routes?: readonly Resource[];
  /** Checks of the declared readiness probes. */
  readonly probes?: readonly DeclaredProbe[];
  readonly followers?: readonly StartedFollower[];
  /** The kinds of its records whose changes their owners follow. */
  readonly walletEvents?: readonly WalletEvent[];
  /** Records and rows that anybody can create, for their clean-up. */
  readonly strangers?: { readonly actors?: readonly StrangersActors[]; readonly rows?: readonly StrangersRows[] };
  /** Runs before the first tick, once the actors answer; skipped on a node without ticks. */
  readonly beforeTicks?: () => Promise<void>;
  /** Closes the resources that `start` has opened. */
  readonly stop?: () => Promise<void>;
};

/** A module of any needs and any service, for lists. */
export type AnyModule = Omit<Module<never, unknown, never>, 'needs' | 'settings'> & {
  readonly needs: object;
  readonly settings?: AnySettingGroup;
};

/** Infers a module's types from its `start`. */
export function defineModule<Needs extends object, Gives, Settings extends object = Record<never, never>>(
  module: Module<Needs, Gives, Settings>,
): Module<Needs, Gives, Settings> {
  return module;
}
