import type { ActorCommit, ActorStore } from '../runtime/record/actor-store.ts';
import { RetryableError } from '../values/errors/retryable-error.ts';

/** The point at which a commit fails. `before`: nothing was written. `after`: the commit was written, but its reply is lost. */
export type CommitPoint = 'before' | 'after';

/** The fault of one actor's commit. A `conflict` first writes the actor as another node would, so that the commit fails with a conflict. */
export type CommitFault =
  | { readonly kind: 'fail'; readonly point: CommitPoint }
  | { readonly kind: 'crash'; readonly point: CommitPoint }
  | { readonly kind: 'conflict' };
export type FaultPlan = (commit: ActorCommit) => CommitFault | null;

export type FaultyStore = {
  readonly store: ActorStore;
  /** Sets the plan of faults for later commits; null for no faults. */
  readonly plan: (plan: FaultPlan | null) => void;
  /** Simulates a killed process: from the call on, this connection to the store answers no more calls. */
  readonly kill: () => void;
};

export type FaultyStoreOptions = {
  readonly inner: ActorStore;
  /** Called once when a commit reaches a `crash` fault; it must end the simulated process. */
  readonly onCrash: () => void;
};

/**
 * Creates the connection of one simulated process to a store, with faults at every commit point. Another process needs its own connection
 * to the same store.
 *
 * @example
 * const { store, plan } = createFaultyStore({ inner: createMemoryActorStore(), onCrash: () => {} });
 * const { system } = createTestSystem({ actors: [lampActor], store });
 * plan(() => ({ kind: 'fail', point: 'before' }));
 * const error = await system().of(lamp, 'hall').create(undefined).catch((failure) => failure);
 * error.code; // => 'store-unavailable'
 */
export function createFaultyStore({ inner, onCrash }: FaultyStoreOptions): FaultyStore {
  let plan: FaultPlan | null = null;
  let dead = false;

  const lost = () => new RetryableError({ code: 'store-unavailable', message: 'The store did not answer (an injected fault).' });
  const silence = <T>(): Promise<T> => new Promise<T>(() => undefined);
  const guard = <T>(call: () => Promise<T>): Promise<T> => (dead ? silence<T>() : call().then((value) => (dead ? silence<T>() : value)));

  /**
   * Writes the actor's unchanged record with a new revision, as a faster node would. The commit that follows then fails with a conflict.
   */
  async function overtake(commit: ActorCommit): Promise<void> {
    if (commit.previous === null) return;
    const [found = null] = await inner.load([commit.previous.id]);
    if (!found || found.record.revision !== commit.previous.revision) return;
    const revision = found.record.revision + 1;
    const note = {
      event: { id: `overtaken@${revision}`, type: 'test.overtaken', payload: {} },
      atMs: commit.note.atMs,
      cause: { kind: 'system' as const, by: 'another-node' },
    };
    await inner.commit([{ previous: found.record, next: { ...found.record, revision }, note, handle: found.handle }]);
  }

  const commit: ActorStore['commit'] = async (commits) => {
    const faults = commits.map((one) => plan?.(one) ?? null);
    if (faults.some((fault) => fault?.kind === 'crash' && fault.point === 'before')) return crash();
    if (faults.some((fault) => fault?.kind === 'fail' && fault.point === 'before')) throw lost();
    for (const [i, fault] of faults.entries()) {
      const one = commits[i];
      if (one && fault?.kind === 'conflict') await overtake(one);
    }
    const results = await inner.commit(commits);
    if (faults.some((fault) => fault?.kind === 'crash')) return crash();
    if (faults.some((fault) => fault?.kind === 'fail')) throw lost();
    return results;
  };

  function crash<T>(): Promise<T> {
    dead = true;
    onCrash();
    return silence<T>();
  }

  return {
    store: {
      ...inner,
      load: (ids) => guard(() => inner.load(ids)),
      loadRefs: (refs) => guard(() => inner.loadRefs(refs)),
      commit: (commits) => guard(() => commit(commits)),
      due: (query) => guard(() => inner.due(query)),
      topics: (type) => guard(() => inner.topics(type)),
      triggered: (query) => guard(() => inner.triggered(query)),
      list: (query) => guard(() => inner.list(query)),
      hasApplied: (id, eventId) => guard(() => inner.hasApplied(id, eventId)),
    },
    plan(next) {
      plan = next;
    },
    kill() {
      dead = true;
    },
  };
}
