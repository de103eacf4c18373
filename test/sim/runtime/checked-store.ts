import type { ActorCommit, ActorStore } from '../../../src/runtime/record/actor-store.ts';

export type CheckedStore = {
  readonly store: ActorStore;
  /** Whether any commit has applied the command with this id. */
  readonly isApplied: (commandId: string) => boolean;
  readonly commits: () => number;
};

/** Creates a store that checks every commit of every node, and calls `violated` when a commit violates a guarantee of the runtime. */
export function createCheckedStore(inner: ActorStore, violated: (what: string) => void): CheckedStore {
  const revisions = new Map<string, number>();
  const commands = new Set<string>();
  let commits = 0;

  function check({ next, note }: ActorCommit): void {
    commits += 1;
    const before = revisions.get(next.id) ?? 0;
    if (next.revision !== before + 1) violated(`${next.id} went from revision ${before} to ${next.revision}`);
    revisions.set(next.id, next.revision);
    if (note.event.type !== 'DEPOSIT') return;
    const { payload } = note.event;
    const id = typeof payload === 'object' && payload !== null && 'commandId' in payload ? String(payload.commandId) : '';
    if (commands.has(id)) violated(`the command ${id} was applied twice to ${next.id}`);
    commands.add(id);
  }

  return {
    store: {
      ...inner,
      async commit(proposed) {
        if (new Set(proposed.map(({ next }) => next.id)).size < proposed.length) violated('one call holds two commits of one actor');
        const results = await inner.commit(proposed);
        for (const [i, result] of results.entries()) {
          const commit = proposed[i];
          if (commit && result === 'won') check(commit);
        }
        return results;
      },
    },
    isApplied: (commandId) => commands.has(commandId),
    commits: () => commits,
  };
}
