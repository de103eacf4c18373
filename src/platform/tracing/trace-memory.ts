import type { Cause, HistoryEntry } from '../../runtime/record/record.ts';
import type { Sampling } from './spans.ts';
import { isInRatio, parseTraceparent, traceIdOf } from './trace-ids.ts';

/** A trace, without a place in it. */
export type Trace = { readonly traceId: string; readonly isSampled: boolean };

/** What is known of a step: enough to say which trace it belongs to. */
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

/** Steps on the way back to where a trace began; a trace that is longer, or needs more reads, begins anew there. */
const MOST_HOPS = 100;
const MOST_READS = 10;
/** Most steps of a trace lie close together in few actors, and a store reads some revisions of one for what a single one costs. */
const PAGE = 16;
const MOST_ORIGINS = 5_000;

/**
 * Which trace a step belongs to: that of the request or the effect which caused it, else one of its own that is called after it. Lately
 * committed steps are remembered. Of others (before a restart, or long ago) history knows the cause, and the cause's own step, and so on
 * back to the first: nothing is stored for it. Whether a trace is told is known only there.
 */
export function createTraceMemory({ history, sampling, mostSteps = 50_000 }: TraceMemoryDeps) {
  const steps = new Map<string, Trace | Promise<Trace>>();
  /** Of steps that were read and not asked for yet. */
  const origins = new Map<string, StepOrigin>();
  const isAnyTold = sampling.ratio > 0 || sampling.isParentBased;
  /** One way back at a time: after a restart many begin at once, and what one reads serves the next. */
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

  /** Does not wait for other ways back, which may wait for this one. */
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
    // A trace is not worth a failure: what cannot be read is as what is past retention.
    const entries = await Promise.try(history, id, page).catch(() => []);
    for (const { revision: at, event, cause } of entries) origins.set(`${id}/${at}`, { id, revision: at, eventId: event.id, cause });
    dropOldest(origins, MOST_ORIGINS);
  }

  return {
    /** Of a step that was just committed; it is remembered. */
    ofStep(origin: StepOrigin): Trace | Promise<Trace> {
      const trace = ofOrigin(origin);
      remember(`${origin.id}/${origin.revision}`, trace);
      return trace;
    },
    /** Of the step that asked for an effect. */
    ofEffect: (effectKey: string): Trace | Promise<Trace> => find(stepKeyOf(effectKey)),
    /** What is known without looking it up. */
    known,
  };
}

/** The trace of a request, the key of the step whose effect was the cause, or null for a step that began a trace. */
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

/** `actorId/revision` of an effect's key, `actorId/revision/n` with perhaps `@epoch` behind it. */
export function stepKeyOf(effectKey: string): string {
  return effectKey.slice(0, effectKey.lastIndexOf('/'));
}
