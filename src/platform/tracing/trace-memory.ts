import type { Cause, HistoryEntry } from '../../runtime/record.ts';
import { isInRatio, parseTraceparent, traceIdOf } from './trace-ids.ts';

/** A trace, without a place in it. */
export type Trace = { readonly traceId: string; readonly isSampled: boolean };

/** What is known of a step: enough to say which trace it belongs to. */
export type StepOrigin = { readonly id: string; readonly revision: number; readonly eventId: string; readonly cause: Cause };

export type TraceMemoryDeps = {
  readonly historyAt: (id: string, revision: number) => Promise<HistoryEntry | null>;
  /** The share of traces that begin here and are told. */
  readonly ratio: number;
  readonly mostSteps?: number;
};

/** Steps on the way back to where a trace began; a trace that is longer begins anew there. */
const MOST_HOPS = 100;

/**
 * Which trace a step belongs to: that of the request or the effect which caused it, else one of its own that is called after it. Lately
 * committed steps are remembered. Of others (before a restart, or long ago) history knows the cause, and the cause's own step, and so on
 * back to the first: nothing is stored for it.
 */
export function createTraceMemory({ historyAt, ratio, mostSteps = 50_000 }: TraceMemoryDeps) {
  const steps = new Map<string, Trace | Promise<Trace>>();

  function remember(stepKey: string, trace: Trace | Promise<Trace>): void {
    steps.set(stepKey, trace);
    if (steps.size <= mostSteps) return;
    const [oldest] = steps.keys();
    if (oldest !== undefined) steps.delete(oldest);
  }

  function began({ id, eventId }: StepOrigin): Trace {
    const traceId = traceIdOf(id, eventId);
    return { traceId, isSampled: isInRatio(traceId, ratio) };
  }

  function ofOrigin(origin: StepOrigin, hops: number): Trace | Promise<Trace> {
    const { cause } = origin;
    const place = parseTraceparent(cause.trace);
    if (place !== null) return { traceId: place.traceId, isSampled: place.isSampled };
    if ((cause.kind !== 'effect' && cause.kind !== 'actor') || cause.by === undefined) return began(origin);
    const stepKey = stepKeyOf(cause.by);
    return steps.get(stepKey) ?? (hops >= MOST_HOPS ? began(origin) : lookUp(stepKey, hops + 1));
  }

  async function lookUp(stepKey: string, hops: number): Promise<Trace> {
    const slash = stepKey.lastIndexOf('/');
    const [id, revision] = [stepKey.slice(0, slash), Number(stepKey.slice(slash + 1))];
    const unknown: StepOrigin = { id, revision, eventId: stepKey, cause: { kind: 'system' } };
    if (!Number.isSafeInteger(revision)) return began(unknown);
    const entry = await historyAt(id, revision).catch(() => null);
    return entry === null ? began(unknown) : ofOrigin({ id, revision, eventId: entry.event.id, cause: entry.cause }, hops);
  }

  return {
    /** Of a step that was just committed; it is remembered. */
    ofStep(origin: StepOrigin): Trace | Promise<Trace> {
      const trace = ofOrigin(origin, 0);
      remember(`${origin.id}/${origin.revision}`, trace);
      return trace;
    },
    /** Of the step that asked for an effect. */
    ofEffect(effectKey: string): Trace | Promise<Trace> {
      const stepKey = stepKeyOf(effectKey);
      const known = steps.get(stepKey);
      if (known !== undefined) return known;
      const found = lookUp(stepKey, 0);
      remember(stepKey, found);
      return found;
    },
    /** What is known without looking it up. */
    known(stepKey: string): Trace | null {
      const trace = steps.get(stepKey);
      return trace === undefined || trace instanceof Promise ? null : trace;
    },
  };
}

export type TraceMemory = ReturnType<typeof createTraceMemory>;

/** `actorId/revision` of an effect's key, `actorId/revision/n` with perhaps `@epoch` behind it. */
export function stepKeyOf(effectKey: string): string {
  return effectKey.slice(0, effectKey.lastIndexOf('/'));
}
