import { AsyncLocalStorage } from 'node:async_hooks';
import type { LogFields } from './log.ts';

/** A position in a trace. The ids are those of W3C: 32 and 16 hex digits. */
export type TracePlace = { readonly traceId: string; readonly spanId: string; readonly isSampled: boolean };

/** The work that code belongs to: a request, or an effect of an actor. */
export type Scope = {
  /** Fields for every log line of that code. */
  readonly fields: LogFields;
  /** The id of the request that the code answers; null for an effect. */
  readonly requestId: string | null;
  /** The key of the effect that the code runs; null for a request. */
  readonly effectKey: string | null;
  /** Null while tracing is off. */
  readonly trace: TracePlace | null;
};

const storage = new AsyncLocalStorage<Scope | null>();

/** Runs work, and everything that it starts and awaits, within a scope; `null` keeps the current one. */
export function withinScope<T>(scope: Scope | null, work: () => T): T {
  return storage.run(scope, work);
}

export function currentScope(): Scope | null {
  return storage.getStore() ?? null;
}
