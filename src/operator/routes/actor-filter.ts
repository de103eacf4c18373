import type { InferOutput } from 'valibot';
import type { OperatorFilter } from '../../runtime/operator/held-back.ts';
import type { filterQuery } from './operator-schemas.ts';

/** What should have been looked at by then, and was not. */
const OVERDUE_AFTER_MS = 120_000;

/** Which actors a query means, but for its search. */
export function actorFilterOf(query: Omit<InferOutput<typeof filterQuery>, 'search'>, nowMs: number): OperatorFilter {
  const { type, status, wallet, chainId, health, prefix, overdue, held } = query;
  return {
    ...(type === undefined ? {} : { type }),
    ...(status === undefined ? {} : { statuses: status.split(',') }),
    ...(wallet === undefined ? {} : { wallet }),
    ...(chainId === undefined ? {} : { chainId }),
    ...(health === undefined ? {} : { health }),
    ...(prefix === undefined ? {} : { idPrefix: prefix }),
    ...(held === '1' ? { isHeldBack: true } : {}),
    ...(overdue === '1' ? { wakeBeforeMs: nowMs - OVERDUE_AFTER_MS } : {}),
  };
}
