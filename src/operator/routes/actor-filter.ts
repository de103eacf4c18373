import type { InferOutput } from 'valibot';
import type { OperatorFilter } from '../../runtime/operator/blocked.ts';
import type { KeyInfo } from '../../values/index-keys.ts';
import { pickKeys } from './key-filters.ts';
import type { filterQuery } from './operator-schemas.ts';

/** Milliseconds after its due time from which an actor that was not processed counts as overdue. */
const OVERDUE_AFTER_MS = 120_000;

/** Builds the actor filter from the query parameters, except for the search text. */
export function actorFilterOf(
  query: Omit<InferOutput<typeof filterQuery>, 'search'>,
  indexKeys: readonly KeyInfo[],
  nowMs: number,
): OperatorFilter {
  const { type, status, health, prefix, overdue, held, blockedBy, changedFrom, changedTo } = query;
  const keys = pickKeys(query, indexKeys);
  return {
    ...(type === undefined ? {} : { type }),
    ...(status === undefined ? {} : { statuses: status.split(',') }),
    ...(Object.keys(keys).length === 0 ? {} : { keys }),
    ...(health === undefined ? {} : { health }),
    ...(prefix === undefined ? {} : { idPrefix: prefix }),
    ...(held === '1' ? { isBlocked: true } : {}),
    ...(blockedBy === undefined ? {} : { blockedBy }),
    ...(changedFrom === undefined ? {} : { changedFromMs: changedFrom }),
    ...(changedTo === undefined ? {} : { changedToMs: changedTo }),
    ...(overdue === '1' ? { wakeBeforeMs: nowMs - OVERDUE_AFTER_MS } : {}),
  };
}
