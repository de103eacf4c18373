import type { ListFilter } from '../../runtime/record/actor-store.ts';

/**
 * Decides for which of a filter's index keys the database index of that key is used. Keys with string values have many different values
 * (such as owners), so their index is preferred to all other conditions. Keys with numeric values have few different values (such as
 * chains), so their index is used only when no other condition narrows the result.
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
