import type { Cause, HistoryEntry } from '../../runtime/record/record.ts';
import type { Sampling } from './spans.ts';
import { isInRatio, parseTraceparent, traceIdOf } from './trace-ids.ts';

/** Identifies a trace, without a position (span) in it: its id, and whether it is exported. */
export type Trace = { readonly traceId: string; readonly isSampled: boolean };

/** The data about a step of an actor from which the step's trace can be found. */
export type StepOrigin = { readonly id: string; readonly revision: number; readonly eventId: string; readonly cause: Cause };

export type ReadHistory = (
  id: string,
  page: { readonly beforeRevision: number; readonly limit: number },
) => Promise<readonly Pick<HistoryEntry, 'revision' | 'event' | 'cause'>[]>;

export type TraceMemoryDeps = {
  readonly history: ReadHistory;
  readonly sampling: Sampling;
  readonly mostSteps?: number;
};

/** Maximum number of steps that are followed back towards the start of a trace. If there are more, a new trace begins at that point. */
const MOST_HOPS = 100;
const MOST_READS = 10;
/**
 * Number of revisions of an actor that are read from its history with one call of the store. Most steps of a trace are close together in
 * few actors, and a store reads several revisions of an actor at the cost of one.
 */
const PAGE = 16;
const MOST_ORIGINS = 5_000;

/**
 * Finds the trace of an actor's step. It is the trace of the request or effect that caused the step; without such a cause, the step has a
 * trace of its own, named after the step. The traces of recently committed steps are cached. For other steps (from before a restart, or
 * long ago), the history contains the cause, the step of that cause, and so on back to the first step. So no trace has to be stored.
 * Whether a trace is exported is decided at its first step.
 */
export function createTraceMemory({ history, sampling, mostSteps = 50_000 }: TraceMemoryDeps) {
  const steps = new Map<string, Trace | Promise<Trace>>();
  /** Steps that were read from the history together with a requested step, although their own traces have not been requested yet. */
  const origins = new Map<string, StepOrigin>();
  const isAnyTold = sampling.ratio > 0 || sampling.isParentBased;
  /**
   * Settles when the current search for a trace in the history has ended. Searches run one after another. After a restart many searches
   * start at the same time, and each of them can use the data that earlier ones have read.
   */
  let turn: Promise<unknown> = Promise.resolve();

  function remember(stepKey: string, trace: Trace | Promise<Trace>): void {
    steps.set(stepKey, trace);
    dropOldest(steps, mostSteps);
  }

  function known(stepKey: string): Trace | null {
    const trace = steps.get(stepKey);
    return trace === undefined || trace instanceof Promise ? null : trace;
  }

  function began({ id, eventId }: Pick<StepOrigin, 'id' | 'eventId'>): Trace {
    const traceId = traceIdOf(id, eventId);
    return { traceId, isSampled: isInRatio(traceId, sampling.ratio) };
  }

  function ofOrigin(origin: StepOrigin): Trace | Promise<Trace> {
    const parent = parentOf(origin);
    if (parent === null) return began(origin);
    return typeof parent === 'string' ? find(parent) : parent;
  }

  function find(stepKey: string): Trace | Promise<Trace> {
    const there = steps.get(stepKey);
    if (there !== undefined) return there;
    if (!isAnyTold) return began(unknown(stepKey));
    const found = turn.then(() => walk(stepKey));
    turn = found;
    remember(stepKey, found);
    return found;
  }

  /**
   * Follows the causes of a step back to the start of its trace. The search does not wait for other searches, since they may be waiting for
   * this one.
   */
  async function walk(from: string): Promise<Trace> {
    const passed: string[] = [];
    const ended = (trace: Trace): Trace => {
      for (const stepKey of passed) if (steps.get(stepKey) instanceof Promise || !steps.has(stepKey)) remember(stepKey, trace);
      return trace;
    };
    let stepKey = from;
    for (let reads = 0; passed.length <= MOST_HOPS; ) {
      const there = known(stepKey);
      if (there !== null) return ended(there);
      passed.push(stepKey);
      if (!origins.has(stepKey) && reads < MOST_READS) {
        reads += 1;
        await read(stepKey);
      }
      const origin = origins.get(stepKey);
      if (origin === undefined) break;
      const parent = parentOf(origin);
      if (parent === null) return ended(began(origin));
      if (typeof parent !== 'string') return ended(parent);
      stepKey = parent;
    }
    return ended(began(unknown(stepKey)));
  }

  async function read(stepKey: string): Promise<void> {
    const { id, revision } = partsOf(stepKey);
    if (!Number.isSafeInteger(revision)) return;
    const page = { beforeRevision: revision + 1, limit: PAGE };
    // An error while a trace is being searched must not cause a failure. So a step that cannot be read is treated like a step that
    // retention has removed.
    const entries = await Promise.try(history, id, page).catch(() => []);
    for (const { revision: at, event, cause } of entries) origins.set(`${id}/${at}`, { id, revision: at, eventId: event.id, cause });
    dropOldest(origins, MOST_ORIGINS);
  }

  return {
    /** Returns and caches the trace of a step of an actor that was just committed. */
    ofStep(origin: StepOrigin): Trace | Promise<Trace> {
      const trace = ofOrigin(origin);
      remember(`${origin.id}/${origin.revision}`, trace);
      return trace;
    },
    /** Returns the trace of the step that requested an effect, by the effect's key. */
    ofEffect: (effectKey: string): Trace | Promise<Trace> => find(stepKeyOf(effectKey)),
    /** Returns the trace of a step if it is in the cache; null when the history would have to be read. */
    known,
  };
}

/**
 * Returns the cause of a step: the trace of a request, the key of the step that requested the causing effect, or null when the step has no
 * such cause and begins a trace of its own.
 */
function parentOf({ cause }: StepOrigin): Trace | string | null {
  const place = parseTraceparent(cause.trace);
  if (place !== null) return { traceId: place.traceId, isSampled: place.isSampled };
  return (cause.kind === 'effect' || cause.kind === 'actor') && cause.by !== undefined ? stepKeyOf(cause.by) : null;
}

function unknown(stepKey: string): Pick<StepOrigin, 'id' | 'eventId'> {
  return { id: partsOf(stepKey).id, eventId: stepKey };
}

function partsOf(stepKey: string): { readonly id: string; readonly revision: number } {
  const slash = stepKey.lastIndexOf('/');
  return { id: stepKey.slice(0, slash), revision: Number(stepKey.slice(slash + 1)) };
}

function dropOldest(map: Map<string, unknown>, most: number): void {
  for (const key of map.keys()) {
    if (map.size <= most) return;
    map.delete(key);
  }
}

export type TraceMemory = ReturnType<typeof createTraceMemory>;

/** Returns the `actorId/revision` of an effect's key, which is `actorId/revision/n`, optionally followed by `@epoch`. */
export function stepKeyOf(effectKey: string): string {
  return effectKey.slice(0, effectKey.lastIndexOf('/'));
}
