import type { AnySettingGroup, SettingGroup } from '../config/setting.ts';
import type { Resource } from '../http/create-api.ts';
import type { ReadinessProbe } from '../http/health/health-routes.ts';
import type { FamilySpec } from '../platform/metrics/families.ts';
import type { CollectionSpec } from '../platform/store/record-store.ts';
import type { AnyActorDefinition } from '../runtime/define/definition.ts';
import type { ImplementedActor } from '../runtime/define/implement-actor.ts';
import type { StrangersActors, StrangersRows } from './forget-strangers.ts';
import type { Platform } from './platform.ts';

/** What a registry of different actors needs of each definition. */
export type ListedActor = Pick<AnyActorDefinition, 'type' | 'version' | 'machine' | 'events'>;

/**
 * A subsystem: what it brings to the program. `src/modules.ts` lists all of them, and nothing else joins one to the rest.
 *
 * @typeParam Needs what it uses of other modules, by their names
 * @typeParam Gives what others may use of it
 * @typeParam Settings what its settings compile to
 */
export type Module<Needs extends object, Gives, Settings> = {
  /** The name that it has in `src/modules.ts`, and by which others need it. */
  readonly name: string;
  /** The modules that start before it. */
  readonly needs: { readonly [Name in keyof Needs]: true };
  /** The actors that it has. `start` gives each of them what does its effects. */
  readonly actors: readonly ListedActor[];
  /** The plain collections that it keeps beside actors. */
  readonly collections: readonly CollectionSpec[];
  /** The families of metrics that it counts in `platform.metrics`. */
  readonly metrics?: readonly FamilySpec[];
  /** Its own settings, which `start` is handed: see `src/config.ts`. */
  readonly settings?: SettingGroup<Settings>;
  readonly start: (platform: Platform, needs: Needs, settings: Settings) => Started<Gives> | Promise<Started<Gives>>;
};

export type Started<Gives> = {
  readonly gives: Gives;
  readonly actors?: readonly ImplementedActor[];
  readonly routes?: readonly Resource[];
  /** What must work before the service can do its whole job. */
  readonly probes?: readonly ReadinessProbe[];
  /** What anybody can have kept, and what may stand behind it. */
  readonly strangers?: { readonly actors?: readonly StrangersActors[]; readonly rows?: readonly StrangersRows[] };
  /** Runs before the first tick, once the actors answer; not on a node without ticks. */
  readonly beforeTicks?: () => Promise<void>;
  /** Closes what `start` has opened. */
  readonly stop?: () => Promise<void>;
};

/** A module whose needs and gifts nobody looks at: one of a list. */
export type AnyModule = Omit<Module<never, unknown, never>, 'needs' | 'settings'> & {
  readonly needs: object;
  readonly settings?: AnySettingGroup;
};

/** Lets the types of a module be told from its `start`. */
export function defineModule<Needs extends object, Gives, Settings extends object = Record<never, never>>(
  module: Module<Needs, Gives, Settings>,
): Module<Needs, Gives, Settings> {
  return module;
}
