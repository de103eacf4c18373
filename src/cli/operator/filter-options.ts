import { flag, text } from '../options.ts';
import { UsageError } from '../usage-error.ts';
import { wholeNumber } from '../whole-number.ts';
import type { ActorFilter } from './actor-operations.ts';

const HEALTH = ['ok', 'backing-off', 'quarantined'] as const;

/** Options that say which actors are meant. */
export const FILTER_OPTIONS = {
  type: text('TYPE', 'actors of this type'),
  status: text('STATUS,STATUS', 'with one of these statuses'),
  wallet: text('ADDRESS', 'of this wallet'),
  chain: text('ID', 'on this chain'),
  health: text('HEALTH', `with this health: ${HEALTH.join(', ')}`),
  prefix: text('TEXT', 'whose id begins with this'),
  overdue: flag('whose tick is overdue'),
  held: flag('that an error, a pause or a limit keeps from acting'),
};

export const FILTER_PARAMETERS = '[--type T] [--status S,S] [--wallet W] [--chain N] [--health H] [--overdue] [--held] [--prefix P]';

export type FilterValues = {
  readonly [name in 'type' | 'status' | 'wallet' | 'chain' | 'health' | 'prefix']?: string | undefined;
} & { readonly [name in 'overdue' | 'held']?: boolean | undefined };

/** @throws UsageError */
export function actorFilter({ type, status, wallet, chain, health, prefix, overdue, held }: FilterValues): ActorFilter {
  const wanted = HEALTH.find((one) => one === health);
  if (health !== undefined && wanted === undefined)
    throw new UsageError(`--health is ${JSON.stringify(health)}; accepted: ${HEALTH.join(', ')}`);
  return {
    ...(type === undefined ? {} : { type }),
    ...(status === undefined ? {} : { statuses: status.split(',') }),
    ...(wallet === undefined ? {} : { wallet: /^0x/i.test(wallet) ? wallet.toLowerCase() : wallet }),
    ...(chain === undefined ? {} : { chainId: wholeNumber('--chain', chain, 1) }),
    ...(wanted === undefined ? {} : { health: wanted }),
    ...(prefix === undefined ? {} : { prefix }),
    ...(overdue === true ? { isOverdue: true } : {}),
    ...(held === true ? { isHeldBack: true } : {}),
  };
}
