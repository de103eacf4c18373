import type { StoreCounts } from '../../runtime/record/actor-store.ts';
import type { TypeCount } from '../../values/inspection/overview.ts';

/** Groups the store's counts by actor type. Types and states are sorted by name, so that the page keeps its order. */
export function countTypes({ byTypeAndStatus }: StoreCounts): TypeCount[] {
  const byType = Map.groupBy(byTypeAndStatus, ({ type }) => type);
  return [...byType]
    .map(([type, groups]) => ({
      type,
      total: groups.reduce((sum, { count }) => sum + count, 0),
      states: groups
        .map(({ status, health, count }) => ({ status, health, count }))
        .sort((a, b) => compare(a.status ?? '', b.status ?? '') || compare(a.health, b.health)),
    }))
    .sort((a, b) => compare(a.type, b.type));
}

/** Returns the actor types of which at least one actor exists. */
export function typesIn({ byTypeAndStatus }: StoreCounts): readonly string[] {
  return [...new Set(byTypeAndStatus.map(({ type }) => type))];
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
