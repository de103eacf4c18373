import type { StoredActors } from './read-actors.ts';

/**
 * Checks that the actors' histories have no missing revision, that no actor is quarantined, and (once all work should be done) that no work
 * is left.
 */
export function checkActors({ records, revisions }: StoredActors, isSettled: boolean): string[] {
  const problems: string[] = [];
  for (const { id, revision, health, outbox } of records) {
    const seen = revisions.get(id) ?? [];
    const isWhole = seen.length === revision && seen.every((found, i) => found === revision - i);
    if (!isWhole) problems.push(`the history of ${id} is broken: ${seen.length} entries for revision ${revision}`);
    if (health.state === 'quarantined') problems.push(`${id} is quarantined: ${JSON.stringify(health.lastError)}`);
    if (isSettled && outbox.length > 0)
      problems.push(`${id} has left undone: ${outbox.map(({ name, state }) => `${name} (${state})`).join(', ')}`);
  }
  return problems;
}
