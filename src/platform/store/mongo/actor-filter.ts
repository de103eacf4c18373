import type { Document, Filter } from 'mongodb';
import type { ListFilter, ListSort } from '../../../runtime/record/actor-store.ts';
import { hints } from './actor-collections.ts';
import type { HeadDocument } from './actor-document.ts';
import { sortableText } from './sortable-text.ts';

/** Before every real time. Null is compared with no number: it is no wake time. */
const NEVER = -8.64e15 - 1;

export type Condition = Filter<HeadDocument>;

/** What a filter reads: all conditions, and the index that finds it. */
export type ActorSelection = { readonly conditions: readonly Condition[]; readonly hint: Document };

/** What tells the places of a list apart, in its order. */
export const PLACES = {
  created: ['createdAt', '_id'],
  wake: ['wakeAt', '_id'],
  id: ['_id'],
  wallet: ['wallet', 'createdAt', '_id'],
} as const satisfies { readonly [Sort in ListSort]: readonly (keyof HeadDocument)[] };

/**
 * Which index serves a filter. What it finds is in the order that is asked for; in that of creation an id prefix and overdue actors are
 * sorted. Filters beside the index's own are looked at actor by actor: a chain beside a status, or a status beside a wallet.
 *
 * @param types All there are, or the filter's one: indexes begin with the type.
 * @returns null when nothing can match
 */
export function selectActors(filter: ListFilter, types: readonly string[], sort: ListSort = 'created'): ActorSelection | null {
  const { type, wallet, walletPrefix, chainId, statuses, health, idPrefix, wakeBeforeMs } = filter;
  if (types.length === 0 || statuses?.length === 0) return null;
  const inTypes: Condition = { type: { $in: [...types] } };
  const ofType: Condition[] = type === undefined ? [] : [inTypes];
  const rest: Condition[] = [];
  const overdue: Condition[] = wakeBeforeMs === undefined ? [] : [{ wakeAt: { $lt: wakeBeforeMs } }];
  if (wallet !== undefined) rest.push({ wallet: sortableText(wallet) });
  if (chainId !== undefined) rest.push({ chainId });
  if (statuses !== undefined) rest.push({ status: { $in: [...new Set(statuses)].map(sortableText) } });
  if (health !== undefined) rest.push({ health });
  if (idPrefix !== undefined && idPrefix !== '') rest.push({ _id: prefixOf(sortableText(idPrefix)) });

  if (walletPrefix !== undefined && walletPrefix !== '') rest.push({ wallet: prefixOf(sortableText(walletPrefix)) });

  if (sort === 'wake') {
    return { conditions: [inTypes, overdue[0] ?? { wakeAt: { $gt: NEVER } }, ...rest], hint: hints.wake };
  }
  // An empty list of conditions is refused.
  if (sort === 'id') return { conditions: [{ _id: { $gte: '' } }, ...ofType, ...overdue, ...rest], hint: hints.id };
  if (sort === 'wallet') return { conditions: [{ wallet: { $gte: '' } }, ...ofType, ...overdue, ...rest], hint: hints.wallet };
  if (wakeBeforeMs !== undefined) return { conditions: [inTypes, ...overdue, ...rest], hint: hints.wake };
  if (idPrefix !== undefined && idPrefix !== '') return { conditions: [...ofType, ...rest], hint: hints.id };
  if (wallet !== undefined) return { conditions: [...ofType, ...rest], hint: hints.wallet };
  if (health !== undefined && health !== 'ok') return { conditions: [...ofType, ...rest], hint: hints.health };
  if (statuses !== undefined) return { conditions: [inTypes, ...rest], hint: hints.status };
  return chainId === undefined
    ? { conditions: [inTypes, ...rest], hint: hints.type }
    : { conditions: [...ofType, ...rest], hint: hints.chain };
}

/** Below a text above everything that begins with the prefix: stored text holds no code point beyond the first plane without U+FFFF before it. */
function prefixOf(prefix: string): { readonly $gte: string; readonly $lt: string } {
  return { $gte: prefix, $lt: `${prefix}\uffff\u{10ffff}\u{10ffff}` };
}
