import { AsyncLocalStorage } from 'node:async_hooks';
import type { LogFields } from './log.ts';

/** A position in a trace. The ids have the W3C format: 32 and 16 hex digits. */
export type TracePlace = { readonly traceId: string; readonly spanId: string; readonly isSampled: boolean };

/** The request or actor effect on whose behalf code runs. */
export type Scope = {
  /** Fields that are added to every log line written within this scope. */
  readonly fields: LogFields;
  /** The id of the request being answered; null for an effect. */
  readonly requestId: string | null;
  /** The key of the effect being run; null for a request. */
  readonly effectKey: string | null;
  /** The position in the current trace; null while tracing is turned off. */
  readonly trace: TracePlace | null;
};

const storage = new AsyncLocalStorage<Scope | null>();

/** Runs work, and everything that it starts and awaits, within a scope; with `null`, the current scope is kept. */
export function withinScope<T>(scope: Scope | null, work: () => T): T {
  return storage.run(scope, work);
}

export function currentScope(): Scope | null {
  return storage.getStore() ?? null;
}
