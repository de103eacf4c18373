import { actorDefinitions } from '../../app/registry.ts';
import { actorWithoutEffects } from '../../runtime/define/implement-actor.ts';
import { describeKeys } from '../../runtime/define/key-spec.ts';
import { flag, text } from '../options.ts';
import { UsageError } from '../usage-error.ts';
import { wholeNumber } from '../whole-number.ts';
import type { ActorFilter } from './actor-operations.ts';

const HEALTH = ['ok', 'backing-off', 'quarantined'] as const;
/**
 * The index keys of all actor types, without `status`. The option for `status` is defined separately, because it accepts several values.
 */
const KEYS = describeKeys(actorDefinitions.map((definition) => actorWithoutEffects(definition).definition)).filter(
  ({ name }) => name !== 'status',
);

const OPTIONS = {
  type: text('TYPE', 'only actors of this type'),
  status: text('STATUS,STATUS', 'only actors with one of these statuses'),
  health: text('HEALTH', `only actors with this health: ${HEALTH.join(', ')}`),
  prefix: text('TEXT', 'only actors whose id begins with this text'),
  overdue: flag('only actors that are overdue: they should have acted at least two minutes ago'),
  held: flag('only actors that are blocked by an error, a pause or a limit'),
};

/** Command-line options that select actors: one option for each index key, and the general options in `OPTIONS`. */
export const FILTER_OPTIONS: typeof OPTIONS = {
  ...Object.fromEntries(KEYS.map(({ option: { name, value, help } }) => [name, text(value, `only actors ${help}`)])),
  ...OPTIONS,
};

const KEY_PARAMETERS = KEYS.map(({ option: { name }, kind }) => `[--${name} ${kind === 'number' ? 'N' : name.charAt(0).toUpperCase()}] `);
export const FILTER_PARAMETERS = `[--type T] [--status S,S] ${KEY_PARAMETERS.join('')}[--health H] [--overdue] [--held] [--prefix P]`;

export type FilterValues = {
  readonly [name in 'type' | 'status' | 'health' | 'prefix']?: string | undefined;
} & { readonly [name in 'overdue' | 'held']?: boolean | undefined };

/** Builds an actor filter from the command line options. @throws UsageError */
export function actorFilter(values: FilterValues): ActorFilter {
  const { type, status, health, prefix, overdue, held } = values;
  const wanted = HEALTH.find((one) => one === health);
  if (health !== undefined && wanted === undefined)
    throw new UsageError(`--health is ${JSON.stringify(health)}; accepted: ${HEALTH.join(', ')}`);
  const keys = keysOf(values);
  return {
    ...(type === undefined ? {} : { type }),
    ...(status === undefined ? {} : { statuses: status.split(',') }),
    ...(Object.keys(keys).length === 0 ? {} : { keys }),
    ...(wanted === undefined ? {} : { health: wanted }),
    ...(prefix === undefined ? {} : { prefix }),
    ...(overdue === true ? { isOverdue: true } : {}),
    ...(held === true ? { isBlocked: true } : {}),
  };
}

function keysOf(values: FilterValues): NonNullable<ActorFilter['keys']> {
  const given = new Map<string, unknown>(Object.entries(values));
  const found = KEYS.flatMap(({ name, option, kind, read }): [string, string | number][] => {
    const value = given.get(option.name);
    if (typeof value !== 'string') return [];
    return [[name, kind === 'number' ? wholeNumber(`--${option.name}`, value, 1) : read(value)]];
  });
  return Object.fromEntries(found);
}
