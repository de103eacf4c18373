import type { TracePlace } from '../log/scope.ts';

export type SpanFacts = Readonly<Record<string, string | number | boolean>>;

/** A finished span. */
export type SpanRecord = {
  readonly name: string;
  readonly kind: 'server' | 'client' | 'internal';
  readonly place: TracePlace;
  readonly parentSpanId: string | null;
  readonly startMs: number;
  readonly endMs: number;
  readonly facts: SpanFacts;
  /** The error; null after a success. */
  readonly error: string | null;
  /** Related spans of other traces. */
  readonly links: readonly TracePlace[];
};

/**
 * Receives spans. Every adapter keeps these rules: `tell` neither waits nor throws, and memory is bounded; spans that cannot be
 * delivered are lost, which is logged once, and again only after a successful delivery.
 */
export type SpanSink = {
  tell(span: SpanRecord): void;
  /** Delivers the remaining spans, as far as possible in a few seconds. */
  close(): Promise<void>;
};

/** Decides which traces are exported. */
export type Sampling = {
  /** Whether a caller's own decision is used. */
  readonly isParentBased: boolean;
  /** The share of traces that begin here, 0 to 1; decided by the trace's id, so that all nodes agree. */
  readonly ratio: number;
};
