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
  /** The error message; null after a success. */
  readonly error: string | null;
  /** Related spans of other traces. */
  readonly links: readonly TracePlace[];
};

/**
 * Receives spans. Every adapter obeys these rules: `tell` neither waits nor throws, and memory is bounded. Spans that cannot be delivered
 * are lost; that is logged once, and again only after a successful delivery.
 */
export type SpanSink = {
  tell(span: SpanRecord): void;
  /** Delivers the remaining spans, as far as that is possible within a few seconds. */
  close(): Promise<void>;
};

/** Decides which traces are exported. */
export type Sampling = {
  /** Whether the sampling decision of the caller is used. */
  readonly isParentBased: boolean;
  /**
   * The share of exported traces among those that begin in this service, 0 to 1. The trace's id decides, so that all nodes decide equally.
   */
  readonly ratio: number;
};
