import type { Clock } from '../../values/clock.ts';
import { RetryableError } from '../../values/errors/retryable-error.ts';
import type { ActorCommit, ActorStore, LoadedActor, StoreRef } from '../record/actor-store.ts';
import type { ActorRecord, RecordedError } from '../record/record.ts';
import { withTriggers } from '../record/record-triggers.ts';
import { recordedError } from '../record/recorded-error.ts';
import type { Cell } from '../step/cell.ts';
import type { CompiledActor } from '../step/compile-actor.ts';
import { hydrate } from '../step/hydrate.ts';
import { quarantine } from '../step/supervision.ts';
import type { Committer } from './committer.ts';
import { about, type Feed } from './feed.ts';
import type { Residents } from './residents.ts';
import type { Timers } from './timers.ts';

export type LoaderDeps = {
  readonly actors: ReadonlyMap<string, CompiledActor>;
  readonly store: Pick<ActorStore, 'load' | 'loadRefs'>;
  readonly committer: Committer;
  readonly residents: Residents;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly feed: Feed;
  readonly nodeId: string;
};

export type Loader = {
  /**
   * Requests that an actor is loaded soon, together with others. When `loaded` is called, the actor's cell (its place in memory) contains
   * the record, or is empty when the store has none.
   */
  readonly request: (cell: Cell, loaded: (cell: Cell) => void, failed: (cell: Cell, error: unknown) => void) => void;
  /** Reads one actor now and updates its cell in memory. If the actor has been deleted, empties the cell and returns false. */
  readonly reload: (cell: Cell) => Promise<boolean>;
  /**
   * Returns the cells (actors in memory) for the store references of a list. Actors that are not in memory, or whose copy there has another
   * revision, are loaded. Actors that cannot be read are quarantined and left out.
   */
  readonly activate: (rows: readonly { readonly ref: StoreRef; readonly revision: number }[]) => Promise<readonly Cell[]>;
  /**
   * Quarantines an actor whose record cannot be read; its snapshot stays unchanged. An actor that a newer program version has written is
   * not quarantined, because that version can read it.
   */
  readonly setAside: (found: LoadedActor, error: unknown) => void;
};

/** Maximum number of actors that are loaded with one read of the store. */
const LOAD_BATCH = 500;

type Request = { readonly cell: Cell; readonly loaded: (cell: Cell) => void; readonly failed: (cell: Cell, error: unknown) => void };

/**
 * Creates the loader, which loads many actors with one read. An unreadable actor is quarantined and does not prevent the other actors from
 * being loaded.
 */
export function createLoader(deps: LoaderDeps): Loader {
  const { actors, store, residents, clock, timers, feed } = deps;
  let requests: Request[] = [];
  /** By actor type, the newest version found in a stored record, if it is newer than the version of this program's definition. */
  const newerSeen = new Map<string, number>();

  function request(cell: Cell, loaded: Request['loaded'], failed: Request['failed']): void {
    if (requests.length === 0) timers.soon(() => void loadRequested());
    requests.push({ cell, loaded, failed });
  }

  async function loadRequested(): Promise<void> {
    const batch = requests.slice(0, LOAD_BATCH);
    requests = requests.slice(LOAD_BATCH);
    if (requests.length > 0) timers.soon(() => void loadRequested());
    try {
      const found = await store.load(batch.map(({ cell }) => cell.id));
      for (const [i, one] of batch.entries()) settle(one, found[i] ?? null);
    } catch (error) {
      feed.publish(() => ({ kind: 'store-error', atMs: clock.now(), doing: 'load', error: recordedError(error, clock.now()) }));
      for (const { cell, failed } of batch) failed(cell, error);
    }
  }

  function settle({ cell, loaded, failed }: Request, found: LoadedActor | null): void {
    try {
      if (found) adopt(cell, found);
    } catch (error) {
      failed(cell, error);
      return;
    }
    loaded(cell);
  }

  function adopt(cell: Cell, found: LoadedActor): void {
    try {
      cell.loaded = hydrate(cell.actor, found);
    } catch (error) {
      setAside(found, error);
      throw error;
    }
    residents.bind(found.handle.ref, cell);
  }

  async function reload(cell: Cell): Promise<boolean> {
    const [found = null] = await store.load([cell.id]);
    if (found === null) cell.loaded = null;
    else if (found.record.revision !== cell.loaded?.record.revision) adopt(cell, found);
    return found !== null;
  }

  /**
   * Quarantines an actor by writing only the health of its record. The snapshot stays unchanged, so that a program version that can read it
   * can still use it.
   */
  function setAside({ record, handle, damage }: LoadedActor, error: unknown): void {
    // An actor with a damaged record is reported as `quarantined` even when the store's index does not say so yet. So for such an actor the
    // health is always written.
    if (damage === undefined && record.health.state === 'quarantined') return;
    const atMs = clock.now();
    const reason = recordedError(error, atMs);
    if (error instanceof RetryableError) {
      leaveToNewer(record, reason);
      return;
    }
    const commit: ActorCommit = {
      previous: record,
      next: {
        ...withTriggers(record, []),
        revision: record.revision + 1,
        health: quarantine(record.health, reason),
        wakeAtMs: null,
        updatedAtMs: atMs,
      },
      note: {
        event: { id: `unreadable@${record.revision}`, type: 'runtime.quarantined', payload: { error: reason } },
        atMs,
        cause: { kind: 'system', by: deps.nodeId },
      },
      handle,
    };
    // If the write of the quarantine fails, the next reader of the actor finds the same snapshot and quarantines the actor again. If the
    // write loses its compare-and-set, another reader has already quarantined the actor.
    const publish = () => feed.publish(() => ({ kind: 'quarantined', atMs, ...about(record.id, record), error: reason }));
    deps.committer.add({
      commit,
      committed: (result) => {
        if (result === 'won') publish();
      },
      unknown: publish,
    });
  }

  /**
   * Leaves an actor to a newer program version. An old node finds such actors at every tick, so it reports them only once for each version.
   */
  function leaveToNewer({ id, type, version, keys }: ActorRecord, error: RecordedError): void {
    if (newerSeen.get(type) === version) return;
    newerSeen.set(type, version);
    feed.publish(() => ({ kind: 'step-failed', atMs: error.atMs, ...about(id, { keys }), event: 'runtime.load', error }));
  }

  async function activate(rows: readonly { readonly ref: StoreRef; readonly revision: number }[]): Promise<readonly Cell[]> {
    const ready: Cell[] = [];
    const missing: StoreRef[] = [];
    for (const { ref, revision } of rows) {
      const cell = residents.byRef(ref);
      // The copy in memory of a busy actor is used even if the copy is outdated: the running work will change it anyway, and the
      // compare-and-set of that work's commit detects an outdated revision.
      if (cell?.loaded && (cell.busy || cell.loaded.record.revision >= revision)) ready.push(cell);
      else missing.push(ref);
    }
    for (let from = 0; from < missing.length; from += LOAD_BATCH) {
      for (const found of await store.loadRefs(missing.slice(from, from + LOAD_BATCH))) {
        const cell = found && cellOf(found);
        if (cell) ready.push(cell);
      }
    }
    return ready;
  }

  function cellOf(found: LoadedActor): Cell | null {
    const actor = actors.get(found.record.type);
    if (!actor) return null;
    const resident = residents.get(found.record.id);
    // A copy in memory is kept when it is busy, or when it changed during this read, because it is then at least as new as the record that
    // was read. A cell that is still waiting for its record gets the record that was read.
    if (resident?.loaded && (resident.busy || resident.loaded.record.revision >= found.record.revision)) return resident;
    const cell: Cell = resident ?? {
      id: found.record.id,
      actor,
      loaded: null,
      busy: false,
      queue: null,
      used: false,
      evicted: false,
      running: 0,
    };
    try {
      adopt(cell, found);
    } catch {
      // The function `adopt` has already quarantined the actor and published a notice. The tick continues without this actor.
      return null;
    }
    if (!resident) residents.add(cell);
    return cell;
  }

  return { request, reload, activate, setAside };
}
