import type { FeedEvent } from '../../runtime/engine/feed.ts';
import type { Clock } from '../../values/clock.ts';
import type { TracePlace } from '../log/scope.ts';
import type { Sampling, SpanFacts, SpanSink } from './spans.ts';
import { isInRatio, parseTraceparent, spanIdOf, traceIdOf } from './trace-ids.ts';
import { createTraceMemory, type ReadHistory, stepKeyOf, type Trace } from './trace-memory.ts';

/** A request of a client that has not been answered yet. */
export type OpenRequest = { readonly place: TracePlace; readonly parentSpanId: string | null; readonly startMs: number };

export type OutsideCall = { readonly name: string; readonly ms: number; readonly facts: SpanFacts; readonly error: string | null };

/**
 * Creates spans from the runtime's events: a request, the step that it caused with its commit, the effect of that step, the next step, and
 * so on to the receipt of a transaction. All of them belong to the trace of the first event. The runtime itself does not depend on this
 * type.
 */
export type Tracer = {
  /** Starts the span of a request. @param traceparent the client's header; used when it is valid */
  openRequest(traceparent: string | null, requestId: string): OpenRequest;
  endRequest(open: OpenRequest, about: { readonly name: string; readonly status: number; readonly facts: SpanFacts }): void;
  see(event: FeedEvent): void;
  /** Returns the trace position of a running attempt at an effect; null when it is not known yet. */
  placeOfEffect(effectKey: string): TracePlace | null;
  /** Returns the id of the trace to which an event of the live feed belongs; null when it is unknown. */
  traceIdOf(event: FeedEvent): string | null;
  /** Records a finished external call that was made by the request or effect whose span is at `place`. */
  called(place: TracePlace, call: OutsideCall): void;
  /** Adds attributes to the span of an effect that is running. */
  note(effectKey: string, facts: SpanFacts): void;
};

export type TracerDeps = {
  readonly sink: Pick<SpanSink, 'tell'>;
  readonly sampling: Sampling;
  readonly history: ReadHistory;
  readonly clock: Clock;
  readonly nodeId: string;
};

type Committed = Extract<FeedEvent, { kind: 'committed' }>;
type EffectStarted = Extract<FeedEvent, { kind: 'effect-started' }>;
type EffectEnded = Extract<FeedEvent, { kind: 'effect-ended' }>;
type Attempt = { readonly spanId: string; readonly startMs: number; readonly trace: Trace | Promise<Trace>; facts: SpanFacts };

/**
 * Maximum number of tracked attempts at effects, far more than the number of effects that run at the same time. The end of an attempt is
 * never reported if its actor is deleted. Such an attempt is removed when it has become the oldest one.
 */
const MOST_ATTEMPTS = 10_000;

export function createTracer({ sink, sampling, history, clock, nodeId }: TracerDeps): Tracer {
  const memory = createTraceMemory({ history, sampling });
  const attempts = new Map<string, Attempt>();
  let requests = 0;
  let calls = 0;

  /** Calls `tell` once the trace is known, if the trace is exported. */
  function sampled(trace: Trace | Promise<Trace>, tell: (traceId: string) => void): void {
    if (trace instanceof Promise) void trace.then((found) => sampled(found, tell));
    else if (trace.isSampled) tell(trace.traceId);
  }

  function onCommitted(event: Committed): void {
    // A commit that only leases effects gets no span, since it is internal to the runtime. The leased effect has its own span.
    if (event.event === 'runtime.leased') return;
    const endMs = clock.now();
    const { id, revision, eventId, cause } = event;
    const parentSpanId = parentOf(event);
    sampled(memory.ofStep({ id, revision, eventId, cause }), (traceId) =>
      sink.tell({
        name: `${typeOf(id)} ${event.event}`,
        kind: 'internal',
        place: { traceId, spanId: spanIdOf(id, revision), isSampled: true },
        parentSpanId,
        startMs: event.atMs,
        endMs,
        facts: {
          'coxswain.actor.id': id,
          'coxswain.actor.type': typeOf(id),
          'coxswain.actor.revision': revision,
          'coxswain.event': event.event,
          'coxswain.event.id': eventId,
          'coxswain.cause': cause.kind,
          'coxswain.state.from': textOf(event.from),
          'coxswain.state.to': textOf(event.to),
          ...(event.indexKeys?.chainId == null ? {} : { 'coxswain.chain.id': event.indexKeys.chainId }),
        },
        error: null,
        links: tickLinks(event),
      }),
    );
  }

  /**
   * Returns the id of the parent of a step's span. The parent is the span of the request, or of the attempt at an effect, that sent the
   * event. The parent's span is still open, because it waits for this commit.
   */
  function parentOf({ cause }: Committed): string | null {
    if (cause.trace !== undefined) return parseTraceparent(cause.trace)?.spanId ?? null;
    if ((cause.kind !== 'effect' && cause.kind !== 'actor') || cause.by === undefined) return null;
    return attempts.get(cause.by)?.spanId ?? stepSpanOf(cause.by);
  }

  /**
   * Returns the link from a step to the trace of the tick that caused the step. A tick processes thousands of actors, so each step has its
   * own trace and is only linked to the tick's trace.
   */
  function tickLinks({ cause, eventId }: Committed): readonly TracePlace[] {
    const tickAtMs = cause.kind === 'tick' ? /^tick-([0-9]+)/.exec(eventId)?.[1] : undefined;
    return tickAtMs === undefined ? [] : [tickPlace(Number(tickAtMs))];
  }

  function tickPlace(tickAtMs: number): TracePlace {
    const traceId = traceIdOf('tick', nodeId, tickAtMs);
    return { traceId, spanId: spanIdOf('tick', nodeId, tickAtMs), isSampled: isInRatio(traceId, sampling.ratio) };
  }

  function onStarted({ key, attempt, atMs, id, name }: EffectStarted): void {
    const facts = { 'coxswain.actor.id': id, 'coxswain.effect.name': name, 'coxswain.effect.attempt': attempt };
    attempts.delete(key);
    const [oldest] = attempts.keys();
    if (attempts.size >= MOST_ATTEMPTS && oldest !== undefined) attempts.delete(oldest);
    attempts.set(key, { spanId: spanIdOf('effect', key, attempt, atMs), startMs: atMs, trace: memory.ofEffect(key), facts });
  }

  function onEnded({ key, name, id, atMs, outcome, error }: EffectEnded): void {
    const running = attempts.get(key);
    attempts.delete(key);
    if (running === undefined) return;
    sampled(running.trace, (traceId) =>
      sink.tell({
        name: `${typeOf(id)} ${name}`,
        kind: 'internal',
        place: { traceId, spanId: running.spanId, isSampled: true },
        parentSpanId: stepSpanOf(key),
        startMs: running.startMs,
        endMs: atMs,
        facts: { ...running.facts, 'coxswain.effect.key': key, 'coxswain.effect.outcome': outcome },
        error: error === null ? null : `${error.code}: ${error.message}`,
        links: [],
      }),
    );
  }

  return {
    openRequest(traceparent, requestId) {
      requests += 1;
      const startMs = clock.now();
      const sent = parseTraceparent(traceparent);
      const spanId = spanIdOf('request', nodeId, startMs, requests);
      const traceId = sent?.traceId ?? traceIdOf('request', nodeId, startMs, requests, requestId);
      const isSampled = sent !== null && sampling.isParentBased ? sent.isSampled : isInRatio(traceId, sampling.ratio);
      return { place: { traceId, spanId, isSampled }, parentSpanId: sent?.spanId ?? null, startMs };
    },
    endRequest({ place, parentSpanId, startMs }, { name, status, facts }) {
      if (!place.isSampled) return;
      const error = status >= 500 ? `answered ${status}` : null;
      sink.tell({ name, kind: 'server', place, parentSpanId, startMs, endMs: clock.now(), facts, error, links: [] });
    },
    see(event) {
      if (event.kind === 'committed') onCommitted(event);
      else if (event.kind === 'effect-started') onStarted(event);
      else if (event.kind === 'effect-ended') onEnded(event);
      else if (event.kind === 'tick' && event.report.due + event.report.triggered > 0) {
        const { tickAtMs, tookMs, due, triggered, stepped, committed, failed } = event.report;
        const place = tickPlace(tickAtMs);
        if (!place.isSampled) return;
        const facts = { 'coxswain.tick.due': due, 'coxswain.tick.triggered': triggered, 'coxswain.tick.stepped': stepped };
        sink.tell({
          ...{ name: 'tick', kind: 'internal', place, parentSpanId: null, startMs: event.atMs - tookMs, endMs: event.atMs },
          facts: { ...facts, 'coxswain.tick.committed': committed, 'coxswain.tick.failed': failed },
          ...{ error: null, links: [] },
        });
      }
    },
    placeOfEffect(effectKey) {
      const running = attempts.get(effectKey);
      if (running === undefined || running.trace instanceof Promise) return null;
      return { ...running.trace, spanId: running.spanId };
    },
    traceIdOf(event) {
      if (event.kind === 'committed') return memory.known(`${event.id}/${event.revision}`)?.traceId ?? null;
      if (event.kind === 'effect-started' || event.kind === 'effect-ended') return memory.known(stepKeyOf(event.key))?.traceId ?? null;
      return null;
    },
    called(place, { name, ms, facts, error }) {
      if (!place.isSampled) return;
      calls += 1;
      const endMs = clock.now();
      const { traceId, spanId: parentSpanId } = place;
      const called = { traceId, spanId: spanIdOf('call', nodeId, endMs, calls), isSampled: true };
      sink.tell({ name, kind: 'client', place: called, parentSpanId, startMs: endMs - ms, endMs, facts, error, links: [] });
    },
    note(effectKey, facts) {
      const running = attempts.get(effectKey);
      if (running !== undefined) running.facts = { ...running.facts, ...facts };
    },
  };
}

/** Returns the id of the span of the step that requested an effect. */
function stepSpanOf(effectKey: string): string {
  const stepKey = stepKeyOf(effectKey);
  const slash = stepKey.lastIndexOf('/');
  return spanIdOf(stepKey.slice(0, slash), Number(stepKey.slice(slash + 1)));
}

function typeOf(id: string): string {
  const slash = id.indexOf('/');
  return slash < 0 ? id : id.slice(0, slash);
}

function textOf(state: Committed['from']): string {
  return typeof state === 'string' ? state : JSON.stringify(state);
}
