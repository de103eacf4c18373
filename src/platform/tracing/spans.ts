import type { TracePlace } from '../log/scope.ts';

export type SpanFacts = Readonly<Record<string, string | number | boolean>>;

/** A finished span (a timed piece of work in a trace). */
export type SpanRecord = {
  readonly name: string;
  readonly kind: 'server' | 'client' | 'internal';
  readonly place: TracePlace;
  readonly parentSpanId: string | null;
  readonly startMs: number;
  readonly endMs: number;
  readonly facts: SpanFacts;
  /** The message of the error with which the piece of work ended; null after a success. */
  readonly error: string | null;
  /** Positions in other traces to which the span is related, such as the trace of the tick that caused a step. */
  readonly links: readonly TracePlace[];
};

/**
 * Receives finished spans. Every implementation obeys these rules: `tell` neither waits nor throws, and memory is bounded. Spans that
 * cannot be delivered are lost. Their loss is logged once, and again only when it recurs after a successful delivery.
 */
export type SpanSink = {
  tell(span: SpanRecord): void;
  /** Delivers the remaining spans, as far as that is possible within a few seconds. */
  close(): Promise<void>;
};

/** The settings that decide which traces are exported. */
export type Sampling = {
  /** Whether, for a request with a trace, the sender's decision whether the trace is exported is followed. */
  readonly isParentBased: boolean;
  /**
   * The share of traces that are exported, from 0 to 1, among the traces that begin in this service. The decision is computed from the
   * trace's id alone, so all nodes decide in the same way.
   */
  readonly ratio: number;
};
