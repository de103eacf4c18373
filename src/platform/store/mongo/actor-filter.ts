import type { Document, Filter } from 'mongodb';
import type { ListFilter, ListSort } from '../../../runtime/record/actor-store.ts';
import { splitKeys } from '../key-order.ts';
import { hints, keyHint } from './actor-collections.ts';
import { type HeadDocument, sortableValue } from './actor-document.ts';
import { sortableText } from './sortable-text.ts';

/**
 * A time before every real time, used as the lower limit for wake times. Null cannot be this limit: MongoDB does not compare null with
 * numbers, and a wake time of null means that the actor has none.
 */
const NEVER = -8.64e15 - 1;

export type Condition = Filter<HeadDocument>;

/** The conditions of a query, and the hint (the name of the index that MongoDB must use). */
export type ActorSelection = { readonly conditions: readonly Condition[]; readonly hint: Document };

const PLACES = {
  created: ['createdAt', '_id'],
  wake: ['wakeAt', '_id'],
  id: ['_id'],
} as const;

/** Returns the fields of a document by which a list is sorted, most significant first. */
export function placesOf(sort: ListSort, keyPrefix: ListFilter['keyPrefix']): readonly string[] {
  if (sort !== 'key') return PLACES[sort];
  return keyPrefix === undefined ? PLACES.id : [keyPrefix.name, ...PLACES.created];
}

/** Returns the names of the index keys that a filter uses. */
export function keysOf({ keys = {}, keyPrefix }: ListFilter): readonly string[] {
  return [...Object.keys(keys), ...(keyPrefix === undefined ? [] : [keyPrefix.name])];
}

/**
 * Chooses the index that answers a query with a filter. The index returns results in the requested order, with two exceptions: in the order
 * of creation, the matches of an id prefix and overdue actors are sorted. Conditions that the index does not cover are checked for each
 * actor, such as a chain together with a status, or a status together with a wallet.
 * @param types all types, or only the filter's type, since indexes begin with the type
 * @returns null when nothing can match
 */
export function selectActors(filter: ListFilter, types: readonly string[], sort: ListSort = 'created'): ActorSelection | null {
  const { type, keys = {}, keyPrefix, statuses, health, idPrefix, wakeBeforeMs } = filter;
  const { narrow, broad } = splitKeys(filter);
  if (types.length === 0 || statuses?.length === 0) return null;
  const inTypes: Condition = { type: { $in: [...types] } };
  const ofType: Condition[] = type === undefined ? [] : [inTypes];
  const rest: Condition[] = [];
  const overdue: Condition[] = wakeBeforeMs === undefined ? [] : [{ wakeAt: { $lt: wakeBeforeMs } }];
  for (const [name, value] of Object.entries(keys)) rest.push({ [name]: sortableValue(value) });
  if (statuses !== undefined) rest.push({ status: { $in: [...new Set(statuses)].map(sortableText) } });
  if (health !== undefined) rest.push({ health });
  if (idPrefix !== undefined && idPrefix !== '') rest.push({ _id: prefixOf(sortableText(idPrefix)) });
  if (keyPrefix !== undefined) {
    const { name, prefix } = keyPrefix;
    rest.push({ [name]: prefix === '' ? { $gte: '' } : prefixOf(sortableText(prefix)) });
  }

  if (sort === 'wake') {
    return { conditions: [inTypes, overdue[0] ?? { wakeAt: { $gt: NEVER } }, ...rest], hint: hints.wake };
  }
  // MongoDB refuses a query with an empty list of conditions, so the list is left out when it is empty.
  if (sort === 'id') return { conditions: [{ _id: { $gte: '' } }, ...ofType, ...overdue, ...rest], hint: hints.id };
  if (sort === 'key')
    return keyPrefix === undefined ? null : { conditions: [...ofType, ...overdue, ...rest], hint: keyHint(keyPrefix.name) };
  if (wakeBeforeMs !== undefined) return { conditions: [inTypes, ...overdue, ...rest], hint: hints.wake };
  if (idPrefix !== undefined && idPrefix !== '') return { conditions: [...ofType, ...rest], hint: hints.id };
  if (narrow !== null) return { conditions: [...ofType, ...rest], hint: keyHint(narrow) };
  if (health !== undefined && health !== 'ok') return { conditions: [...ofType, ...rest], hint: hints.health };
  if (statuses !== undefined) return { conditions: [inTypes, ...rest], hint: hints.status };
  return broad === null ? { conditions: [inTypes, ...rest], hint: hints.type } : { conditions: [...ofType, ...rest], hint: keyHint(broad) };
}

/**
 * Builds the range of all strings that begin with a prefix. In stored strings, the mark U+FFFF stands before each code point above U+FFFF.
 */
function prefixOf(prefix: string): { readonly $gte: string; readonly $lt: string } {
  return { $gte: prefix, $lt: `${prefix}\uffff\u{10ffff}\u{10ffff}` };
}
