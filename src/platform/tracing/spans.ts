import type { TracePlace } from '../log/scope.ts';

export type SpanFacts = Readonly<Record<string, string | number | boolean>>;

/** Something that took time, told once it is over. */
export type SpanRecord = {
  readonly name: string;
  readonly kind: 'server' | 'client' | 'internal';
  readonly place: TracePlace;
  readonly parentSpanId: string | null;
  readonly startMs: number;
  readonly endMs: number;
  readonly facts: SpanFacts;
  /** What went wrong; null when nothing did. */
  readonly error: string | null;
  /** Spans of other traces that it has to do with. */
  readonly links: readonly TracePlace[];
};

/**
 * Where spans go. Every adapter keeps this: `tell` neither waits nor throws, and keeps a bounded number of spans; what cannot be delivered is
 * lost, which is logged once, and again only after something got through.
 */
export type SpanSink = {
  tell(span: SpanRecord): void;
  /** Delivers what is left, as far as that is possible in a few seconds. */
  close(): Promise<void>;
};

/** Decides which traces are told. */
export type Sampling = {
  /** Whether a caller's own decision is taken over. */
  readonly isParentBased: boolean;
  /** The share of all traces that begin here, 0 to 1; by the trace's id, so that all nodes decide alike. */
  readonly ratio: number;
};
