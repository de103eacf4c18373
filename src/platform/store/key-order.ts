import type { ListFilter } from '../../runtime/record/actor-store.ts';

/**
 * Which of a filter's index keys are walked by their index: texts, of which there are many (owners), before all else; numbers, of which there are
 * few (chains), only when nothing else narrows.
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
