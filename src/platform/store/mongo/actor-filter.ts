import type { Document, Filter } from 'mongodb';
import type { ListFilter } from '../../../runtime/actor-store.ts';
import { hints } from './actor-collections.ts';
import type { HeadDocument } from './actor-document.ts';
import { sortableText } from './sortable-text.ts';

export type Condition = Filter<HeadDocument>;

/** What a filter reads: all conditions, and the index that finds it. */
export type ActorSelection = { readonly conditions: readonly Condition[]; readonly hint: Document };

/**
 * Which index serves a filter. What it finds is in the order of creation but for an id prefix and for overdue actors, which are sorted.
 * Filters beside the index's own are looked at actor by actor: a chain alone, or a status beside a wallet.
 *
 * @param types All there are, or the filter's one: indexes begin with the type.
 * @returns null when nothing can match
 */
export function selectActors(filter: ListFilter, types: readonly string[]): ActorSelection | null {
  const { type, wallet, chainId, statuses, health, idPrefix, wakeBeforeMs } = filter;
  if (types.length === 0 || statuses?.length === 0) return null;
  const inTypes: Condition = { type: { $in: [...types] } };
  const ofType: Condition[] = type === undefined ? [] : [inTypes];
  const rest: Condition[] = [];
  if (wallet !== undefined) rest.push({ wallet: sortableText(wallet) });
  if (chainId !== undefined) rest.push({ chainId });
  if (statuses !== undefined) rest.push({ status: { $in: [...new Set(statuses)].map(sortableText) } });
  if (health !== undefined) rest.push({ health });
  if (idPrefix !== undefined && idPrefix !== '') rest.push(prefixCondition(sortableText(idPrefix)));

  if (wakeBeforeMs !== undefined) return { conditions: [inTypes, { wakeAt: { $lt: wakeBeforeMs } }, ...rest], hint: hints.wake };
  if (idPrefix !== undefined && idPrefix !== '') return { conditions: [...ofType, ...rest], hint: hints.id };
  if (wallet !== undefined) return { conditions: [...ofType, ...rest], hint: hints.wallet };
  if (health !== undefined && health !== 'ok') return { conditions: [...ofType, ...rest], hint: hints.health };
  return { conditions: [inTypes, ...rest], hint: statuses === undefined ? hints.type : hints.status };
}

/** Below a text above everything that begins with the prefix: stored text holds no code point beyond the first plane without U+FFFF before it. */
function prefixCondition(prefix: string): Condition {
  return { _id: { $gte: prefix, $lt: `${prefix}\uffff\u{10ffff}\u{10ffff}` } };
}
