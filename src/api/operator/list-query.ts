import type { InferOutput } from 'valibot';
import type { ListQuery } from '../../runtime/actor-store.ts';
import type { listQuery } from './operator-schemas.ts';

/** What should have been looked at by then, and was not. */
const OVERDUE_AFTER_MS = 120_000;

/** The query of a list as the runtime takes it. */
export function listQueryOf(query: InferOutput<typeof listQuery>, nowMs: number): ListQuery {
  const { type, status, wallet, chainId, health, prefix, overdue, order, limit, cursor } = query;
  return {
    order,
    limit,
    ...(type === undefined ? {} : { type }),
    ...(status === undefined ? {} : { statuses: status.split(',') }),
    ...(wallet === undefined ? {} : { wallet }),
    ...(chainId === undefined ? {} : { chainId }),
    ...(health === undefined ? {} : { health }),
    ...(prefix === undefined ? {} : { idPrefix: prefix }),
    ...(overdue === '1' ? { wakeBeforeMs: nowMs - OVERDUE_AFTER_MS } : {}),
    ...(cursor === undefined ? {} : { cursor }),
  };
}
