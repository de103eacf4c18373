import type { ListFilter } from '../../runtime/record/actor-store.ts';

/**
 * Decides which of a filter's index keys are searched by their index. String keys, which have many different values (owners), take
 * precedence over all other conditions. Numeric keys, which have few (chains), are searched only when no other condition narrows the
 * result.
 */
export function splitKeys({ keys = {} }: Pick<ListFilter, 'keys'>): {
  readonly narrow: string | null;
  readonly broad: string | null;
} {
  const entries = Object.entries(keys);
  return {
    narrow: entries.find(([, value]) => typeof value === 'string')?.[0] ?? null,
    broad: entries.find(([, value]) => typeof value === 'number')?.[0] ?? null,
  };
}
